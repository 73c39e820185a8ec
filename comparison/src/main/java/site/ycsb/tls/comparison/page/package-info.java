/**
 * The page of a comparison: {@link site.ycsb.tls.comparison.page.Report} makes a {@link
 * site.ycsb.tls.document.Document} of its result and of its runs' files.
 *
 * <p>Belongs here: which figures are shown, where, and in which words. Does not belong here:
 * anything that compares or judges (every overhead, interval and verdict is in the result already),
 * and markup.
 *
 * <p>Why: docs/decisions/reports.md.
 */
package site.ycsb.tls.comparison.page;
