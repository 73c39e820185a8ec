/**
 * What the pinning layer itself costs, beside the JDK's TLS with the same settings (JMH).
 *
 * <p>Belongs here: benchmarks of {@code tls-socket}. Does not belong here: anything that another
 * module needs.
 */
package site.ycsb.tls.benchmark;
