import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.compare.ComparisonDirectory;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.measurement.process.ServerCpu;
import site.ycsb.tls.measurement.process.ServerProcesses;
import site.ycsb.tls.model.CostModel;
import site.ycsb.tls.model.CostModelFile;
import site.ycsb.tls.model.fit.ModelException;
import site.ycsb.tls.model.prediction.Reconnection;
import site.ycsb.tls.socket.count.TransportListener;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.SignedRank;
import site.ycsb.tls.testkit.ListenerTestbed;
import site.ycsb.tls.testkit.OpenDatabase;

/**
 * All clients of a server connect at once: how long does it take, and how long did the model say? The
 * server has one processor, the clients have another.
 *
 * <pre>
 * java -Dycsb.home=$PWD -cp "program/target/lib/*:binding-testkit/target/*:binding-testkit/target/lib/*:jdbc-binding/target/*:jdbc-binding/target/lib/*" \
 *     benchmarks/storm/Storm.java MODEL jdbc CLIENTS TIMES
 * </pre>
 *
 * MODEL is the directory of a model of the same database. It warms up with 5000 clients and then runs
 * TIMES storms of each variant, in random order. Needs taskset and two processors.
 */
public class Storm {
  /** Connections of each variant until a JVM has compiled what a handshake takes. */
  private static final int WARM_UP = 5000;

  private static final String PLAIN = "plain";

  private final Binding binding;
  private final int clients;
  private final ExecutorService threads;

  Storm(Binding binding, int clients) {
    this.binding = binding;
    this.clients = clients;
    this.threads = Executors.newFixedThreadPool(clients);
  }

  /** Time until all are connected, s; the server's CPU time, s; connections that were made. */
  private record Outcome(double seconds, double serverSeconds, long connections) {}

  /** Counts the connections of a storm. */
  private record Connections(LongAdder made) implements TransportListener {
    @Override
    public void connected(long nanos) {
      made.increment();
    }
  }

  public static void main(String[] args) throws Exception {
    CostModel model = CostModelFile.read(Path.of(args[0]));
    Binding binding =
        ServiceLoader.load(Binding.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(found -> found.name().equals(args[1]))
            .findFirst()
            .orElseThrow();
    Storm storm = new Storm(binding, Integer.parseInt(args[2]));
    try {
      storm.run(
          model,
          ComparisonDirectory.read(Path.of(args[0], "kept")).plan(),
          Integer.parseInt(args[3]));
    } finally {
      storm.threads.shutdownNow();
    }
  }

  private void run(CostModel model, ComparisonPlan plan, int times) throws Exception {
    Map<String, Map<String, String>> listeners = new LinkedHashMap<>();
    Map<String, String> names = new LinkedHashMap<>(Map.of(PLAIN, PLAIN));
    listeners.put(PLAIN, Map.of());
    for (Variant variant : plan.variants()) {
      Map<String, String> pin = new LinkedHashMap<>(plan.base());
      pin.putAll(variant.properties());
      pin.keySet().removeIf(name -> !name.startsWith("tls."));
      listeners.put(variant.id(), pin);
      names.put(variant.id(), variant.name());
    }
    Map<String, List<Outcome>> outcomes = new LinkedHashMap<>();
    Map<String, ListenerTestbed> testbeds = new LinkedHashMap<>();
    try {
      for (Map.Entry<String, Map<String, String>> each : listeners.entrySet()) {
        // A server each: MariaDB has one listener.
        ListenerTestbed testbed = ListenerTestbed.start(binding, Map.ofEntries(each));
        testbeds.put(each.getKey(), testbed);
        for (long pid : testbed.server().processIds()) {
          bind(pid, 0);
        }
      }
      bind(ProcessHandle.current().pid(), 1);
      List<String> order = new ArrayList<>(listeners.keySet());
      Random random = new Random(1);
      for (int i = -(1 + WARM_UP / clients); i < times; i++) {
        Collections.shuffle(order, random);
        for (String listener : order) {
          Outcome outcome = storm(testbeds.get(listener), listener);
          System.err.printf(Locale.ROOT, "%3d %s: %s%n", i, listener, outcome);
          if (i >= 0) {
            outcomes.computeIfAbsent(listener, name -> new ArrayList<>()).add(outcome);
          }
        }
      }
    } finally {
      for (ListenerTestbed testbed : testbeds.values()) {
        testbed.close();
      }
    }
    System.out.println("| variant | clients | connections | predicted | measured | server busy |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    for (Map.Entry<String, List<Outcome>> each : outcomes.entrySet()) {
      tell(model, names.get(each.getKey()), each.getValue());
    }
  }

  /** Lets all threads of a process, and those to come, run on one processor only. */
  private static void bind(long pid, int processor) throws Exception {
    List<String> command =
        List.of("taskset", "-a", "-c", "-p", Integer.toString(processor), Long.toString(pid));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    if (process.waitFor() != 0) {
      throw new IllegalStateException(String.join(" ", command) + ": " + output);
    }
  }

  /** Each client connects, reads once, and waits for the others before it closes its connection. */
  private Outcome storm(ListenerTestbed testbed, String listener) throws Exception {
    Connections connections = new Connections(new LongAdder());
    try (OpenDatabase database = testbed.open(listener);
        ServerCpu server = new ServerProcesses.Local(testbed.server().processIds()).open()) {
      CountDownLatch start = new CountDownLatch(1);
      CountDownLatch connected = new CountDownLatch(clients);
      List<Future<Long>> ends = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        ends.add(
            threads.submit(
                () -> {
                  DB client = database.pool().newChurnClient(ChurnScope.CLIENT, connections);
                  start.await();
                  try {
                    client.init();
                    Status status = client.read("usertable", "none", null, new LinkedHashMap<>());
                    if (!status.equals(Status.NOT_FOUND)) {
                      throw new IllegalStateException("read: " + status);
                    }
                    return System.nanoTime();
                  } finally {
                    connected.countDown();
                    connected.await();
                    client.cleanup();
                  }
                }));
      }
      long cpu = server.now().orElseThrow().nanos();
      long begin = System.nanoTime();
      start.countDown();
      connected.await();
      long used = server.now().orElseThrow().nanos() - cpu;
      long end = begin;
      for (Future<Long> each : ends) {
        end = Math.max(end, each.get());
      }
      return new Outcome((end - begin) / 1e9, used / 1e9, connections.made.sum());
    }
  }

  private void tell(CostModel model, String variant, List<Outcome> made) throws ModelException {
    long connections = made.get(0).connections;
    Reconnection.Storm predicted =
        Reconnection.of(
                model,
                new Reconnection.Clients(Math.toIntExact(connections), 1, 3600, 1, 1, 1))
            .storms()
            .stream()
            .filter(storm -> !storm.resumed() && storm.variant().equals(variant))
            .findFirst()
            .orElseThrow();
    Interval seconds = interval(made.stream().mapToDouble(Outcome::seconds).toArray());
    Interval busy =
        interval(made.stream().mapToDouble(each -> each.serverSeconds / each.seconds).toArray());
    OptionalDouble all = predicted.outcome().allSeconds();
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %d | %.2f s | %.2f s [%.2f, %.2f] | %.0f %% |%n",
        variant, clients, connections, all.orElseThrow(), seconds.estimate(), seconds.lower(),
        seconds.upper(), 100 * busy.estimate());
  }

  private static Interval interval(double[] values) {
    return SignedRank.hodgesLehmann(values, 0.95);
  }
}
