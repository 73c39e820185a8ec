/**
 * The statistics of paired measurements: Hodges-Lehmann estimates with exact intervals, tests, and
 * the correction for many of them.
 *
 * <p>Belongs here: pure functions of numbers. Does not belong here: anything that knows of runs,
 * variants or databases.
 *
 * <p>Why: docs/decisions/statistics.md.
 */
package site.ycsb.tls.statistics;
