package site.ycsb.tls.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.engine.BenchmarkRun;
import site.ycsb.tls.engine.StartSignal;
import site.ycsb.tls.engine.ThirdPartyPool;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunIdentity;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.engine.worker.WorkloadSource;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.socket.PlainTransport;

/**
 * What the engine itself costs, beside YCSB's {@code Client}: not a test, but a program of its own;
 * {@code docs/engine-cost.md} says how to run it. Each figure comes from JVMs of its own,
 * upstream's and ours in turn.
 */
@SuppressWarnings("SystemOut")
public final class EngineCost {
  private static final long WARM_UP = 1_000_000;
  private static final long MEASURED = 4_000_000;

  private EngineCost() {}

  /** CPU time and allocation of one operation, mean of the threads. */
  private record Cost(double nanos, double bytes) {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 2 && arguments[0].equals("ours")) {
      ours(Integer.parseInt(arguments[1]));
    } else if (arguments.length == 2 && arguments[0].equals("raw")) {
      raw(Integer.parseInt(arguments[1]));
    } else {
      table(arguments[0], Integer.parseInt(arguments[1]));
    }
  }

  private static Properties properties(int threads) {
    Properties properties = new Properties();
    properties.setProperty("workload", RunOptions.CORE_WORKLOAD);
    properties.setProperty("recordcount", "100000");
    properties.setProperty("operationcount", Long.toString(threads * (WARM_UP + MEASURED)));
    properties.setProperty("threadcount", Integer.toString(threads));
    properties.setProperty("readproportion", "1");
    properties.setProperty("updateproportion", "0");
    properties.setProperty("requestdistribution", "zipfian");
    properties.setProperty("cost.first", Long.toString(WARM_UP));
    properties.setProperty("cost.last", Long.toString(WARM_UP + MEASURED));
    return properties;
  }

  private static void ours(int threads) throws Exception {
    Properties properties = properties(threads);
    RunOptions options = RunOptions.parse(properties, Phase.TRANSACTIONS);
    try (WorkloadSource workload = Workloads.of(options, properties);
        DatabasePool pool =
            new ThirdPartyPool(CountingDb.class.getName(), properties, new PlainTransport())) {
      RunResult result =
          new BenchmarkRun(
                  options,
                  properties,
                  new RunIdentity("counting", "", "", Secrets.of(List.of())),
                  workload,
                  pool,
                  new PlainTransport(),
                  line -> {},
                  StartSignal.AT_ONCE,
                  Optional.empty())
              .execute();
      if (result.outcome() != Outcome.COMPLETE) {
        throw new IllegalStateException(result.problems().toString());
      }
    }
  }

  /** The same workload without an engine: what the rest is compared with. */
  private static void raw(int threads) throws Exception {
    Properties properties = properties(threads);
    RunOptions options = RunOptions.parse(properties, Phase.TRANSACTIONS);
    WorkloadSource source = Workloads.of(options, properties);
    List<Thread> all = new ArrayList<>();
    for (int number = 0; number < threads; number++) {
      SeededCoreWorkload workload = (SeededCoreWorkload) source.forThread(number, false);
      DB db = new CountingDb();
      db.setProperties(properties);
      all.add(new Thread(() -> raw(workload, db)));
    }
    all.forEach(Thread::start);
    for (Thread thread : all) {
      thread.join();
    }
  }

  private static void raw(SeededCoreWorkload workload, DB db) {
    try {
      db.init();
      for (long done = 0; done < WARM_UP + MEASURED; done++) {
        workload.doTransactionRead(db);
      }
      db.cleanup();
    } catch (DBException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void table(String upstreamClassPath, int repetitions) throws Exception {
    System.out.println(
        "| threads | YCSB 0.17.0, ns | this engine, ns | ratio | no engine, ns | YCSB, bytes |"
            + " this engine, bytes | no engine, bytes |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (int threads : new int[] {1, 2, 4, 8}) {
      Map<String, List<Cost>> costs = new LinkedHashMap<>();
      for (int repetition = 0; repetition < repetitions; repetition++) {
        add(costs, "upstream", upstream(upstreamClassPath, threads));
        add(costs, "ours", child("ours", threads));
        add(costs, "raw", child("raw", threads));
      }
      Cost upstream = median(costs.get("upstream"));
      Cost ours = median(costs.get("ours"));
      Cost raw = median(costs.get("raw"));
      System.out.printf(
          Locale.ROOT,
          "| %d | %.0f | %.0f | %.2f | %.0f | %.1f | %.1f | %.1f |%n",
          threads,
          upstream.nanos(),
          ours.nanos(),
          ours.nanos() / upstream.nanos(),
          raw.nanos(),
          upstream.bytes(),
          ours.bytes(),
          raw.bytes());
    }
  }

  private static void add(Map<String, List<Cost>> costs, String who, Cost cost) {
    costs.computeIfAbsent(who, name -> new ArrayList<>()).add(cost);
  }

  private static Cost median(List<Cost> costs) {
    return new Cost(
        costs.stream()
            .mapToDouble(Cost::nanos)
            .sorted()
            .skip(costs.size() / 2)
            .findFirst()
            .orElseThrow(),
        costs.stream()
            .mapToDouble(Cost::bytes)
            .sorted()
            .skip(costs.size() / 2)
            .findFirst()
            .orElseThrow());
  }

  private static Cost upstream(String classPath, int threads) throws Exception {
    List<String> command =
        new ArrayList<>(List.of(java(), "-cp", classPath, "site.ycsb.Client", "-t"));
    command.addAll(List.of("-db", CountingDb.class.getName()));
    Properties properties = properties(threads);
    for (String name : properties.stringPropertyNames()) {
      command.addAll(List.of("-p", name + "=" + properties.getProperty(name)));
    }
    return run(command);
  }

  private static Cost child(String mode, int threads) throws Exception {
    return run(
        List.of(
            java(),
            "-cp",
            System.getProperty("java.class.path"),
            EngineCost.class.getName(),
            mode,
            Integer.toString(threads)));
  }

  private static String java() {
    return ProcessHandle.current().info().command().orElse("java");
  }

  private static Cost run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    List<Cost> threads = new ArrayList<>();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith("COST ")) {
          String[] words = line.split(" ", -1);
          threads.add(new Cost(Double.parseDouble(words[1]), Double.parseDouble(words[2])));
        }
      }
    }
    if (process.waitFor() != 0 || threads.isEmpty()) {
      throw new IOException("failed: " + String.join(" ", command));
    }
    return new Cost(
        threads.stream().mapToDouble(Cost::nanos).average().orElseThrow(),
        threads.stream().mapToDouble(Cost::bytes).average().orElseThrow());
  }
}
