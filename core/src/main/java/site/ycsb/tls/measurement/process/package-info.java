/**
 * What processes use: CPU time of this process, of the server here or elsewhere, of their
 * compilers, and the machine.
 */
package site.ycsb.tls.measurement.process;
