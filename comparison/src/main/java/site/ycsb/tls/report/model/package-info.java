/** Cost models and predictions as pages. */
package site.ycsb.tls.report.model;
