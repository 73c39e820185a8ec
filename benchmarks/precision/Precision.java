import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.statistics.distribution.BetaDistribution;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.comparison.result.Verdict;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.statistics.Interval;

/**
 * How well a comparison answers: makes comparisons with bin/ycsb as a user would, and says how wide
 * their intervals are and how often they are right. See docs/precision.md.
 *
 * <pre>
 * java -cp "program/target/lib/*" benchmarks/precision/Precision.java default 10 DIR
 *   the default comparison, and whole runs of the same total time, in turns; a fourth argument N
 *   makes whole runs only beside each N-th comparison, 0 none
 * java -cp "program/target/lib/*" benchmarks/precision/Precision.java repeat 10 DIR BINDING [OPTION...]
 *   the same comparison of workload C again and again (with --quick, with --may-sleep): how many of
 *   its intervals contain the median of all?
 * java -cp "program/target/lib/*" benchmarks/precision/Precision.java same 40 DIR BINDING
 *   plain with plain, as long as the default takes: how often is a difference found?
 * java -cp "program/target/lib/*" benchmarks/precision/Precision.java keys 12 DIR BINDING
 *   RSA-2048 with RSA-4096 on kept connections, where no handshake is counted: the same
 * java -cp "program/target/lib/*" benchmarks/precision/Precision.java known 40 DIR
 *   200 with 210 us: is +5 % in the interval? 200 with 202 us: is it found?
 * java -cp "program/target/lib/*" benchmarks/precision/Precision.java server 40 DIR 1.5
 *   MongoDB's test server, which wastes 1.5 us in each command of one variant: is that in the
 *   interval of server CPU? And what does the CPU of a client do that only waits longer?
 * java -cp "program/target/lib/*" benchmarks/precision/Precision.java agree 1 DIR
 *   slices beside whole runs, for other workloads and databases: do their intervals overlap?
 *   A fourth argument (cassandra) names the only one to compare
 * java -cp "program/target/lib/*" benchmarks/precision/Precision.java warm 6 COMPARISON
 *   what it would have found in 6 s of active time after each warm-up; for a comparison of two
 *   variants with a short warm-up and a long measurement
 * java -cp "program/target/lib/*" benchmarks/precision/Precision.java time 1 COMPARISON
 *   where the time of a comparison went whose runs took turns and whose servers are new each time
 * </pre>
 *
 * What is there already in DIR is not made again.
 */
public class Precision {
  private static final String TLS = "tls_aes_256_gcm_sha384-rsa-2048";
  private static final List<String> PRIMARY = List.of("client CPU", "server CPU", "throughput");

  private final Path out;

  Precision(Path out) {
    this.out = out;
  }

  public static void main(String[] args) throws Exception {
    int times = Integer.parseInt(args[1]);
    Precision precision = new Precision(Path.of(args[2]));
    switch (args[0]) {
      case "default" ->
          precision.standard(times, args.length > 3 ? Integer.parseInt(args[3]) : 1);
      case "repeat" ->
          precision.repeat(times, args[3], List.of(args).subList(4, args.length));
      case "same" -> precision.same(times, args[3]);
      case "keys" -> precision.keys(times, args[3]);
      case "known" -> precision.known(times);
      case "server" -> precision.server(times, args[3]);
      case "warm" -> precision.warm(times);
      case "time" -> precision.time();
      case "agree" -> precision.agree(times, args.length > 3 ? args[3] : "");
      default ->
          throw new IllegalArgumentException("expected default, repeat, same, keys, known, server, agree, warm or time: " + args[0]);
    }
  }

  /** Means over the blocks, s. A block ends when its last JVM does. */
  private void time() throws Exception {
    Collection<List<RunRecord>> all =
        ComparisonDirectory.read(out).acceptedRuns().stream()
            .collect(Collectors.groupingBy(RunRecord::block))
            .values();
    int blocks = all.size();
    double warmUp = 0;
    double slices = 0;
    double idle = 0;
    double jvms = 0;
    DoubleSummaryStatistics began = new DoubleSummaryStatistics();
    for (List<RunRecord> block : all) {
      double measured = 0;
      double warm = 0;
      RunResult file = null;
      for (RunRecord run : block) {
        file = RunResultFile.read(out.resolve(run.place().directory()).resolve(RunResultFile.NAME));
        measured += file.window().runtimeSeconds();
        warm = Math.max(warm, file.window().warmupSeconds());
      }
      warmUp += warm;
      slices += measured;
      idle += file.slices().idleSeconds();
      jvms += block.get(0).facts().wallSeconds() - warm - measured - file.slices().idleSeconds();
      began.accept(OffsetDateTime.parse(file.window().startedAt()).toInstant().toEpochMilli() / 1e3);
    }
    double whole = (began.getMax() - began.getMin()) / (blocks - 1);
    double servers = whole - (warmUp + slices + idle + jvms) / blocks;
    System.out.println("| what | s | share |");
    System.out.println("| --- | --- | --- |");
    row("a new server, loaded", servers, whole);
    row("load generators start, connect and end; turns between slices", jvms / blocks, whole);
    row("warm-up, all at the same time", warmUp / blocks, whole);
    row("slices that count, of all variants", slices / blocks, whole);
    row("idle, for its cost", idle / blocks, whole);
    row("a block", whole, whole);
  }

  private static void row(String what, double seconds, double whole) {
    System.out.printf(Locale.ROOT, "| %s | %.1f | %.0f %% |%n", what, seconds, 100 * seconds / whole);
  }

  /** Half-widths in points: the default beside whole runs that take as long. */
  private void standard(int times, int every) throws Exception {
    List<String> job = job("mongodb", "workloadc");
    System.out.println("| comparison | minutes | blocks | " + String.join(" | ", PRIMARY) + " |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    for (int i = 1; i <= times; i++) {
      double seconds = tell("slices " + i, "slices-" + i, job, List.of());
      if (every > 0 && (i - 1) % every == 0) {
        // A block of two whole runs takes about 2 x (10 + 15 + 2) s.
        int blocks = Math.max(6, (int) Math.round(seconds / 54));
        tell(
            "whole runs " + i, "whole-" + i, job, List.of("--whole-runs", "--blocks", "" + blocks));
      }
    }
  }

  private static List<String> job(String binding, String workload) {
    return List.of(
        binding,
        "-P",
        "workloads/" + workload,
        "-p",
        "tls.cipher=TLS_AES_256_GCM_SHA384",
        "-p",
        "tls.keysize=2048");
  }

  /** A workload of a binding, with the warm-up and the length of its whole runs, s. */
  private record Pair(String binding, String workload, String warmup, String length) {}

  /** Six blocks of slices and six of whole runs, one after the other. */
  private void agree(int times, String only) throws Exception {
    List<Pair> pairs =
        List.of(
            new Pair("mongodb", "workloada", "4", "4"),
            // A node works in the background and is warm after minutes.
            new Pair("cassandra", "workloadc", "45", "5"),
            new Pair("jdbc", "workloadc", "4", "4"),
            // What runs once per connection is warm after thousands of connections.
            new Pair("mongodb", "connectionchurn", "25", "5"));
    for (int i = 1; i <= times; i++) {
      for (Pair pair : pairs) {
        if (only.isEmpty() || only.equals(pair.binding)) {
          agree(i, pair.binding, pair.workload, pair.warmup, pair.length);
        }
      }
    }
  }

  private void agree(int i, String binding, String workload, String warmup, String length)
      throws Exception {
    List<String> job = job(binding, workload);
    String name = binding + " " + workload;
    String directory = name.replace(' ', '-') + "-" + i;
    List<String> six = List.of("--blocks", "6", "--seconds", length);
    tell(name + ", slices", "agree-slices-" + directory, job, with(six, "--warmup", "4"));
    tell(
        name + ", whole runs",
        "agree-whole-" + directory,
        job,
        with(six, "--warmup", warmup, "--whole-runs"));
  }

  private static List<String> with(List<String> arguments, String... more) {
    return Stream.concat(arguments.stream(), Stream.of(more)).toList();
  }

  private double tell(String name, String directory, List<String> job, List<String> more)
      throws Exception {
    ComparisonResult result = compare(directory, job, more);
    double seconds = seconds(directory);
    StringBuilder line = new StringBuilder();
    Overhead any = overhead(result, TLS, "client CPU");
    line.append(
        String.format(Locale.ROOT, "| %s | %.1f | %d |", name, seconds / 60, any.pairs()));
    for (String metric : PRIMARY) {
      Overhead o = overhead(result, TLS, metric);
      line.append(
          String.format(
              Locale.ROOT,
              " %+.1f %% [%+.1f, %+.1f] ±%.1f |",
              100 * o.change(),
              100 * o.lower(),
              100 * o.upper(),
              100 * o.interval().halfWidth()));
    }
    System.out.println(line);
    return seconds;
  }

  private void repeat(int times, String binding, List<String> options) throws Exception {
    String name = binding + String.join("", options).replace("--", "-");
    double[][] estimates = new double[PRIMARY.size()][times];
    List<ComparisonResult> results = new ArrayList<>();
    System.out.println("| comparison | minutes | blocks | " + String.join(" | ", PRIMARY) + " |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    for (int i = 1; i <= times; i++) {
      String directory = "repeat-" + name + "-" + i;
      tell(name + " " + i, directory, job(binding, "workloadc"), options);
      results.add(compare(directory, List.of(), List.of()));
      for (int m = 0; m < PRIMARY.size(); m++) {
        estimates[m][i - 1] = overhead(results.get(i - 1), TLS, PRIMARY.get(m)).change();
      }
    }
    for (int m = 0; m < PRIMARY.size(); m++) {
      String metric = PRIMARY.get(m);
      double[] sorted = estimates[m].clone();
      Arrays.sort(sorted);
      double median = (sorted[(times - 1) / 2] + sorted[times / 2]) / 2;
      long contain = results.stream().map(r -> overhead(r, TLS, metric))
          .filter(o -> o.interval().contains(median)).count();
      System.out.printf(Locale.ROOT, "%s: median %+.1f %%, in the interval of %d of %d; from %+.1f to %+.1f %%%n",
          metric, 100 * median, contain, times, 100 * sorted[0], 100 * sorted[times - 1]);
    }
  }

  /** Plain with itself: each primary verdict but "inconclusive" and "equivalent" is false. */
  private void same(int times, String binding) throws Exception {
    List<String> job = List.of(binding, "-P", "workloads/workloadc", "--calibrate");
    negative("plain with plain, " + binding, "same-" + binding, "plain-again", times, job);
  }

  private void keys(int times, String binding) throws Exception {
    List<String> job = new ArrayList<>(List.of(binding, "-P", "workloads/workloadc", "--baseline", "a"));
    for (String variant : List.of("a.tls.keysize=RSA-2048", "b.tls.keysize=RSA-4096")) {
      String name = variant.substring(0, 1);
      job.addAll(List.of("-p", "variants." + name + ".tls.cipher=TLS_AES_256_GCM_SHA384", "-p", "variants." + variant));
    }
    negative("key length, " + binding, "keys-" + binding, "b", times, job);
  }

  private void negative(String what, String name, String variant, int times, List<String> job)
      throws Exception {
    int cells = 0;
    int wrong = 0;
    int outside = 0;
    double seconds = 0;
    for (int i = 1; i <= times; i++) {
      ComparisonResult result = compare(name + "-" + i, job, List.of());
      seconds += seconds(name + "-" + i);
      for (String metric : PRIMARY) {
        Overhead o = overhead(result, variant, metric);
        cells++;
        wrong += o.verdict() == Verdict.OVERHEAD || o.verdict() == Verdict.GAIN ? 1 : 0;
        outside += o.interval().contains(0) ? 0 : 1;
        System.out.printf(Locale.ROOT, "  %s: %+.2f %% [%+.2f, %+.2f], %d blocks%n", metric,
            100 * o.change(), 100 * o.lower(), 100 * o.upper(), o.pairs());
      }
      System.out.printf(
          Locale.ROOT,
          "%d comparisons of %s, %.1f min each: %d of %d primary cells with a verdict (95 %%: %.1f to %.1f %%), %d intervals without 0%n",
          i, what, seconds / 60 / i, wrong, cells, 100 * clopperPearson(wrong, cells, 0.025),
          100 * clopperPearson(wrong + 1, cells, 0.975), outside);
    }
  }

  /** The share p at which k - 1 or fewer of n have the probability 1 - level. */
  private static double clopperPearson(int k, int n, double level) {
    return k == 0 ? 0 : k > n ? 1 : BetaDistribution.of(k, n - k + 1).inverseCumulativeProbability(level);
  }

  private void known(int times) throws Exception {
    Path classes = Files.createDirectories(out.resolve("classes"));
    run(List.of("javac", "-cp", "program/target/lib/*", "-d", classes.toString(), "benchmarks/precision/SpinDb.java"), out.resolve("javac.txt"));
    int covered = 0;
    int found = 0;
    double[] widths = new double[times];
    for (int i = 1; i <= times; i++) {
      ComparisonResult result =
          compare(
              "known-" + i,
              List.of("SpinDb", "-cp", classes.toString(), "-P", "workloads/workloadc"),
              List.of(
                  "-p", "variants.five.spin.micros=210", "-p", "variants.one.spin.micros=202",
                  "--blocks", "6", "--warmup", "0.5", "--seconds", "1.2"));
      Overhead five = overhead(result, "five", "READ mean");
      covered += five.interval().contains(0.05) ? 1 : 0;
      widths[i - 1] = 100 * five.interval().halfWidth();
      found += overhead(result, "one", "READ mean").lower() > 0 ? 1 : 0;
      System.out.printf(
          Locale.ROOT,
          "%d comparisons: +5 %% is in the interval of %d, median half-width %.2f points; +1 %% is found by %d%n",
          i, covered, Arrays.stream(widths, 0, i).sorted().toArray()[(i - 1) / 2], found);
    }
  }

  /**
   * A server that wastes a known time in each read: is it in the interval of server CPU? And what
   * does a client's CPU do whose server is only slower?
   */
  private void server(int times, String micros) throws Exception {
    double known = Double.parseDouble(micros);
    int covered = 0;
    for (int i = 1; i <= times; i++) {
      ComparisonResult result =
          compare(
              "server-" + micros + "-" + i,
              List.of("mongodb", "-P", "workloads/workloadc", "-p", "variants.more.testbed.extracpu=" + micros),
              List.of());
      Interval server = overhead(result, "more", "server CPU").difference();
      covered += server.contains(known) ? 1 : 0;
      Overhead client = overhead(result, "more", "client CPU");
      System.out.printf(
          Locale.ROOT,
          "%d blocks: server CPU %+.2f us [%+.2f, %+.2f], %.1f %%; client CPU %+.1f %% [%+.1f, %+.1f], %+.2f us [%+.2f, %+.2f]; %s us is in %d of %d%n",
          client.pairs(), server.estimate(), server.lower(), server.upper(),
          100 * overhead(result, "more", "server CPU").change(),
          100 * client.change(), 100 * client.lower(), 100 * client.upper(),
          client.difference().estimate(), client.difference().lower(), client.difference().upper(),
          micros, covered, i);
    }
  }

  /**
   * What a comparison would have found after another warm-up: the mean log ratio of client CPU, of
   * server CPU and of throughput over its blocks, in windows of its slices, and how much it scatters
   * between blocks. For a comparison with a short warm-up and a long measurement.
   *
   * @param window active time, s
   */
  private void warm(double window) throws Exception {
    System.out.println("| from, s of active time | client CPU, ratio (sd) | server CPU | throughput | compilers of a client, of its time |");
    System.out.println("| --- | --- | --- | --- | --- |");
    List<List<String[]>> blocks = new ArrayList<>();
    try (Stream<Path> files = Files.walk(out.resolve("runs"))) {
      for (Path file : files.filter(f -> f.getFileName().toString().startsWith("slices.csv")).sorted().toList()) {
        try (InputStream in = Files.newInputStream(file);
            BufferedReader lines =
                new BufferedReader(
                    new InputStreamReader(file.endsWith("slices.csv") ? in : new GZIPInputStream(in), UTF_8))) {
          blocks.add(lines.lines().skip(1).map(line -> line.split(",", -1)).toList());
        }
      }
    }
    for (double from = 0; ; from += window / 2) {
      double[][] logs = new double[3][blocks.size()];
      double compilers = 0;
      for (int b = 0; b < blocks.size(); b++) {
        double[] plain = sums(blocks.get(b), true, from, window);
        double[] tls = sums(blocks.get(b), false, from, window);
        if (plain[0] < 0.9 * window || tls[0] < 0.9 * window) {
          return;
        }
        logs[0][b] = Math.log(tls[2] / tls[1] / (plain[2] / plain[1]));
        logs[1][b] = Math.log(tls[3] / tls[1] / (plain[3] / plain[1]));
        logs[2][b] = Math.log(tls[1] / tls[0] / (plain[1] / plain[0]));
        compilers += (plain[4] + tls[4]) / 1e9 / (plain[0] + tls[0]) / blocks.size();
      }
      System.out.printf(Locale.ROOT, "| %.1f | %s | %s | %s | %.0f %% |%n", from,
          scatter(logs[0]), scatter(logs[1]), scatter(logs[2]), 100 * compilers);
    }
  }

  /** Seconds, operations, client's, server's and compilers' CPU of the slices that begin in the window. */
  private static double[] sums(List<String[]> slices, boolean plain, double from, double window) {
    double[] sums = new double[5];
    double begin = 0;
    for (String[] slice : slices) {
      if (slice[0].equals("plain") == plain) {
        if (begin >= from && begin < from + window) {
          int[] columns = {2, 3, 5, 6, 7};
          for (int i = 0; i < columns.length; i++) {
            sums[i] += Double.parseDouble(slice[columns[i]]);
          }
        }
        begin += Double.parseDouble(slice[2]);
      }
    }
    return sums;
  }

  private static String scatter(double[] logs) {
    double mean = Arrays.stream(logs).average().orElseThrow();
    double squares = Arrays.stream(logs).map(log -> (log - mean) * (log - mean)).sum();
    return String.format(Locale.ROOT, "%.4f (%.1f %%)", Math.exp(mean), 100 * Math.sqrt(squares / (logs.length - 1)));
  }

  private ComparisonResult compare(String name, List<String> job, List<String> more) throws Exception {
    Path directory = out.resolve(name);
    Path times = out.resolve(name + ".seconds");
    if (!Files.exists(times)) {
      List<String> command = new ArrayList<>(List.of("bin/ycsb", "compare"));
      command.addAll(job);
      command.addAll(more);
      command.addAll(List.of("--out", directory.toString()));
      long start = System.nanoTime();
      run(command, out.resolve(name + ".txt"));
      Files.writeString(times, Double.toString((System.nanoTime() - start) / 1e9));
    }
    return ComparisonDirectory.read(directory);
  }

  private double seconds(String name) throws Exception {
    return Double.parseDouble(Files.readString(out.resolve(name + ".seconds")));
  }

  private void run(List<String> command, Path log) throws Exception {
    Files.createDirectories(out);
    int code =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor();
    if (code != 0) {
      throw new IllegalStateException(String.join(" ", command) + " ended with " + code + ": see " + log);
    }
  }

  private static Overhead overhead(ComparisonResult result, String variant, String metric) {
    return result.overhead(variant, Metric.ofKey(metric)).orElseThrow();
  }
}
