package site.ycsb.tls.comparison.result;

/**
 * The place of a run in its comparison.
 *
 * @param block number of the block, from 1
 * @param point id of the point
 * @param variant id of the variant
 * @param position place in the block's random order, from 1
 * @param attempt number of the attempt at this block, from 1
 * @param directory of the run, relative to the comparison's
 * @param seed of the run's random draws; the same within a block
 */
public record RunPlace(
    int block,
    String point,
    String variant,
    int position,
    int attempt,
    String directory,
    long seed) {}
