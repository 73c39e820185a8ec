/**
 * Comparisons held against each other: two of them ({@link site.ycsb.tls.history.ComparisonPair}),
 * many in order of time ({@link site.ycsb.tls.history.HistoryReport}), and one against a limit or
 * an earlier one ({@link site.ycsb.tls.history.Gate}).
 *
 * <p>Belongs here: what they have in common, the differences of their overheads, the judgement, and
 * the pages and files that show them. Does not belong here: how one comparison is run, and its own
 * page.
 *
 * <p>Why: docs/decisions/statistics.md#two-comparisons.
 */
package site.ycsb.tls.history;
