/** The result of a run: its parts, how they are added, and its file. */
package site.ycsb.tls.measurement.result;
