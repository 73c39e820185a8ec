package site.ycsb.tls.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.JvmArguments;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.measurement.result.Environment;
import site.ycsb.tls.measurement.result.FleetFigures;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.socket.count.TlsEvidence;

/** The known differences of configuration and environment of two comparisons. */
final class Differences {
  private static final String ABSENT = "absent";
  private static final String BLOCKS = "blocks";

  /**
   * What each comparison may have anew under the same circumstances: its length, its server's
   * process, and what each start of a server, or each look at it, may change.
   */
  private static final Set<String> NEW_EACH_TIME =
      Stream.concat(
              Stream.of(BLOCKS, "endpoint", "serverData", "connectionsSeenByNodes"),
              Question.PROCESSES.stream())
          .collect(Collectors.toUnmodifiableSet());

  private Differences() {}

  /**
   * Name to {@code first / second}; empty when there are no known differences.
   *
   * @param variants that both have, without the baseline
   */
  static Map<String, String> of(
      ComparisonResult first, ComparisonResult second, List<Point> points, List<Variant> variants) {
    List<Variant> columns = new ArrayList<>(List.of(first.plan().baseline()));
    columns.addAll(variants);
    Map<String, String> one = facts(first, points, columns);
    Map<String, String> other = facts(second, points, columns);
    Set<String> names = new LinkedHashSet<>(one.keySet());
    names.addAll(other.keySet());
    Map<String, String> differences = new LinkedHashMap<>();
    for (String name : names) {
      String a = one.getOrDefault(name, ABSENT);
      String b = other.getOrDefault(name, ABSENT);
      if (!a.equals(b)) {
        differences.put(name, a + " / " + b);
      }
    }
    return Collections.unmodifiableMap(differences);
  }

  /**
   * What is known of a comparison apart from its length, the starts of its server and what it found
   * itself: comparisons of the same circumstances repeat one another.
   */
  static Map<String, String> circumstances(ComparisonResult result) {
    ComparisonPlan plan = result.plan();
    Map<String, String> facts = facts(result, List.of(), plan.columns());
    facts.keySet().removeAll(NEW_EACH_TIME);
    return facts;
  }

  /** In a sentence, those of the differences that are of circumstances; empty without any. */
  static Optional<String> ofCircumstances(Map<String, String> differences) {
    Map<String, String> others = new LinkedHashMap<>(differences);
    others.keySet().removeAll(NEW_EACH_TIME);
    return others.isEmpty() ? Optional.empty() : Optional.of(inWords(others));
  }

  /** In a sentence; at least one. */
  static String inWords(Map<String, String> differences) {
    return "They differ in %s, and the figures do not say which one it is: %s."
        .formatted(
            Figures.count(differences.size(), "thing"),
            differences.entrySet().stream()
                .map(e -> e.getKey() + ": " + e.getValue())
                .collect(Collectors.joining("; ")));
  }

  private static Map<String, String> facts(
      ComparisonResult result, List<Point> points, List<Variant> columns) {
    ComparisonPlan plan = result.plan();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("binding", plan.binding());
    List<RunRecord> runs = result.acceptedRuns();
    facts.put(
        "YCSB-TLS", distinct(result.toolVersions().stream().map(v -> v.isEmpty() ? ABSENT : v)));
    environment(runs, facts);
    for (Variant variant : columns) {
      facts.put(
          variant.name() + " TLS",
          distinct(
              runs.stream()
                  .filter(r -> r.variant().equals(variant.id()) && r.facts().tls() != null)
                  .map(r -> leftOpen(r.facts().tls()))));
      plan.columns().stream()
          .filter(v -> v.id().equals(variant.id()))
          .forEach(v -> v.properties().forEach((n, x) -> facts.put(v.name() + " " + n, x)));
    }
    facts.putAll(plan.base());
    plan.axes().forEach(a -> facts.put("--vary " + a.property(), String.join(",", a.values())));
    targets(result, points, facts);
    facts.put("warm-up, s", Double.toString(plan.schedule().warmupSeconds()));
    facts.put("run, s", Double.toString(plan.schedule().runSeconds()));
    facts.put("run, operations", Long.toString(plan.schedule().runOperations()));
    facts.put(BLOCKS, Long.toString(runs.stream().map(RunRecord::block).distinct().count()));
    facts.put("turns", plan.schedule().slices().map(Differences::inWords).orElse("whole runs"));
    return facts;
  }

  /** What was negotiated of all that a pin may leave open. */
  private static String leftOpen(TlsEvidence tls) {
    return "%s, group %s, key %s".formatted(tls.provider(), tls.group(), tls.serverKey());
  }

  /** Of a share of the capacity, which is in no property. */
  private static void targets(
      ComparisonResult result, List<Point> points, Map<String, String> facts) {
    double share = result.plan().capacityShare();
    if (share > 0) {
      facts.put("target, share of the capacity", Figures.share(share));
    }
    for (Point point : points) {
      Double target = result.targets().get(point.id());
      if (target != null) {
        String at = point.values().isEmpty() ? "" : " at " + point.label();
        facts.put("target" + at, Figures.number(target) + "/s");
      }
    }
  }

  private static String inWords(Slicing slicing) {
    double slice = slicing.sliceSeconds();
    double lead = slicing.leadSeconds();
    return "slices of %s%s, %d variants side by side, %s"
        .formatted(
            slice > 0 ? Figures.given(1000 * slice) + " ms" : "the usual length",
            lead > 0 ? " after a lead of " + Figures.given(1000 * lead) + " ms" : "",
            slicing.together(),
            slicing.renewsServers() ? "a new server in each block" : "one server");
  }

  private static void environment(List<RunRecord> runs, Map<String, String> facts) {
    List<Environment> all =
        runs.stream()
            .map(run -> run.facts().environment())
            .filter(e -> e != null)
            .distinct()
            .toList();
    facts.put("host", distinct(all.stream().map(Environment::host)));
    facts.put("system", distinct(all.stream().map(Environment::os)));
    facts.put("processor", distinct(all.stream().map(Environment::cpu)));
    facts.put("processors", distinct(all.stream().map(e -> Integer.toString(e.processors()))));
    facts.put(
        "idle processors",
        distinct(all.stream().map(e -> e.keptAwake() ? "kept awake" : "may sleep")));
    facts.put("Java", distinct(all.stream().map(Environment::java)));
    facts.put("JVM arguments", distinct(all.stream().map(Differences::jvmArguments)));
    facts.put(
        "agents' machines",
        distinct(
            runs.stream()
                .flatMap(run -> Stream.ofNullable(run.facts().fleet()))
                .map(FleetFigures::machines)));
    runs.stream()
        .flatMap(r -> r.facts().server().keySet().stream())
        .distinct()
        .forEach(
            name ->
                facts.put(
                    name,
                    distinct(
                        runs.stream().map(r -> r.facts().server().getOrDefault(name, ABSENT)))));
  }

  private static String jvmArguments(Environment environment) {
    List<String> given = JvmArguments.given(environment);
    return given.isEmpty() ? ABSENT : String.join(" ", given);
  }

  /** Sorted: in which order variants have their runs is dealt anew in each comparison. */
  private static String distinct(Stream<String> values) {
    List<String> all = values.map(String::valueOf).distinct().sorted().toList();
    return all.isEmpty() ? ABSENT : String.join(" and ", all);
  }
}
