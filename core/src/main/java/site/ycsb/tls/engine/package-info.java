/**
 * Runs one phase of one workload: threads, warm-up, throttling, watchdog.
 *
 * <p>Belongs here: everything between the first {@code DB.init} and the last {@code DB.cleanup},
 * and its interfaces to a workload. Does not belong here: particular workloads, output on the
 * console, anything over several runs.
 */
package site.ycsb.tls.engine;
