package site.ycsb.tls.comparison.explanation;

import java.util.List;
import java.util.function.ToDoubleFunction;
import site.ycsb.tls.slice.SliceReport;

/**
 * What profiling changes in one run.
 *
 * @param all slices of the run that count
 * @param profiled some of them
 */
record ProfiledSlices(List<SliceReport> all, List<SliceReport> profiled) {

  /** {@code ln} of the throughput with a profiler over that without; not finite if unknown. */
  double throughput() {
    return logRatio(SliceReport::succeeded, SliceReport::seconds);
  }

  /** The same of the client's CPU time per operation. */
  double clientCpu() {
    return logRatio(SliceReport::clientNanos, SliceReport::succeeded);
  }

  private double logRatio(ToDoubleFunction<SliceReport> of, ToDoubleFunction<SliceReport> to) {
    double with = sum(profiled, of) / sum(profiled, to);
    double without = (sum(all, of) - sum(profiled, of)) / (sum(all, to) - sum(profiled, to));
    return Math.log(with / without);
  }

  private static double sum(List<SliceReport> slices, ToDoubleFunction<SliceReport> figure) {
    return slices.stream().mapToDouble(figure).sum();
  }
}
