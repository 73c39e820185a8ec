import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.comparison.result.Verdict;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.reliability.Hosts;

/**
 * How well a fleet answers in slices, and what its coordinator costs. See docs/fleet.md.
 *
 * <pre>
 * P="program/target/lib/*:reliability/target/lib/*"
 * java -cp "$P" benchmarks/fleet/FleetPrecision.java precision 5 DIR AGENTS ROUND-TRIP-MS
 *   MongoDB's test server, coordinator and agents on hosts of their own (network namespaces: needs
 *   root, ip, unshare, socat; with a round trip Python 3). Slices, and whole runs of the same time,
 *   in turns: how wide are their intervals? Further arguments are options of the slices, instead of
 *   --blocks 6
 * java -cp "$P" benchmarks/fleet/FleetPrecision.java same 20 DIR AGENTS ROUND-TRIP-MS
 *   plain with plain there: how often is a difference found?
 * java -cp "$P" benchmarks/fleet/FleetPrecision.java one 3 DIR
 *   one agent in slices beside one machine in slices, on this machine: do their intervals overlap?
 * java -cp "$P" benchmarks/fleet/FleetPrecision.java cost 1 DIR AGENTS...
 *   agents on this machine with YCSB's basic database, 1000 operations per second each: CPU time of
 *   the coordinator, and bytes for each slice
 * </pre>
 *
 * What is there already in DIR is not made again.
 */
public class FleetPrecision {
  private static final List<String> PRIMARY = List.of("client CPU", "server CPU", "throughput");
  private static final List<String> BLOCKS = List.of("--blocks", "6");
  private static final Pattern PORT = Pattern.compile("(?:127\\.0\\.0\\.1|localhost):(\\d+)");

  private final Path out;

  FleetPrecision(Path out) {
    this.out = out.toAbsolutePath();
  }

  public static void main(String[] args) throws Exception {
    int times = Integer.parseInt(args[1]);
    FleetPrecision fleet = new FleetPrecision(Path.of(args[2]));
    Files.createDirectories(fleet.out);
    switch (args[0]) {
      case "precision" ->
          fleet.precision(
              times,
              Integer.parseInt(args[3]),
              Double.parseDouble(args[4]),
              args.length > 5 ? List.of(args).subList(5, args.length) : BLOCKS);
      case "same" -> fleet.same(times, Integer.parseInt(args[3]), Double.parseDouble(args[4]));
      case "one" -> fleet.one(times);
      case "cost" -> {
        System.out.println(
            "| agents | slices/s | coordinator's CPU | for a slice | sent for a slice, to each agent | received, from each | all active together |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
        for (String agents : List.of(args).subList(3, args.length)) {
          fleet.cost(Integer.parseInt(agents));
        }
      }
      default -> throw new IllegalArgumentException("expected precision, same, one or cost: " + args[0]);
    }
  }

  /** Coordinator, agents and server, each on a host. */
  private final class Apart implements AutoCloseable {
    private final int agents;
    private final Hosts hosts;
    private final List<Process> processes = new ArrayList<>();
    private final Map<String, List<String>> listeners = new LinkedHashMap<>();

    Apart(int agents, double roundTripMillis) throws Exception {
      this.agents = agents;
      hosts = Hosts.make(agents + 2);
      if (roundTripMillis > 0) {
        hosts.disturb(
            Path.of("reliability/slow-network").toAbsolutePath(),
            new Hosts.Impairment(roundTripMillis / 2, 0, 0),
            57);
      }
      if (!Files.exists(fleet())) {
        run(List.of("bin/ycsb", "certs", "--fleet", fleet().toString()), out.resolve("certs.txt"));
      }
      startServer();
    }

    private Path fleet() {
      return out.resolve("fleet");
    }

    private int server() {
      return agents + 1;
    }

    private void startServer() throws Exception {
      Path said = out.resolve("server.txt");
      Process testbed =
          hosts.start(
              server(), 0, said, List.of("bin/ycsb", "testbed", "mongodb", "-p", "tls.cipher=TLS_AES_256_GCM_SHA384", "-p", "tls.keysize=2048"));
      processes.add(testbed);
      await(said, "Ready;");
      String variant = "";
      for (String line : Files.readAllLines(said)) {
        if (line.startsWith("# ")) {
          variant = line.substring(2).equals("plain") ? "plain" : "tls";
          listeners.put(variant, new ArrayList<>());
        } else if (line.startsWith("-p ")) {
          Matcher port = PORT.matcher(line);
          if (port.find()) {
            forward(port.group(1));
          }
          String property = PORT.matcher(line.substring(3)).replaceAll(Hosts.address(server()) + ":$1");
          // Many JVMs start at once on one machine.
          listeners.get(variant).add(property.startsWith("mongodb.url=") ? property + "?serverSelectionTimeoutMS=60000" : property);
        }
      }
      // The server is a JVM of its own, which the command has started.
      long pid =
          testbed.descendants()
              .filter(p -> p.info().command().orElse("").endsWith("java"))
              .reduce((a, b) -> b.parent().map(parent -> parent.pid() == a.pid()).orElse(false) ? b : a)
              .orElseThrow()
              .pid();
      Path watching = out.resolve("watch.txt");
      processes.add(
          hosts.start(
              server(), 0, watching, List.of("bin/ycsb", "agent", "--watch", "" + pid, "--listen", Hosts.address(server()) + ":7801", "--fleet", fleet().toString())));
      await(watching, "Ready;");
    }

    private void forward(String port) throws IOException {
      processes.add(
          hosts.start(
              server(),
              0,
              out.resolve("forward-" + port + ".txt"),
              List.of(
                  "socat",
                  "TCP-LISTEN:%s,bind=%s,fork,reuseaddr,nodelay".formatted(port, Hosts.address(server())),
                  "TCP:127.0.0.1:" + port + ",nodelay")));
    }

    /** A comparison with all agents. */
    ComparisonResult compare(String name, boolean same, List<String> more) throws Exception {
      Path directory = out.resolve(name);
      Path seconds = out.resolve(name + ".seconds");
      if (!Files.exists(seconds)) {
        List<String> command =
            new ArrayList<>(List.of("bin/ycsb", "compare", "mongodb", "-P", "workloads/workloadc", "--load"));
        listeners.get("plain").forEach(p -> command.addAll(List.of("-p", p)));
        if (same) {
          command.add("--calibrate");
        } else {
          listeners.get("tls").forEach(p -> command.addAll(List.of("-p", "variants.tls." + p)));
          command.addAll(List.of("-p", "variants.tls.tls.verify=chain"));
        }
        command.addAll(List.of("-p", "server.cpu=agent:" + Hosts.address(server()) + ":7801", "-p", "server.cpu.fleet=" + fleet()));
        String there = Hosts.address(0) + ":7800";
        command.addAll(List.of("--agents", "" + agents, "--listen", there, "--fleet", fleet().toString()));
        command.addAll(more);
        command.addAll(List.of("--out", directory.toString()));
        for (int agent = 1; agent <= agents; agent++) {
          processes.add(
              hosts.start(
                  agent, 0, out.resolve(name + "-agent-" + agent + ".txt"), List.of("bin/ycsb", "agent", "--join", there, "--fleet", fleet().toString(), "--out", out.resolve(name + "-agent-" + agent).toString(), "--number", "" + agent)));
        }
        long start = System.nanoTime();
        Path said = out.resolve(name + ".txt");
        Process coordinator = hosts.start(0, 0, said, command);
        processes.add(coordinator);
        if (coordinator.waitFor() != 0) {
          throw new IllegalStateException("ended with " + coordinator.exitValue() + ": see " + said);
        }
        Files.writeString(seconds, "" + (System.nanoTime() - start) / 1e9);
      }
      return ComparisonDirectory.read(directory);
    }

    @Override
    public void close() throws Exception {
      hosts.close();
      for (Process process : processes) {
        process.destroyForcibly();
      }
    }
  }

  private static void await(Path file, String word) throws Exception {
    for (int i = 0; i < 600; i++) {
      if (Files.exists(file) && Files.readString(file).contains(word)) {
        return;
      }
      Thread.sleep(200);
    }
    throw new IllegalStateException("no \"" + word + "\" in " + file);
  }

  private void precision(int times, int agents, double roundTrip, List<String> options)
      throws Exception {
    System.out.println("| comparison | minutes | blocks | slice | together | " + String.join(" | ", PRIMARY) + " |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
    String what = "%d-agents-%.0f-ms".formatted(agents, roundTrip);
    double[][] sliced = new double[PRIMARY.size()][times];
    double[][] whole = new double[PRIMARY.size()][times];
    try (Apart apart = new Apart(agents, roundTrip)) {
      for (int i = 0; i < times; i++) {
        String name = what + "-slices-" + (i + 1);
        ComparisonResult slices = apart.compare(name, false, options);
        double seconds = seconds(name);
        tell(name, slices, seconds);
        // A block of two whole runs takes about 2 x (10 + 15 + 4) s.
        int blocks = Math.max(6, (int) Math.round(seconds / 58));
        name = what + "-whole-" + (i + 1);
        ComparisonResult runs = apart.compare(name, false, List.of("--whole-runs", "--blocks", "" + blocks));
        tell(name, runs, seconds(name));
        for (int m = 0; m < PRIMARY.size(); m++) {
          sliced[m][i] = overhead(slices, "tls", PRIMARY.get(m)).interval().halfWidth();
          whole[m][i] = overhead(runs, "tls", PRIMARY.get(m)).interval().halfWidth();
        }
      }
    }
    for (int m = 0; m < PRIMARY.size(); m++) {
      double one = StatUtils.percentile(sliced[m], 50);
      double other = StatUtils.percentile(whole[m], 50);
      System.out.printf(Locale.ROOT, "%s, %s: median half-width %.2f points in slices, %.2f in whole runs: %.2f of it%n", what, PRIMARY.get(m), 100 * one, 100 * other, one / other);
    }
  }

  private void same(int times, int agents, double roundTrip) throws Exception {
    String what = "%d-agents-%.0f-ms".formatted(agents, roundTrip);
    int cells = 0;
    int wrong = 0;
    int outside = 0;
    try (Apart apart = new Apart(agents, roundTrip)) {
      for (int i = 1; i <= times; i++) {
        ComparisonResult result = apart.compare(what + "-same-" + i, true, BLOCKS);
        for (String metric : PRIMARY) {
          Overhead o = overhead(result, "plain-again", metric);
          cells++;
          wrong += o.verdict() == Verdict.OVERHEAD || o.verdict() == Verdict.GAIN ? 1 : 0;
          outside += o.lower() > 0 || o.upper() < 0 ? 1 : 0;
        }
        System.out.printf("%d comparisons of plain with plain, %s: %d of %d primary cells with a verdict, %d intervals without 0%n", i, what, wrong, cells, outside);
      }
    }
  }

  private void one(int times) throws Exception {
    List<String> job = List.of("mongodb", "-P", "workloads/workloadc", "-p", "tls.cipher=TLS_AES_256_GCM_SHA384", "-p", "tls.keysize=2048");
    for (int i = 1; i <= times; i++) {
      ComparisonResult machine = here("machine-" + i, job, BLOCKS);
      ComparisonResult agent = here("agent-" + i, job, Stream.concat(BLOCKS.stream(), Stream.of("--local-agents", "1")).toList());
      for (String metric : PRIMARY) {
        Overhead a = overhead(machine, "tls_aes_256_gcm_sha384-rsa-2048", metric);
        Overhead b = overhead(agent, "tls_aes_256_gcm_sha384-rsa-2048", metric);
        boolean overlap = a.lower() <= b.upper() && b.lower() <= a.upper();
        System.out.printf(Locale.ROOT, "%d, %s: one machine %+.1f %% [%+.1f, %+.1f], one agent %+.1f %% [%+.1f, %+.1f]: %s%n", i, metric, 100 * a.change(), 100 * a.lower(), 100 * a.upper(), 100 * b.change(), 100 * b.lower(), 100 * b.upper(), overlap ? "overlap" : "APART");
      }
    }
  }

  private ComparisonResult here(String name, List<String> job, List<String> more) throws Exception {
    Path directory = out.resolve(name);
    if (!Files.exists(out.resolve(name + ".seconds"))) {
      List<String> command = new ArrayList<>(List.of("bin/ycsb", "compare"));
      command.addAll(job);
      command.addAll(more);
      command.addAll(List.of("--out", directory.toString()));
      long start = System.nanoTime();
      run(command, out.resolve(name + ".txt"));
      Files.writeString(out.resolve(name + ".seconds"), "" + (System.nanoTime() - start) / 1e9);
    }
    return ComparisonDirectory.read(directory);
  }

  /** CPU time, s, and bytes sent and received until a moment, ms since 1970. */
  private record Sample(long at, double cpu, long sent, long received) {}

  private void cost(int agents) throws Exception {
    Path directory = out.resolve("cost-" + agents);
    List<String> command =
        List.of(
            "bin/ycsb", "compare", "basic", "-jvm-args", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx128m", "-P", "workloads/workloadc", "-p", "basicdb.verbose=false",
            "--calibrate", "--blocks", "1", "--warmup", "5", "--seconds", "20", "-threads", "" + agents, "-target", "" + 1000 * agents, "--local-agents", "" + agents, "--join-timeout", "300", "--out", directory.toString());
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.resolve("cost-" + agents + ".txt").toFile()).start();
    List<Sample> samples = new ArrayList<>();
    while (!process.waitFor(1, TimeUnit.SECONDS)) {
      ProcessHandle jvm =
          process.info().command().orElse("").endsWith("java")
              ? process.toHandle()
              : process.children().filter(p -> p.info().command().orElse("").endsWith("java")).findFirst().orElse(process.toHandle());
      samples.add(sample(jvm.pid()));
    }
    ComparisonResult result = ComparisonDirectory.read(directory);
    long first = Long.MAX_VALUE;
    long last = 0;
    int slices = 0;
    for (RunRecord run : result.acceptedRuns()) {
      for (String line : Files.readAllLines(directory.resolve(run.place().directory()).resolve("agent-1/slices.csv"))) {
        String[] cells = line.split(",", -1);
        if (!cells[0].equals("variant")) {
          slices++;
          first = Math.min(first, Long.parseLong(cells[8]) / 1_000_000);
          last = Math.max(last, Long.parseLong(cells[9]) / 1_000_000);
        }
      }
    }
    long from = first;
    long to = last;
    List<Sample> during = samples.stream().filter(s -> s.at >= from && s.at <= to).toList();
    Sample a = during.get(0);
    Sample b = during.get(during.size() - 1);
    double seconds = (b.at - a.at) / 1e3;
    double perSecond = slices / ((last - first) / 1e3);
    double counted = perSecond * seconds;
    System.out.printf(
        Locale.ROOT,
        "| %d | %.1f | %.2f %% of a core | %.0f us | %.0f bytes | %.0f bytes | %.1f %% |%n",
        agents,
        perSecond,
        100 * (b.cpu - a.cpu) / seconds,
        1e6 * (b.cpu - a.cpu) / counted,
        (b.sent - a.sent) / counted / agents,
        (b.received - a.received) / counted / agents,
        100 * result.acceptedRuns().stream().mapToDouble(r -> r.facts().fleet().togetherShare()).min().orElse(0));
  }

  /** From proc(5), in ticks of 10 ms, and ss(8). */
  private static Sample sample(long pid) throws Exception {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    double cpu = (Long.parseLong(words[11]) + Long.parseLong(words[12])) / 100.0;
    Process ss = new ProcessBuilder("ss", "-tinpH").start();
    long sent = 0;
    long received = 0;
    boolean ours = false;
    for (String line : new String(ss.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8).split("\n")) {
      if (!line.startsWith("\t")) {
        ours = line.contains("pid=" + pid + ",");
      } else if (ours) {
        sent += number(line, "bytes_sent:");
        received += number(line, "bytes_received:");
      }
    }
    return new Sample(System.currentTimeMillis(), cpu, sent, received);
  }

  private static long number(String line, String name) {
    Matcher found = Pattern.compile(name + "(\\d+)").matcher(line);
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }

  private void tell(String name, ComparisonResult result, double seconds) {
    double slice = result.acceptedRuns().stream().mapToDouble(r -> r.facts().sliceSeconds() == null ? 0 : r.facts().sliceSeconds()).average().orElse(0);
    double together = result.acceptedRuns().stream().mapToDouble(r -> r.facts().fleet().togetherShare()).min().orElse(0);
    StringBuilder line = new StringBuilder();
    line.append(String.format(Locale.ROOT, "| %s | %.1f | %d | %.0f ms | %.1f %% |", name, seconds / 60, overhead(result, "tls", PRIMARY.get(0)).pairs(), 1e3 * slice, 100 * together));
    for (String metric : PRIMARY) {
      Overhead o = overhead(result, "tls", metric);
      line.append(String.format(Locale.ROOT, " %+.1f %% [%+.1f, %+.1f] ±%.2f |", 100 * o.change(), 100 * o.lower(), 100 * o.upper(), 100 * o.interval().halfWidth()));
    }
    System.out.println(line);
  }

  private double seconds(String name) throws Exception {
    return Double.parseDouble(Files.readString(out.resolve(name + ".seconds")));
  }

  private static void run(List<String> command, Path log) throws Exception {
    int code = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor();
    if (code != 0) {
      throw new IllegalStateException(String.join(" ", command) + " ended with " + code + ": see " + log);
    }
  }

  private static Overhead overhead(ComparisonResult result, String variant, String metric) {
    return result.overhead(variant, Metric.ofKey(metric)).orElseThrow();
  }
}
