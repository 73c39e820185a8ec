package site.ycsb.tls.comparison.result;

/**
 * One metric of one variant at one point, over all its blocks.
 *
 * @param point id of the point
 * @param variant id of the variant
 * @param metric key of the metric, see {@link Metric#ofKey}
 * @param median over the runs, in the metric's unit
 * @param least of the runs
 * @param most of the runs
 * @param runs number of runs
 * @param overhead relative to the baseline; null for the baseline itself, and where the baseline
 *     does not have the metric
 */
public record Cell(
    String point,
    String variant,
    String metric,
    double median,
    double least,
    double most,
    int runs,
    Overhead overhead) {}
