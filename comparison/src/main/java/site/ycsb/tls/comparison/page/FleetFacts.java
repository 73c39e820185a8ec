package site.ycsb.tls.comparison.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import site.ycsb.tls.comparison.result.RunFacts;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.measurement.result.FleetFigures;

/** The agents that made the runs of a comparison together. */
final class FleetFacts {
  private FleetFacts() {}

  /** By name; empty if it had none. */
  static Map<String, String> of(List<RunRecord> runs) {
    List<RunFacts> fleets =
        runs.stream().map(RunRecord::facts).filter(facts -> facts.fleet() != null).toList();
    Map<String, String> entries = new LinkedHashMap<>();
    if (!fleets.isEmpty()) {
      // A slow one is seen.
      entries.put("agents, in the first run", agents(fleets.get(0).fleet()));
      double clocks =
          fleets.stream().mapToDouble(f -> f.fleet().clockErrorSeconds()).max().orElseThrow();
      entries.put("agents' clocks", "known to %s ms".formatted(Figures.number(1e3 * clocks)));
      double together =
          fleets.stream().mapToDouble(f -> f.fleet().togetherShare()).min().orElseThrow();
      entries.put(
          "all agents active", "in %s of the time at least".formatted(Figures.percent(together)));
      fleets.stream()
          .map(RunFacts::sliceSeconds)
          .filter(Objects::nonNull)
          .mapToDouble(Double::doubleValue)
          .average()
          .ifPresent(
              mean -> entries.put("slices", "%s ms (mean)".formatted(Figures.number(1e3 * mean))));
    }
    return entries;
  }

  private static String agents(FleetFigures fleet) {
    return fleet.members().stream()
        .map(
            member ->
                "%s: %d threads, %s operations/s"
                    .formatted(
                        member.name(),
                        member.threads(),
                        Figures.number(
                            member.runtimeSeconds() > 0
                                ? member.succeeded() / member.runtimeSeconds()
                                : 0)))
        .collect(Collectors.joining("; "));
  }
}
