/** CPU time, garbage collection and compilation of a run. */
package site.ycsb.tls.measurement.result.resource;
