package site.ycsb.tls.comparison.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
      entries.put(
          "agents' clocks",
          "known to %s ms"
              .formatted(
                  Figures.number(
                      1e3
                          * fleets.stream()
                              .mapToDouble(facts -> facts.fleet().clockErrorSeconds())
                              .max()
                              .orElseThrow())));
      entries.put(
          "all agents active",
          "in %s of the time at least"
              .formatted(
                  Figures.percent(
                      fleets.stream()
                          .mapToDouble(facts -> facts.fleet().togetherShare())
                          .min()
                          .orElseThrow())));
      List<Double> slices =
          fleets.stream()
              .filter(facts -> facts.sliceSeconds() != null)
              .map(RunFacts::sliceSeconds)
              .toList();
      if (!slices.isEmpty()) {
        entries.put(
            "slices",
            "%s ms (mean)"
                .formatted(
                    Figures.number(
                        1e3 * slices.stream().mapToDouble(s -> s).average().orElseThrow())));
      }
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
