package site.ycsb.tls.comparison.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.measurement.result.Environment;
import site.ycsb.tls.measurement.result.FleetFigures;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.SignedRank;
import site.ycsb.tls.statistics.Spearman;

/** The warnings of a comparison; one line each, the most important first. */
record Warnings(
    ComparisonPlan plan, List<RunRecord> runs, List<RunRecord> accepted, List<String> lines) {
  /** Drift is tested in many places at once: a low level avoids false alarms. */
  private static final double DRIFT_LEVEL = 0.01;

  static List<String> of(ComparisonPlan plan, List<RunRecord> runs) {
    List<RunRecord> accepted =
        runs.stream().filter(r -> r.status() == RunRecord.Status.ACCEPTED).toList();
    Warnings warnings = new Warnings(plan, runs, accepted, new ArrayList<>());
    warnings.warnOfServers();
    warnings.warnOfUnknownCpu();
    plan.noiseFloor().ifPresent(warnings::warnOfMissingNoiseFloor);
    warnings.warnOfFewRuns();
    warnings.warnOfWarmUp("client", "code that is partly compiled", RunRecord::cpuTrend);
    warnings.warnOfWarmUp("server", "a server that is not warm yet", RunRecord::serverTrend);
    warnings.warnOfSleep();
    warnings.warnOfForeignLoad();
    warnings.warnOfOtherMachines();
    warnings.warnOfOtherAgents();
    warnings.warnOfOtherVersions();
    warnings.warnOfOtherArguments();
    warnings.warnOfRepeats();
    warnings.warnOfDrift();
    warnings.warnOfRemarks();
    return warnings.lines;
  }

  private void warnOfServers() {
    accepted.stream()
        .flatMap(r -> Stream.ofNullable(r.facts().server().get(DatabasePool.NOT_FOR_PUBLICATION)))
        .distinct()
        .forEach(reason -> warn("Not for publication: %s.", reason));
  }

  /** The metric has no overhead then, and nothing else would say why. */
  private void warnOfUnknownCpu() {
    for (Metric metric : List.of(Metric.SERVER_CPU, Metric.CLIENT_CPU)) {
      List<RunRecord> unknown =
          accepted.stream().filter(run -> !run.figures().containsKey(metric.key())).toList();
      Optional<String> notAsked =
          unknown.stream()
              .filter(run -> metric.equals(Metric.SERVER_CPU))
              .flatMap(r -> Stream.ofNullable(r.facts().server().get(DatabasePool.NO_SERVER_CLOCK)))
              .findFirst();
      if (notAsked.isPresent() || (!unknown.isEmpty() && unknown.size() < accepted.size())) {
        warn(
            "The %s is not known in %d of %d runs, and so is none of its overheads there: %s.",
            metric.key(),
            unknown.size(),
            accepted.size(),
            notAsked.orElse(
                "nothing was left of it without the idle cost, or a warning of these runs says why; give longer --seconds, or a higher -target"));
      }
    }
  }

  /** Without it, an overhead might be the baseline's difference from itself. */
  private void warnOfMissingNoiseFloor(Variant again) {
    Set<String> metrics = new LinkedHashSet<>();
    for (Point point : plan.points()) {
      PointRuns paired = new PointRuns(plan, runs, point);
      for (Metric metric : paired.metrics()) {
        if (paired.pairs(again) > 0
            && !isPaired(paired, again, metric)
            && plan.variants().stream().anyMatch(other -> isPaired(paired, other, metric))) {
          metrics.add(metric.key());
        }
      }
    }
    if (!metrics.isEmpty()) {
      warn(
          "No noise floor (--calibrate): not all runs of %s have a figure of %s; its overheads are not judged where that is so.",
          again.name(), String.join(", ", metrics));
    }
  }

  private boolean isPaired(PointRuns paired, Variant variant, Metric metric) {
    return paired.pairs(variant, plan.baseline(), metric).logRatios().length > 0;
  }

  private void warnOfFewRuns() {
    boolean quick = plan.schedule().quick();
    String only = "Indicative only" + (quick ? ": short runs and few blocks (--quick)" : "");
    int pairs = plan.points().stream().flatMapToInt(this::pairs).min().orElse(0);
    String blocks = Figures.count(pairs, "block");
    if (pairs == 0 || pairs >= SignedRank.PAIRS_FOR_95) {
      if (quick) {
        warn("%s.", only);
      }
    } else if (plan.schedule().slicing() != null) {
      warn(
          "%s: the intervals from %s assume that blocks differ here as much as in the comparisons of docs/replications.md.",
          only, blocks);
    } else {
      warn(
          "%s: %s cannot give an interval of 95 %%, which needs %d; the widest has %s %%.",
          only, blocks, SignedRank.PAIRS_FOR_95, Figures.given(100 * (1 - Math.pow(2, 1 - pairs))));
    }
  }

  /**
   * While code is being compiled, or a server fills its caches, the cost falls from slice to slice,
   * and the variants' costs are not those that last.
   */
  private void warnOfWarmUp(String side, String source, Function<RunRecord, Double> trend) {
    Set<String> cold = new LinkedHashSet<>();
    double steepest = 0;
    for (Point point : plan.points()) {
      PointRuns paired = new PointRuns(plan, runs, point);
      for (Variant variant : plan.columns()) {
        OptionalDouble fall = paired.fall(variant, trend);
        if (fall.isPresent()) {
          cold.add(variant.name());
          steepest = Math.min(steepest, fall.getAsDouble());
        }
      }
    }
    if (!cold.isEmpty()) {
      warn(
          "Still warming up (%s): %s CPU per operation fell by up to %.0f %% from the first half"
              + " of the slices to the second. The figures are those of %s; give more than --warmup %s.",
          String.join(", ", cold),
          side,
          -100 * Math.expm1(steepest),
          source,
          Figures.given(plan.schedule().warmupSeconds()));
    }
  }

  /** Only where it matters: the wanted precision was not reached. */
  private void warnOfSleep() {
    boolean slept =
        accepted.stream()
            .map(run -> run.facts().environment())
            .anyMatch(e -> e != null && !e.keptAwake());
    Analysis analysis = new Analysis(plan, runs);
    if (slept
        && plan.schedule().precision() > 0
        && !plan.points().stream().allMatch(analysis::isPreciseEnough)) {
      warn(
          "The wanted precision was not reached. Idle processors may have slept, and waking them"
              + " makes figures scatter; as root, they are kept awake.");
    }
  }

  /** Of each variant that has any there. */
  private IntStream pairs(Point point) {
    PointRuns paired = new PointRuns(plan, runs, point);
    return plan.others().stream().mapToInt(paired::pairs).filter(pairs -> pairs > 0);
  }

  private void warnOfForeignLoad() {
    List<RunRecord> loaded =
        accepted.stream()
            .filter(r -> r.facts().foreignShare() > RunRecord.MOST_FOREIGN_SHARE)
            .toList();
    if (!loaded.isEmpty()) {
      boolean knowsServer =
          loaded.stream().allMatch(run -> run.figures().containsKey(Metric.SERVER_CPU.key()));
      warn(
          "Noisy machine: in %d of %d runs, other processes took more than %.0f %% of its CPU time (at most %.0f %%)%s.",
          loaded.size(),
          accepted.size(),
          100 * RunRecord.MOST_FOREIGN_SHARE,
          100 * loaded.stream().mapToDouble(run -> run.facts().foreignShare()).max().orElse(0),
          knowsServer ? "" : "; the server is one of them, if it is on this machine");
    }
  }

  /** The runs for which the plan asks for the same Java must have the same. */
  private void warnOfOtherMachines() {
    List<RunRecord> known =
        accepted.stream().filter(run -> run.facts().environment() != null).toList();
    boolean same =
        distinct(known, run -> state(run.facts().environment())) <= 1
            && distinct(known, run -> run.facts().environment().java() + wantedJava(run))
                <= distinct(known, this::wantedJava);
    if (!same) {
      warn(
          "The runs were made on different machines or JVMs, or in different states of them: %s.",
          known.stream()
              .map(run -> run.facts().environment())
              .map(e -> "%s, Java %s)".formatted(String.join(" (", state(e)), e.java()))
              .distinct()
              .collect(Collectors.joining("; ")));
    }
  }

  private static <T> long distinct(List<RunRecord> runs, Function<RunRecord, T> what) {
    return runs.stream().map(what).distinct().count();
  }

  /** The machine's name, and its processors with their state and its system. */
  private static List<String> state(Environment e) {
    return List.of(
        e.host(),
        "%d processors of %s%s, %s"
            .formatted(e.processors(), e.cpu(), e.keptAwake() ? " kept awake" : "", e.os()));
  }

  /** A comparison that is continued may be given others. */
  private void warnOfOtherAgents() {
    List<String> machines =
        accepted.stream()
            .flatMap(run -> Stream.ofNullable(run.facts().fleet()))
            .map(FleetFigures::machines)
            .distinct()
            .toList();
    if (machines.size() > 1) {
      warn(
          "The agents were not on the same machines in all runs: %s.", String.join("; ", machines));
    }
  }

  private void warnOfOtherVersions() {
    ComparisonResult.ofSeveralVersions(
            "The runs", accepted.stream().map(run -> run.facts().toolVersion()))
        .ifPresent(lines::add);
  }

  /** What the plan says of the run's Java; empty where it is the program's own. */
  private String wantedJava(RunRecord run) {
    Stream<Map<String, String>> given =
        Stream.concat(
            plan.columns().stream()
                .filter(variant -> variant.id().equals(run.variant()))
                .map(Variant::properties),
            plan.points().stream()
                .filter(point -> point.id().equals(run.point()))
                .map(Point::values));
    return given
        .flatMap(properties -> Stream.ofNullable(properties.get(RunProperties.CLIENT_JAVA.name())))
        .collect(Collectors.joining());
  }

  /** A comparison that is continued may be given others. */
  private void warnOfOtherArguments() {
    Map<String, Set<List<String>>> given = new LinkedHashMap<>();
    accepted.stream()
        .filter(run -> run.facts().environment() != null)
        .forEach(
            run ->
                given
                    .computeIfAbsent(run.variant(), variant -> new LinkedHashSet<>())
                    .add(JvmArguments.given(run.facts().environment())));
    given.values().stream()
        .filter(lists -> lists.size() > 1)
        .findFirst()
        .ifPresent(
            lists ->
                warn(
                    "The runs of a variant had different JVM arguments: %s.",
                    lists.stream()
                        .map(list -> list.isEmpty() ? "none" : String.join(" ", list))
                        .collect(Collectors.joining("; "))));
  }

  private void warnOfRepeats() {
    Map<List<String>, Long> reasons =
        runs.stream()
            .filter(r -> r.status() == RunRecord.Status.REPEATED && !r.remarks().isEmpty())
            .collect(
                Collectors.groupingBy(
                    RunRecord::remarks, LinkedHashMap::new, Collectors.counting()));
    reasons.forEach(
        (reason, count) ->
            warn(
                "%d %s repeated: %s",
                count, count == 1 ? "block was" : "blocks were", String.join("; ", reason)));
  }

  /** The warning about drift from block to block, in one line. */
  private void warnOfDrift() {
    List<String> drifting = new ArrayList<>();
    for (Point point : plan.points()) {
      PointRuns paired = new PointRuns(plan, runs, point);
      for (Variant variant : plan.others()) {
        Metric metric = PrimaryMetric.of(plan, point, variant);
        double[] ratios = paired.pairs(variant, plan.baseline(), metric).logRatios();
        if (ratios.length < SignedRank.PAIRS_FOR_95) {
          continue;
        }
        Spearman drift = Spearman.overTime(ratios);
        if (drift.pValue() < DRIFT_LEVEL) {
          drifting.add(
              String.format(
                  Locale.ROOT,
                  "%s in %s%s (Spearman's rho %.2f)",
                  variant.name(),
                  metric.key(),
                  point.values().isEmpty() ? "" : " at " + point.label(),
                  drift.rho()));
        }
      }
    }
    if (!drifting.isEmpty()) {
      warn(
          "The overhead drifts from block to block, so its interval does not hold for further blocks: %s.",
          String.join(", ", drifting));
    }
  }

  /**
   * Warnings that differ only in their figures are combined, with the first figures and all
   * variants.
   */
  private void warnOfRemarks() {
    Map<String, List<RunRecord>> alike = new LinkedHashMap<>();
    Map<String, String> first = new LinkedHashMap<>();
    for (RunRecord run : accepted) {
      for (String remark : run.remarks()) {
        String kind = remark.replaceAll("[-+]?[0-9][0-9.,]*", "#");
        first.putIfAbsent(kind, remark);
        alike.computeIfAbsent(kind, k -> new ArrayList<>()).add(run);
      }
    }
    alike.forEach(
        (kind, found) ->
            warn(
                "%s: %s%s",
                found.stream()
                    .map(run -> plan.nameOf(run.variant()))
                    .distinct()
                    .collect(Collectors.joining(", ")),
                first.get(kind),
                found.size() > 1
                    ? " (the first of %d runs with this warning)".formatted(found.size())
                    : ""));
  }

  private void warn(String format, Object... values) {
    lines.add(String.format(Locale.ROOT, format, values));
  }
}
