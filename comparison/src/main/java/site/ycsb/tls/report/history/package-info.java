/** Many comparisons in order of time. */
package site.ycsb.tls.report.history;
