package site.ycsb.tls.fleet;

import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.measurement.result.Configuration;
import site.ycsb.tls.measurement.result.FleetFigures;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunValidity;
import site.ycsb.tls.measurement.result.TransportUse;
import site.ycsb.tls.measurement.result.Window;
import site.ycsb.tls.measurement.result.Work;
import site.ycsb.tls.measurement.result.resource.Compilation;
import site.ycsb.tls.measurement.result.resource.CpuUse;
import site.ycsb.tls.measurement.result.resource.GarbageCollection;
import site.ycsb.tls.measurement.result.resource.MachineShare;
import site.ycsb.tls.measurement.result.resource.Resources;
import site.ycsb.tls.socket.count.TlsEvidence;

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
    FleetFigures fleet = fleet();
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
        new Configuration(
            first.configuration().toolVersion(),
            command,
            first.configuration().phase(),
            first.configuration().binding(),
            options.label(),
            properties,
            options.seed(),
            results.stream().mapToInt(result -> result.configuration().threads()).sum(),
            options.target()),
        new RunValidity(
            bad ? Outcome.FAILED : interrupted ? Outcome.INCOMPLETE : Outcome.COMPLETE, problems),
        new Window(
            startedAt(), most(Window::connectSeconds), most(Window::warmupSeconds), window()),
        results.stream().map(RunResult::work).reduce(Work::plus).orElseThrow(),
        new Resources(cpu(), collections(), compilation()),
        results.stream().map(RunResult::transport).reduce(TransportUse::plus).orElseThrow(),
        first.server(),
        first.environment(),
        fleet,
        null);
  }

  private List<String> failures(FleetFigures fleet) {
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
    long failed = results.stream().mapToLong(RunResult::failed).sum();
    if (failed > options.errorsMax()) {
      failures.add(
          "%d operations of all agents failed; errors.max allows %d"
              .formatted(failed, options.errorsMax()));
    }
    boolean transactions = results.get(0).configuration().phase().equals("transactions");
    if (transactions && fleet.togetherShare() < BAD) {
      failures.add(together(fleet));
    }
    return failures;
  }

  private List<String> warnings(FleetFigures fleet) {
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
    boolean transactions = results.get(0).configuration().phase().equals("transactions");
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

  private static String together(FleetFigures fleet) {
    return String.format(
        Locale.ROOT,
        "all agents measured together in only %.0f %% of the window: give a length in seconds"
            + " (maxexecutiontime), or more operations",
        100 * fleet.togetherShare());
  }

  private FleetFigures fleet() {
    List<Span> spans = spans();
    double firstEnd = spans.stream().mapToDouble(Span::end).min().orElse(0);
    double lastStart = spans.stream().mapToDouble(Span::start).max().orElse(0);
    double window = window();
    List<FleetFigures.Member> members = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      RunResult result = results.get(i);
      members.add(
          new FleetFigures.Member(
              parts.get(i).name(),
              result.configuration().threads(),
              spans.get(i).start(),
              result.window().runtimeSeconds(),
              result.succeeded(),
              result.failed(),
              result.resources().cpu().clientSeconds(),
              result.resources().cpu().foreignShare()));
    }
    return new FleetFigures(
        lastStart,
        clockError(),
        window > 0 ? Math.max(0, firstEnd - lastStart) / window : 0,
        members);
  }

  /** Each clock is compared with ours: the errors of two agents can add up. */
  private double clockError() {
    double[] errors =
        parts.stream()
            .filter(part -> part.run().started().isPresent())
            .mapToDouble(part -> part.run().clock().roundTrip() / 2e9)
            .sorted()
            .toArray();
    return Arrays.stream(errors).skip(Math.max(0, errors.length - 2)).sum();
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
              return new Span(start, start + part.result().window().runtimeSeconds());
            })
        .toList();
  }

  /** From the first start to the last end, s. */
  private double window() {
    return spans().stream().mapToDouble(Span::end).max().orElse(0);
  }

  private String startedAt() {
    return results.stream()
        .map(result -> result.window().startedAt())
        .min(Comparator.comparing(OffsetDateTime::parse))
        .map(at -> OffsetDateTime.parse(at).format(DateTimeFormatter.ISO_OFFSET_DATE_TIME))
        .orElseThrow();
  }

  private double most(ToDoubleFunction<Window> what) {
    return results.stream().map(RunResult::window).mapToDouble(what).max().orElse(0);
  }

  private CpuUse cpu() {
    List<Double> server =
        results.stream()
            .map(result -> result.resources().cpu().serverSeconds())
            .filter(Objects::nonNull)
            .toList();
    Map<String, List<RunResult>> byHost =
        results.stream().collect(Collectors.groupingBy(result -> result.environment().host()));
    return new CpuUse(
        results.stream().mapToDouble(result -> result.resources().cpu().clientSeconds()).sum(),
        server.isEmpty() ? null : server.get(0),
        byHost.values().stream()
            .mapToDouble(host -> MachineShare.foreign(host.stream().map(MergedRun::share).toList()))
            .max()
            .orElse(-1),
        byHost.values().stream()
            .mapToDouble(host -> host.get(0).resources().cpu().machineSeconds())
            .sum());
  }

  private static MachineShare share(RunResult result) {
    return MachineShare.of(
        result.resources(),
        result.work().pacing() == null ? 0 : result.work().pacing().spinSeconds());
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
        all.stream()
            .map(Compilation::serverSeconds)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null));
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
