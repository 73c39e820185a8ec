/**
 * What the pinning layer itself costs, beside the JDK's TLS with the same settings (JMH).
 *
 * <p>Lives here: benchmarks of {@code tls-socket}. Must not live here: anything that another module
 * needs.
 */
package site.ycsb.tls.benchmark;
