/**
 * Samples of where a process spends its CPU time. By async-profiler, {@link
 * site.ycsb.tls.profiler.Profiler} takes them in this JVM (by its {@code Recording}, of which there
 * may be other kinds), {@link site.ycsb.tls.profiler.AttachedProfiler} in another one; {@link
 * site.ycsb.tls.profiler.SystemProfiler} has the kernel take them, of all processes, by program and
 * library.
 *
 * <p>Belongs here: the native library, starting and stopping it. Does not belong here: when it runs
 * (engine, comparison), and what its samples mean (comparison.explanation).
 *
 * <p>Why: docs/decisions/cpu-time.md#where-the-cpu-time-goes.
 */
package site.ycsb.tls.profiler;
