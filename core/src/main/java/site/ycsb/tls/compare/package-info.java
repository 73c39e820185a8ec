/**
 * Comparisons: what is compared ({@link site.ycsb.tls.compare.ComparisonPlan}), how its runs are
 * made ({@link site.ycsb.tls.compare.Comparison}), and what came out ({@link
 * site.ycsb.tls.compare.ComparisonResult}).
 *
 * <p>Lives here: variants, axes, blocks, forked runs, the directory of a comparison, overheads.
 * Must not live here: the formulas of the statistics, how results are shown, the command line,
 * anything that knows one particular database or server.
 */
package site.ycsb.tls.compare;
