/**
 * Measurements: histograms, CPU time, and what is printed of {@link
 * site.ycsb.tls.measurement.result.RunResult}.
 *
 * <p>Belongs here: recording. Does not belong here: threads that drive load, statistics over
 * several runs.
 *
 * <p>Why: docs/decisions/runs.md#the-measured-window.
 */
package site.ycsb.tls.measurement;
