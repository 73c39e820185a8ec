/**
 * What is measured, and what comes out: histograms, CPU time, and {@link
 * site.ycsb.tls.measurement.RunResult} with its formats.
 *
 * <p>Lives here: recording and the values of a result. Must not live here: threads that drive load,
 * statistics over several runs.
 */
package site.ycsb.tls.measurement;
