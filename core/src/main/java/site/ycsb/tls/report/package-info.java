/**
 * What a comparison has to show: {@link site.ycsb.tls.report.Report} makes a document of it and of
 * its runs' files. {@link site.ycsb.tls.report.document} are the values that a document is made of,
 * {@link site.ycsb.tls.report.page} the formats.
 *
 * <p>Lives here: which figures stand where, in which words. Must not live here: anything that
 * compares or judges; every overhead, interval and verdict is in the result already.
 */
package site.ycsb.tls.report;
