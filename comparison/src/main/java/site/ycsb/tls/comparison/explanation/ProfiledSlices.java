package site.ycsb.tls.comparison.explanation;

import java.util.List;
import java.util.function.ToDoubleFunction;
import site.ycsb.tls.slice.SliceReport;

/**
 * The slices of a run that was profiled, and what profiling changes in it.
 *
 * @param time when it was profiled
 * @param all slices of the run that count
 */
record ProfiledSlices(ProfiledTime time, List<SliceReport> all) {
  ProfiledSlices {
    all = List.copyOf(all);
  }

  /** Those that were profiled from their begin to their end. */
  List<SliceReport> profiled() {
    return all.stream().filter(time::contains).toList();
  }

  /** {@code ln} of the throughput with a profiler over that without; not finite if unknown. */
  double throughput() {
    return logRatio(SliceReport::succeeded, SliceReport::seconds);
  }

  /** The same of the client's CPU time per operation. */
  double clientCpu() {
    return logRatio(SliceReport::clientNanos, SliceReport::succeeded);
  }

  private double logRatio(ToDoubleFunction<SliceReport> of, ToDoubleFunction<SliceReport> to) {
    List<SliceReport> profiled = profiled();
    double with = sum(profiled, of) / sum(profiled, to);
    double without = (sum(all, of) - sum(profiled, of)) / (sum(all, to) - sum(profiled, to));
    return Math.log(with / without);
  }

  private static double sum(List<SliceReport> slices, ToDoubleFunction<SliceReport> figure) {
    return slices.stream().mapToDouble(figure).sum();
  }
}
