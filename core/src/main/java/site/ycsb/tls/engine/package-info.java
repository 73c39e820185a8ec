/**
 * Runs one phase of one workload: threads, warm-up, throttling, watchdog.
 *
 * <p>Begin with {@link site.ycsb.tls.engine.BenchmarkRun}; its options are in {@link
 * site.ycsb.tls.engine.option}, its threads in {@link site.ycsb.tls.engine.worker}.
 *
 * <p>Belongs here: everything between the first {@code DB.init} and the last {@code DB.cleanup},
 * and its interfaces to a workload. Does not belong here: particular workloads, output on the
 * console, anything over several runs.
 *
 * <p>Why: docs/decisions/runs.md.
 */
package site.ycsb.tls.engine;
