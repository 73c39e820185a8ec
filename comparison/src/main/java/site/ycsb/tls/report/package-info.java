/**
 * The report of a comparison: {@link site.ycsb.tls.report.Report} makes a document of it and of its
 * runs' files. {@link site.ycsb.tls.report.document} has the values of a document, {@link
 * site.ycsb.tls.report.page} the formats.
 *
 * <p>Belongs here: which figures are shown, where, and in which words. Does not belong here:
 * anything that compares or judges; every overhead, interval and verdict is in the result already.
 */
package site.ycsb.tls.report;
