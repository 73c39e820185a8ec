/** The figures of one point of a comparison. */
package site.ycsb.tls.report.point;
