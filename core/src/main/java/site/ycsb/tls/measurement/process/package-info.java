/**
 * What processes use: CPU time of this process, of the server here or elsewhere, of their
 * compilers, and the machine.
 *
 * <p>Why: docs/decisions/cpu-time.md.
 */
package site.ycsb.tls.measurement.process;
