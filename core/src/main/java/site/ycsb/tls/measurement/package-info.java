/**
 * Measurements and their results: histograms, CPU time, and {@link
 * site.ycsb.tls.measurement.RunResult} with its formats.
 *
 * <p>Belongs here: recording and the values of a result. Does not belong here: threads that drive
 * load, statistics over several runs.
 */
package site.ycsb.tls.measurement;
