/**
 * Why a variant costs what it costs: the difference in CPU time of a comparison, taken apart by
 * what was executed. {@link site.ycsb.tls.comparison.explanation.ExplanationRun} makes further runs
 * with a profiler, {@link site.ycsb.tls.comparison.explanation.Explanation} is what they say, and
 * {@link site.ycsb.tls.comparison.explanation.CostCategory} the table of what is what.
 *
 * <p>Does not belong here: the comparison itself, which no explanation changes; the profiler.
 *
 * <p>Why: docs/decisions/cpu-time.md#where-the-cpu-time-goes.
 */
package site.ycsb.tls.comparison.explanation;
