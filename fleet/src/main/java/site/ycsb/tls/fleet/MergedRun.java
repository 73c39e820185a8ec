package site.ycsb.tls.fleet;

import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.measurement.result.Configuration;
import site.ycsb.tls.measurement.result.Environment;
import site.ycsb.tls.measurement.result.FleetFigures;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunValidity;
import site.ycsb.tls.measurement.result.Slices;
import site.ycsb.tls.measurement.result.TransportUse;
import site.ycsb.tls.measurement.result.Window;
import site.ycsb.tls.measurement.result.Work;
import site.ycsb.tls.measurement.result.resource.Compilation;
import site.ycsb.tls.measurement.result.resource.Counters;
import site.ycsb.tls.measurement.result.resource.CpuUse;
import site.ycsb.tls.measurement.result.resource.GarbageCollection;
import site.ycsb.tls.measurement.result.resource.MachineShare;
import site.ycsb.tls.measurement.result.resource.Resources;

/**
 * The results of all agents as one result: counts, CPU times and histograms are added. The window
 * of whole runs is from the first start to the last end, as for the threads of one process.
 * Immutable.
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

  /** A share of operations without the server's CPU time that is mentioned. */
  private static final double NOTEWORTHY_UNCOVERED = 0.01;

  private final RunOptions options;
  private final List<Part> parts;
  private final Timing timing;
  private final List<RunResult> results;
  private final boolean transactions;
  private final FleetFigures fleet;

  /**
   * One agent's share.
   *
   * @param name of the agent
   * @param machine see {@link Member#machine}
   * @param wallMillisAhead see {@link Clock#wallMillisAhead}
   */
  record Part(String name, String machine, long wallMillisAhead, RunResult result) {}

  /**
   * @param options of the whole run
   * @param parts at least one, in the order of the agents
   * @param timing of the same agents
   */
  MergedRun(RunOptions options, List<Part> parts, Timing timing) {
    this.options = options;
    this.parts = List.copyOf(parts);
    this.timing = timing;
    results = parts.stream().map(Part::result).toList();
    transactions = results.get(0).configuration().phase().equals("transactions");
    fleet = fleet();
  }

  /**
   * The merged result. It is incomplete, too, if that of one agent is.
   *
   * @param command for the result
   * @param properties of the whole run, secrets masked
   * @param interrupted whether the user ended it
   * @param failure a further reason why it failed; or empty
   * @param notForPublication why its figures are not for publication; or empty
   */
  RunResult result(
      String command,
      Map<String, String> properties,
      boolean interrupted,
      String failure,
      String notForPublication) {
    Configuration first = results.get(0).configuration();
    List<String> problems = new ArrayList<>(failure.isEmpty() ? List.of() : List.of(failure));
    if (!interrupted) {
      problems.addAll(failures());
    }
    boolean bad = isOfOne(Outcome.FAILED) || (!interrupted && !problems.isEmpty());
    boolean incomplete = interrupted || isOfOne(Outcome.INCOMPLETE);
    problems.addAll(warnings());
    return new RunResult(
        RunResult.FORMAT,
        new Configuration(
            first.toolVersion(),
            command,
            first.phase(),
            first.binding(),
            options.label(),
            properties,
            options.seed(),
            results.stream().mapToInt(result -> result.configuration().threads()).sum(),
            options.target()),
        new RunValidity(
            bad ? Outcome.FAILED : incomplete ? Outcome.INCOMPLETE : Outcome.COMPLETE, problems),
        new Window(
            startedAt(),
            most(Window::connectSeconds),
            most(Window::warmupSeconds),
            timing.windowSeconds()),
        results.stream().map(RunResult::work).reduce(Work::plus).orElseThrow(),
        new Resources(cpu(), collections(), compilation(), counters()),
        results.stream().map(RunResult::transport).reduce(TransportUse::plus).orElseThrow(),
        server(notForPublication),
        environment(),
        fleet,
        slices());
  }

  private boolean isOfOne(Outcome outcome) {
    return results.stream().anyMatch(result -> result.outcome() == outcome);
  }

  private Map<String, String> server(String notForPublication) {
    Map<String, String> server = new LinkedHashMap<>(results.get(0).server());
    if (!notForPublication.isEmpty()) {
      server.merge(
          DatabasePool.NOT_FOR_PUBLICATION,
          notForPublication,
          (known, more) -> known + "; and " + more);
    }
    return server;
  }

  /** The first agent's; its processors are awake if those of all agents are. */
  private Environment environment() {
    Environment first = results.get(0).environment();
    List<Boolean> awake = results.stream().map(result -> result.environment().awake()).toList();
    return new Environment(
        first.java(),
        first.jvmArguments(),
        first.os(),
        first.cpu(),
        first.processors(),
        first.memoryBytes(),
        first.host(),
        awake.contains(null) ? null : Boolean.valueOf(!awake.contains(false)));
  }

  /** Null if they did not take turns. */
  private Slices slices() {
    List<Slices> all = results.stream().map(RunResult::slices).toList();
    return all.contains(null)
        ? null
        : all.stream()
            .reduce(Slices::plus)
            .orElseThrow()
            .withColdServerShare(timing.coldServerShare());
  }

  private List<String> failures() {
    List<String> failures = new ArrayList<>();
    for (Part part : parts) {
      EvidenceOfAgents.between(results.get(0), part.result())
          .ifPresent(
              difference ->
                  failures.add(
                      "%s differs between agents: %s has %s, %s has %s"
                          .formatted(
                              difference.name(),
                              parts.get(0).name(),
                              difference.one(),
                              part.name(),
                              difference.other())));
    }
    timing.untold().forEach(name -> failures.add(name + " did not report when it started"));
    long failed = results.stream().mapToLong(RunResult::failed).sum();
    if (failed > options.errorsMax()) {
      failures.add(
          "%d operations of all agents failed; errors.max allows %d"
              .formatted(failed, options.errorsMax()));
    }
    if (transactions && fleet.togetherShare() < BAD) {
      failures.add(together());
    }
    return failures;
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    for (Part part : parts) {
      part.result().problems().forEach(problem -> warnings.add(part.name() + ": " + problem));
    }
    for (Part part : parts) {
      long ahead = part.wallMillisAhead();
      if (Math.abs(ahead) > NOTEWORTHY_CLOCK_MILLIS) {
        warnings.add(
            String.format(
                Locale.ROOT,
                "the clock of %s is wrong by %+.1f s, and so are the times in its logs; its start"
                    + " is not affected",
                part.name(),
                ahead / 1e3));
      }
    }
    if (transactions && fleet.togetherShare() >= BAD && fleet.togetherShare() < GOOD) {
      warnings.add(together());
    }
    if (slices() == null
        && fleet.startSkewSeconds() > NOTEWORTHY_SKEW
        && fleet.startSkewSeconds() > NOTEWORTHY_SHARE * timing.windowSeconds()) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the last agent started %.0f ms after the first",
              1e3 * fleet.startSkewSeconds()));
    }
    if (serverSeconds().isPresent()) {
      uncovered(timing.serverShare(), "operations").ifPresent(warnings::add);
      uncovered(timing.coldServerShare(), "first operations, with cold code")
          .ifPresent(warnings::add);
    }
    UnequalAgents agents = new UnequalAgents(parts);
    warnings.addAll(agents.differences());
    // With a target all have the same rate, however slow they are.
    if (transactions && options.target() <= 0) {
      warnings.addAll(agents.slow());
    }
    return warnings;
  }

  private Optional<String> uncovered(double serverShare, String operations) {
    return 1 - serverShare <= NOTEWORTHY_UNCOVERED
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%s did not measure during the whole window: the server's CPU time was measured for"
                    + " %.1f %% of the %s, and extrapolated to all",
                parts.get(0).name(),
                100 * serverShare,
                operations));
  }

  private String together() {
    if (slices() == null) {
      return String.format(
          Locale.ROOT,
          "all agents measured together in only %.0f %% of the window: give a length in seconds"
              + " (maxexecutiontime), or more operations",
          100 * fleet.togetherShare());
    }
    FleetFigures.Member last =
        fleet.members().stream()
            .max(Comparator.comparing(FleetFigures.Member::startSeconds))
            .orElseThrow();
    return String.format(
        Locale.ROOT,
        "all agents were active together in only %.0f %% of the slices; %s began them %.0f ms late:"
            + " free its machine of other work, or give a longer --slice",
        100 * fleet.togetherShare(),
        last.name(),
        1e3 * last.startSeconds());
  }

  private FleetFigures fleet() {
    List<FleetFigures.Member> members = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      RunResult result = results.get(i);
      CpuUse cpu = result.resources().cpu();
      members.add(
          new FleetFigures.Member(
              parts.get(i).name(),
              result.configuration().threads(),
              timing.starts().get(i),
              result.window().runtimeSeconds(),
              result.succeeded(),
              result.failed(),
              cpu == null ? null : Double.valueOf(cpu.clientSeconds()),
              cpu == null ? -1 : cpu.foreignShare()));
    }
    return new FleetFigures(
        timing.skewSeconds(), timing.clockErrorSeconds(), timing.togetherShare(), members);
  }

  private String startedAt() {
    return results.stream()
        .map(result -> result.window().startedAt())
        .map(OffsetDateTime::parse)
        .min(Comparator.naturalOrder())
        .map(DateTimeFormatter.ISO_OFFSET_DATE_TIME::format)
        .orElseThrow();
  }

  private double most(ToDoubleFunction<Window> what) {
    return results.stream().map(RunResult::window).mapToDouble(what).max().orElse(0);
  }

  /** The server's CPU time as the agent that read it knows it, s; empty if none does. */
  private Optional<Double> serverSeconds() {
    return results.stream()
        .map(result -> result.resources().cpu())
        .filter(Objects::nonNull)
        .map(CpuUse::serverSeconds)
        .filter(Objects::nonNull)
        .findFirst();
  }

  /**
   * What the server used for all operations, if it used for each what was read for those that were
   * measured, s; null if none was measured.
   *
   * @param read of the server by one agent, s; empty if none did
   */
  private Double ofAllOperations(Optional<Double> read) {
    return read.filter(seconds -> timing.serverShare() > 0)
        .map(seconds -> seconds / timing.serverShare())
        .orElse(null);
  }

  /** Null if one of them does not know. The server is the same for all: it is never added. */
  private CpuUse cpu() {
    if (results.stream().anyMatch(result -> result.resources().cpu() == null)) {
      return null;
    }
    Collection<List<RunResult>> byMachine =
        parts.stream()
            .collect(
                Collectors.groupingBy(
                    Part::machine, Collectors.mapping(Part::result, Collectors.toList())))
            .values();
    return new CpuUse(
        results.stream().mapToDouble(result -> result.resources().cpu().clientSeconds()).sum(),
        ofAllOperations(serverSeconds()),
        relatedShare(byMachine),
        foreignShare(byMachine),
        machineSeconds(byMachine));
  }

  /**
   * Of the machine that has the most of it. Negative if that of one is unknown, and no other one's
   * is so much that the run is disturbed anyway.
   */
  private static double foreignShare(Collection<List<RunResult>> byMachine) {
    double[] each =
        byMachine.stream()
            .mapToDouble(own -> MachineShare.foreign(own.stream().map(MergedRun::share).toList()))
            .toArray();
    double most = Arrays.stream(each).max().orElse(-1);
    boolean known = Arrays.stream(each).allMatch(share -> share >= 0);
    return known || most > RunRecord.MOST_FOREIGN_SHARE ? most : -1;
  }

  /** Of all machines, each in the longest of its agents' windows; negative if one is unknown. */
  private static double machineSeconds(Collection<List<RunResult>> byMachine) {
    double[] each =
        byMachine.stream()
            .map(own -> own.stream().mapToDouble(run -> run.resources().cpu().machineSeconds()))
            .mapToDouble(own -> own.max().orElse(-1))
            .toArray();
    return Arrays.stream(each).anyMatch(seconds -> seconds < 0) ? -1 : Arrays.stream(each).sum();
  }

  /** Of the machine that has the most of it; null if one of the agents does not know. */
  private Double relatedShare(Collection<List<RunResult>> byMachine) {
    if (results.stream().anyMatch(result -> result.resources().cpu().relatedShare() == null)) {
      return null;
    }
    return byMachine.stream()
        .map(own -> own.stream().mapToDouble(result -> result.resources().cpu().relatedShare()))
        .mapToDouble(DoubleStream::sum)
        .max()
        .orElseThrow();
  }

  private static MachineShare share(RunResult result) {
    return MachineShare.of(
        result.resources(),
        result.work().pacing() == null ? 0 : result.work().pacing().spinSeconds());
  }

  private Counters counters() {
    return results.stream()
        .map(result -> result.resources().counters())
        .reduce(Counters.NONE, Counters::plus);
  }

  /** Null if one of them does not know. */
  private Compilation compilation() {
    List<Compilation> all =
        results.stream().map(result -> result.resources().compilation()).toList();
    if (all.stream().anyMatch(one -> one == null || one.clientSeconds() == null)) {
      return null;
    }
    return new Compilation(
        all.stream().mapToDouble(Compilation::clientSeconds).sum(),
        ofAllOperations(
            all.stream().map(Compilation::serverSeconds).filter(Objects::nonNull).findFirst()));
  }

  private Map<String, GarbageCollection> collections() {
    Map<String, GarbageCollection> sums = new LinkedHashMap<>();
    for (RunResult result : results) {
      result
          .resources()
          .collections()
          .forEach((name, more) -> sums.merge(name, more, GarbageCollection::plus));
    }
    return sums;
  }
}
