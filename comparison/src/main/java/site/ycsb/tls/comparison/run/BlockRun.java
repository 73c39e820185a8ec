package site.ycsb.tls.comparison.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.servers.ServerSide;
import site.ycsb.tls.servers.ServerView;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceReport;
import site.ycsb.tls.statistics.Precision;

/** One run of a block of slices, and what it has reported. Used by one thread. */
final class BlockRun {
  /** Longest time from the start of a JVM until it takes orders, s. */
  private static final double LONGEST_START_SECONDS = 120;

  /** Time for an answer, or its end, in addition to the slice and {@code stall.seconds}, s. */
  private static final double SLACK_SECONDS = 15;

  private final Variant variant;
  private final RunRecord record;
  private final List<SliceReport> slices = new ArrayList<>();
  private Optional<ServerSide.Address> address = Optional.empty();
  private RunRequest request;
  private TypedProperties properties;
  private ServerView witnessBefore;
  private StartedRun run;
  private RunOutcome outcome;
  private boolean grows;
  private boolean connected;
  private long startNanos;
  private final List<SliceReport> warmSlices = new ArrayList<>();
  private long coldOperations;
  private double coldSeconds;

  BlockRun(Variant variant, RunRecord record) {
    this.variant = variant;
    this.record = record;
  }

  /**
   * A run that cannot continue; the message names it and gives the reason, if known. The run's own
   * reason comes later, and is more precise.
   */
  static final class Failed extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient BlockRun run;

    Failed(BlockRun run, String how, Throwable cause) {
      super(run.variant.name() + ": " + how, cause);
      this.run = run;
    }

    /** The run that cannot continue. */
    BlockRun run() {
      return run;
    }
  }

  /**
   * Its server and its data are ready.
   *
   * @param inserts whether its operations insert records
   */
  void prepared(ServerSide.Address where, boolean inserts) {
    address = Optional.of(where);
    grows = inserts;
  }

  /** Whether its operations insert records. */
  boolean grows() {
    return grows;
  }

  void start(RunLauncher launcher, RunRequest what, ServerView before)
      throws IOException, InterruptedException {
    request = what;
    witnessBefore = before;
    properties = new TypedProperties(what.properties());
    startNanos = System.nanoTime();
    run = launcher.start(what);
  }

  void awaitReady() throws IOException, InterruptedException, Failed {
    try {
      if (!run.isReady(LONGEST_START_SECONDS)) {
        throw new Failed(this, "did not start", null);
      }
    } catch (TimeoutException e) {
      throw new Failed(
          this,
          "did not start within %.0f s: the machine is too slow, or too busy with other work"
              .formatted(LONGEST_START_SECONDS),
          e);
    }
  }

  /** Gives the order and waits for the answer. */
  SliceReport take(Order order) throws IOException, InterruptedException, Failed {
    send(order);
    return await(order);
  }

  void send(Order order) throws IOException, Failed {
    try {
      run.send(order);
    } catch (IOException e) {
      throw new Failed(this, "ended before its block did", e);
    }
  }

  SliceReport await(Order order) throws IOException, InterruptedException, Failed {
    try {
      Optional<SliceReport> answer = run.await(order.nanos() / 1e9 + patience());
      if (answer.isEmpty()) {
        throw new Failed(this, "ended before its block did", null);
      }
      keep(answer.get());
      return answer.get();
    } catch (TimeoutException e) {
      throw new Failed(this, "hangs in a slice", e);
    }
  }

  private void keep(SliceReport report) {
    switch (report.kind()) {
      case CONNECT -> connected = true;
      case COLD -> {
        coldOperations += report.succeeded();
        // Its threads may have done what they were to do before it was over.
        coldSeconds += Math.max(report.seconds(), Slicing.USUAL_SECONDS);
      }
      case WARM_UP -> warmSlices.add(report);
      case MEASURE -> slices.add(report);
      default -> {
        // Not needed here.
      }
    }
  }

  /** All close their connections, write their results and end. */
  static void endAll(List<BlockRun> all) throws IOException, InterruptedException, Failed {
    for (BlockRun each : all) {
      each.send(Order.end());
    }
    for (BlockRun each : all) {
      each.outcome = each.run.outcome(each.patience());
    }
  }

  /** Ends all, even if closing one of them fails. */
  static void closeAll(List<BlockRun> all) throws IOException {
    if (!all.isEmpty()) {
      try (StartedRun ignored = all.get(all.size() - 1).run) {
        closeAll(all.subList(0, all.size() - 1));
      }
    }
  }

  /** Waits for its end and says how it ended. */
  RunOutcome outcome() throws IOException, InterruptedException {
    return outcome == null ? run.outcome(patience()) : outcome;
  }

  /** How long it may take for what takes no time, s. */
  private double patience() {
    return properties.get(RunProperties.STALL_SECONDS) + SLACK_SECONDS;
  }

  /** Time since its start, s. */
  double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  boolean wasStarted() {
    return run != null;
  }

  Variant variant() {
    return variant;
  }

  RunRecord record() {
    return record;
  }

  /** See {@link StartedRun#leastSliceSeconds}. */
  double leastSliceSeconds() {
    return run.leastSliceSeconds();
  }

  /** Number of its load threads. */
  double threads() {
    return properties.get(RunProperties.THREADCOUNT);
  }

  /** Whether its operations have intended starts. */
  boolean hasTarget() {
    return properties.get(RunProperties.TARGET, 0.0) > 0;
  }

  Path directory() {
    return request.directory();
  }

  Optional<ServerSide.Address> address() {
    return address;
  }

  ServerView witnessBefore() {
    return witnessBefore;
  }

  /** The slices that count, round by round. */
  List<SliceReport> slices() {
    return slices;
  }

  /**
   * How far the rounds of a block scatter: the standard deviation of ln(this / the baseline) over
   * the rounds, by key of the metric. Empty for the baseline.
   */
  Map<String, Double> spreadRelativeTo(BlockRun baseline) {
    return baseline == this ? Map.of() : spread(slices, baseline.slices);
  }

  /** Of the rounds of two runs; without metrics that fewer than three rounds of both know. */
  static Map<String, Double> spread(List<SliceReport> own, List<SliceReport> base) {
    Map<String, Double> spread = new LinkedHashMap<>();
    put(spread, Metric.THROUGHPUT, own, base, SliceReport::throughput);
    put(spread, Metric.CLIENT_CPU, own, base, s -> (double) s.clientNanos() / s.succeeded());
    put(spread, Metric.SERVER_CPU, own, base, BlockRun::serverNanosPerOperation);
    return spread;
  }

  /** NaN where it is unknown: of two unknown ones the ratio would be a number. */
  private static double serverNanosPerOperation(SliceReport slice) {
    return slice.serverNanos() < 0 ? Double.NaN : (double) slice.serverNanos() / slice.succeeded();
  }

  /**
   * {@code ln} of the client CPU per operation in the second half of the slices over that in the
   * first; null when it cannot be computed.
   */
  Double cpuTrend() {
    return trend(slices, SliceReport::clientNanos);
  }

  /** The same of the server's CPU; null too when that is unknown. */
  Double serverTrend() {
    boolean known = slices.stream().allMatch(slice -> slice.serverNanos() >= 0);
    return known ? trend(slices, SliceReport::serverNanos) : null;
  }

  static Double trend(List<SliceReport> slices, ToLongFunction<SliceReport> nanos) {
    int half = slices.size() / 2;
    double trend =
        Math.log(
            perOperation(slices.subList(slices.size() - half, slices.size()), nanos)
                / perOperation(slices.subList(0, half), nanos));
    return Double.isFinite(trend) ? trend : null;
  }

  private static double perOperation(List<SliceReport> some, ToLongFunction<SliceReport> nanos) {
    return (double) some.stream().mapToLong(nanos).sum()
        / some.stream().mapToLong(SliceReport::succeeded).sum();
  }

  private static void put(
      Map<String, Double> spread,
      Metric metric,
      List<SliceReport> own,
      List<SliceReport> base,
      ToDoubleFunction<SliceReport> figure) {
    int rounds = Math.min(own.size(), base.size());
    double[] ratios =
        IntStream.range(0, rounds)
            .mapToDouble(
                round ->
                    Math.log(
                        figure.applyAsDouble(own.get(round))
                            / figure.applyAsDouble(base.get(round))))
            .filter(Double::isFinite)
            .toArray();
    if (ratios.length >= Precision.FEWEST) {
      spread.put(metric.key(), Precision.deviation(ratios));
    }
  }

  /** Whether it was connected: a later failure may not happen again. */
  boolean worked() {
    return connected;
  }

  double warmSeconds() {
    return warmSlices.stream().mapToDouble(SliceReport::seconds).sum();
  }

  /**
   * CPU time of the compilers per second of the last part of the warm-up, mean over its processes:
   * 0 when all code that is often used is compiled.
   *
   * @param seconds length of that part, s
   */
  double compiling(double seconds) {
    double length = 0;
    long nanos = 0;
    for (int i = warmSlices.size() - 1; i >= 0 && length < seconds; i--) {
      length += warmSlices.get(i).seconds();
      nanos += warmSlices.get(i).compilerNanos();
    }
    return length > 0 ? nanos / 1e9 / length / properties.get(RunProperties.FLEET_AGENTS, 1L) : 0;
  }

  long warmOperations() {
    return warmSlices.stream().mapToLong(SliceReport::succeeded).sum();
  }

  /**
   * Operations per second in the last slices of the warm-up; with a target in all of them, since
   * nothing may be due in one.
   */
  double warmThroughput() {
    return hasTarget() ? warmOperations() / warmSeconds() : usualThroughput(warmSlices);
  }

  /**
   * The median of the last three slices, of two the greater: a server that stands still in one of
   * them must not make the slices that count as long as that.
   */
  static double usualThroughput(List<SliceReport> warmSlices) {
    double[] last =
        warmSlices.subList(Math.max(0, warmSlices.size() - 3), warmSlices.size()).stream()
            .mapToDouble(SliceReport::throughput)
            .sorted()
            .toArray();
    return last.length == 0 ? 0 : last[last.length / 2];
  }

  long coldOperations() {
    return coldOperations;
  }

  /** Length of its cold slices, s. */
  double coldSeconds() {
    return coldSeconds;
  }
}
