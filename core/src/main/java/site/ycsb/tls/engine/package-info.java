/**
 * Runs one phase of one workload: threads, warm-up, throttling, watchdog.
 *
 * <p>Lives here: what happens between the first {@code DB.init} and the last {@code DB.cleanup},
 * and the interfaces that a workload sees of it. Must not live here: particular workloads, output
 * on the console, anything over several runs.
 */
package site.ycsb.tls.engine;
