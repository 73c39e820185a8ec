package site.ycsb.tls.fleet;

import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import site.ycsb.tls.engine.RunOptions;
import site.ycsb.tls.measurement.OperationSums;
import site.ycsb.tls.measurement.RunResult;
import site.ycsb.tls.measurement.RunResult.Churn;
import site.ycsb.tls.measurement.RunResult.CpuUse;
import site.ycsb.tls.measurement.RunResult.Fleet;
import site.ycsb.tls.measurement.RunResult.FleetMember;
import site.ycsb.tls.measurement.RunResult.GarbageCollection;
import site.ycsb.tls.measurement.RunResult.Outcome;
import site.ycsb.tls.measurement.RunResult.Pacing;
import site.ycsb.tls.socket.TlsEvidence;
import site.ycsb.tls.socket.TransportCounts;

/**
 * The results of all agents as one result: counts, CPU times and histograms are added; the window
 * is from the first start to the last end, as for the threads of one process. Immutable.
 */
final class MergedRun {
  /**
   * Shares of the window in which all measured: below the first a warning, below the second a
   * failure.
   */
  private static final double GOOD = 0.95;

  private static final double BAD = 0.5;

  /** A start skew above both of these (s, and share of the window) is mentioned. */
  private static final double NOTEWORTHY_SKEW = 0.05;

  private static final double NOTEWORTHY_SHARE = 0.01;

  /** A clock difference above this is mentioned, because of the times in the agent's logs. */
  private static final long NOTEWORTHY_CLOCK_MILLIS = 1_000;

  private final RunOptions options;
  private final List<Part> parts;
  private final List<RunResult> results;

  /** One agent's share. */
  record Part(MemberRun run, RunResult result) {
    private String name() {
      return run.member().name();
    }
  }

  /**
   * @param options of the whole run
   * @param parts at least one
   */
  MergedRun(RunOptions options, List<Part> parts) {
    this.options = options;
    this.parts = List.copyOf(parts);
    results = parts.stream().map(Part::result).toList();
  }

  /**
   * The merged result.
   *
   * @param command for the result
   * @param properties of the whole run, secrets masked
   * @param interrupted whether the user ended it
   * @param failure a further reason why it failed; or empty
   */
  RunResult result(
      String command, Map<String, String> properties, boolean interrupted, String failure) {
    RunResult first = results.get(0);
    Fleet fleet = fleet();
    List<String> failures = new ArrayList<>();
    if (!failure.isEmpty()) {
      failures.add(failure);
    }
    if (!interrupted) {
      failures.addAll(failures(fleet));
    }
    List<String> problems = new ArrayList<>(failures);
    problems.addAll(warnings(fleet));
    boolean bad =
        results.stream().anyMatch(result -> result.outcome() == Outcome.FAILED)
            || (!interrupted && !failures.isEmpty());
    return new RunResult(
        RunResult.FORMAT,
        first.toolVersion(),
        command,
        first.phase(),
        first.binding(),
        options.label(),
        startedAt(),
        bad ? Outcome.FAILED : interrupted ? Outcome.INCOMPLETE : Outcome.COMPLETE,
        problems,
        properties,
        options.seed(),
        results.stream().mapToInt(RunResult::threads).sum(),
        options.target(),
        most(RunResult::connectSeconds),
        most(RunResult::warmupSeconds),
        window(),
        sum(RunResult::succeeded),
        sum(RunResult::failed),
        OperationSums.of(results.stream().map(RunResult::operations).toList()),
        perSecond(),
        cpu(),
        connections(RunResult::connections),
        connections(RunResult::setupConnections),
        first.tls(),
        first.server(),
        first.environment(),
        pacing(),
        churn(),
        collections(),
        fleet,
        null,
        null);
  }

  private List<String> failures(Fleet fleet) {
    List<String> failures = new ArrayList<>();
    TlsEvidence evidence = results.get(0).tls();
    for (Part part : parts) {
      if (!Objects.equals(part.result().tls(), evidence)) {
        failures.add(
            "%s negotiated %s, %s %s"
                .formatted(part.name(), part.result().tls(), parts.get(0).name(), evidence));
      }
      if (part.run().started().isEmpty()) {
        failures.add(part.name() + " did not tell when it started");
      }
    }
    long failed = sum(RunResult::failed);
    if (failed > options.errorsMax()) {
      failures.add(
          "%d operations of all agents failed; errors.max allows %d"
              .formatted(failed, options.errorsMax()));
    }
    boolean transactions = results.get(0).phase().equals("transactions");
    if (transactions && fleet.togetherShare() < BAD) {
      failures.add(together(fleet));
    }
    return failures;
  }

  private List<String> warnings(Fleet fleet) {
    List<String> warnings = new ArrayList<>();
    for (Part part : parts) {
      part.result().problems().stream()
          .map(problem -> part.name() + ": " + problem)
          .forEach(warnings::add);
    }
    for (Part part : parts) {
      long ahead = part.run().clock().wallMillisAhead();
      if (Math.abs(ahead) > NOTEWORTHY_CLOCK_MILLIS) {
        warnings.add(
            String.format(
                Locale.ROOT,
                "the clock of %s is %+.1f s off: so are the times in its logs, but not its start",
                part.name(),
                ahead / 1e3));
      }
    }
    boolean transactions = results.get(0).phase().equals("transactions");
    if (transactions && fleet.togetherShare() >= BAD && fleet.togetherShare() < GOOD) {
      warnings.add(together(fleet));
    }
    if (fleet.startSkewSeconds() > NOTEWORTHY_SKEW
        && fleet.startSkewSeconds() > NOTEWORTHY_SHARE * window()) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the last agent started %.0f ms after the first",
              1e3 * fleet.startSkewSeconds()));
    }
    return warnings;
  }

  private static String together(Fleet fleet) {
    return String.format(
        Locale.ROOT,
        "all agents measured together in only %.0f %% of the window: give a length in seconds"
            + " (maxexecutiontime), or more operations",
        100 * fleet.togetherShare());
  }

  private Fleet fleet() {
    List<Span> spans = spans();
    double firstEnd = spans.stream().mapToDouble(Span::end).min().orElse(0);
    double lastStart = spans.stream().mapToDouble(Span::start).max().orElse(0);
    double window = window();
    List<FleetMember> members = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      RunResult result = results.get(i);
      members.add(
          new FleetMember(
              parts.get(i).name(),
              result.threads(),
              spans.get(i).start(),
              result.runtimeSeconds(),
              result.succeeded(),
              result.failed(),
              result.cpu().clientSeconds(),
              result.cpu().foreignShare()));
    }
    return new Fleet(
        lastStart,
        parts.stream()
            .filter(part -> part.run().started().isPresent())
            .mapToDouble(part -> part.run().clock().roundTrip() / 2e9)
            .max()
            .orElse(0),
        window > 0 ? Math.max(0, firstEnd - lastStart) / window : 0,
        members);
  }

  /** An agent's figure, s since the first start. */
  private record Span(double start, double end) {}

  private List<Span> spans() {
    long first =
        parts.stream()
            .flatMap(part -> part.run().started().stream())
            .mapToLong(nanos -> nanos)
            .min()
            .orElse(0);
    return parts.stream()
        .map(
            part -> {
              double start = part.run().started().map(nanos -> (nanos - first) / 1e9).orElse(0.0);
              return new Span(start, start + part.result().runtimeSeconds());
            })
        .toList();
  }

  /** From the first start to the last end, s. */
  private double window() {
    return spans().stream().mapToDouble(Span::end).max().orElse(0);
  }

  private String startedAt() {
    return results.stream()
        .map(RunResult::startedAt)
        .min(Comparator.comparing(OffsetDateTime::parse))
        .map(at -> OffsetDateTime.parse(at).format(DateTimeFormatter.ISO_OFFSET_DATE_TIME))
        .orElseThrow();
  }

  private long sum(ToLongFunction<RunResult> what) {
    return results.stream().mapToLong(what).sum();
  }

  private double most(ToDoubleFunction<RunResult> what) {
    return results.stream().mapToDouble(what).max().orElse(0);
  }

  /** A second that not all agents measured is the sum of those that did. */
  private List<Double> perSecond() {
    int seconds =
        results.stream().mapToInt(result -> result.throughputPerSecond().size()).max().orElse(0);
    List<Double> sums = new ArrayList<>();
    for (int i = 0; i < seconds; i++) {
      int second = i;
      sums.add(
          results.stream()
              .map(RunResult::throughputPerSecond)
              .filter(series -> second < series.size())
              .mapToDouble(series -> series.get(second))
              .sum());
    }
    return sums;
  }

  private CpuUse cpu() {
    List<Double> server =
        results.stream()
            .map(result -> result.cpu().serverSeconds())
            .filter(Objects::nonNull)
            .toList();
    Map<String, List<RunResult>> byHost =
        results.stream().collect(Collectors.groupingBy(result -> result.environment().host()));
    return new CpuUse(
        results.stream().mapToDouble(result -> result.cpu().clientSeconds()).sum(),
        server.isEmpty() ? null : server.get(0),
        byHost.values().stream().mapToDouble(MergedRun::foreignShare).max().orElse(-1),
        byHost.values().stream().mapToDouble(host -> host.get(0).cpu().machineSeconds()).sum());
  }

  /**
   * The share of a machine that neither its agents nor the server took: each agent counted the
   * others as foreign.
   */
  private static double foreignShare(List<RunResult> host) {
    if (host.stream().anyMatch(result -> result.cpu().foreignShare() < 0)) {
      return -1;
    }
    double busy =
        host.stream()
            .mapToDouble(result -> result.cpu().foreignShare() + ours(result))
            .average()
            .orElse(0);
    return Math.max(0, busy - host.stream().mapToDouble(MergedRun::ours).sum());
  }

  /** Share of its machine that a load generator took, and the server if it is on that machine. */
  private static double ours(RunResult result) {
    CpuUse cpu = result.cpu();
    double spin = result.pacing() == null ? 0 : result.pacing().spinSeconds();
    double server = cpu.serverSeconds() == null ? 0 : cpu.serverSeconds();
    return cpu.machineSeconds() > 0
        ? (cpu.clientSeconds() + spin + server) / cpu.machineSeconds()
        : 0;
  }

  private TransportCounts connections(Function<RunResult, TransportCounts> which) {
    return results.stream().map(which).reduce(TransportCounts.NONE, TransportCounts::plus);
  }

  /** The mean lag of all operations; percentile and maximum are those of the worst agent. */
  private Pacing pacing() {
    List<RunResult> paced = results.stream().filter(result -> result.pacing() != null).toList();
    double operations =
        paced.stream().mapToDouble(result -> result.succeeded() + result.failed()).sum();
    return paced.isEmpty() || operations == 0
        ? null
        : new Pacing(
            paced.stream()
                    .mapToDouble(
                        result ->
                            result.pacing().meanLagNanos() * (result.succeeded() + result.failed()))
                    .sum()
                / operations,
            paced.stream().mapToLong(result -> result.pacing().p99LagNanos()).max().orElse(0),
            paced.stream().mapToLong(result -> result.pacing().maxLagNanos()).max().orElse(0),
            paced.stream().mapToDouble(result -> result.pacing().spinSeconds()).sum());
  }

  private Churn churn() {
    return results.stream()
        .map(RunResult::churn)
        .filter(Objects::nonNull)
        .reduce(Churn::plus)
        .orElse(null);
  }

  private Map<String, GarbageCollection> collections() {
    Map<String, GarbageCollection> sums = new LinkedHashMap<>();
    for (RunResult result : results) {
      result.collections().forEach((name, more) -> sums.merge(name, more, GarbageCollection::plus));
    }
    return sums;
  }
}
