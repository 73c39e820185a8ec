/**
 * What came out: runs, the figures of each, and the overheads with interval and verdict. {@link
 * site.ycsb.tls.comparison.result.ComparisonResult} is the whole of it, and what {@code
 * comparison.json} holds.
 *
 * <p>Belongs here: values, and their computation from runs. Does not belong here: anything that
 * runs, formulas of statistics, how results are shown.
 *
 * <p>Why: docs/decisions/statistics.md.
 */
package site.ycsb.tls.comparison.result;
