package site.ycsb.tls.measurement;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import site.ycsb.tls.measurement.RunResult.OperationResult;

/** Adds the operations of several results: histograms are added bucket by bucket. */
public final class OperationSums {
  private OperationSums() {}

  /**
   * The sum of all.
   *
   * @param parts operations by name, as {@link RunResult#operations()} has them
   */
  public static Map<String, OperationResult> of(List<Map<String, OperationResult>> parts) {
    Map<String, List<OperationResult>> byName =
        parts.stream()
            .flatMap(part -> part.entrySet().stream())
            .collect(
                Collectors.groupingBy(
                    Map.Entry::getKey,
                    LinkedHashMap::new,
                    Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    Map<String, OperationResult> sums = new LinkedHashMap<>();
    byName.forEach((name, results) -> sums.put(name, sum(results)));
    return sums;
  }

  private static OperationResult sum(List<OperationResult> results) {
    Latencies total = Latencies.ofRun();
    Map<String, Long> returns = new TreeMap<>();
    for (OperationResult result : results) {
      total.add(Latencies.of(result));
      result.returns().forEach((status, times) -> returns.merge(status, times, Long::sum));
    }
    List<Double> percentiles =
        results.stream()
            .flatMap(result -> result.percentilesNanos().keySet().stream())
            .distinct()
            .map(Double::valueOf)
            .toList();
    return RunRecords.result(total, returns, percentiles);
  }
}
