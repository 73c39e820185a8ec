/** Two comparisons beside each other. */
package site.ycsb.tls.report.pair;
