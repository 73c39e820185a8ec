/**
 * The threads that do the operations, and what steers them: turns, pace, stop.
 *
 * <p>Begin with {@link site.ycsb.tls.engine.worker.Workforce}. Does not belong here: what was
 * measured, verdicts.
 *
 * <p>Why: docs/decisions/runs.md.
 */
package site.ycsb.tls.engine.worker;
