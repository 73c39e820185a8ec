/** The commands that measure a cost model and predict from one. */
package site.ycsb.tls.cli.model;
