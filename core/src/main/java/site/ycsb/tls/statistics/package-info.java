/**
 * The statistics of paired measurements: Hodges-Lehmann estimates with exact intervals, tests, and
 * the correction for many of them.
 *
 * <p>Lives here: pure functions of numbers. Must not live here: anything that knows of runs,
 * variants or databases.
 */
package site.ycsb.tls.statistics;
