package site.ycsb.tls.comparison.result;

/**
 * One metric of one variant at one point, relative to another variant that is not the baseline.
 *
 * @param point id of the point
 * @param variant id of the variant
 * @param relativeTo id of the other one
 * @param metric key of the metric
 * @param overhead {@code variant / relativeTo - 1}, from the blocks that have both
 */
public record Pairwise(
    String point, String variant, String relativeTo, String metric, Overhead overhead) {}
