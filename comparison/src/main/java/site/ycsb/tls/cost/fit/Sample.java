package site.ycsb.tls.cost.fit;

/**
 * CPU time that was measured in one block.
 *
 * @param group runs of the same variant at the same point: they differ by chance only
 * @param amounts what was done for it
 * @param micros CPU time, or the difference between two variants, µs
 */
public record Sample(String group, Amounts amounts, double micros) {}
