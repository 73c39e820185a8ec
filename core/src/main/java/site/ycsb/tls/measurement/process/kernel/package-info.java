/**
 * What the kernel of this machine counts for processes: CPU time of a process, of its descendants,
 * of the just-in-time compilers in it.
 *
 * <p>Begin with {@link site.ycsb.tls.measurement.process.kernel.LocalProcesses}. Does not belong
 * here: whose CPU time is wanted, and how another machine is asked.
 *
 * <p>Why: docs/decisions/cpu-time.md.
 */
package site.ycsb.tls.measurement.process.kernel;
