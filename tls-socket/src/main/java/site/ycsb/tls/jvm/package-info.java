/**
 * One transport for all TLS of a JVM, for clients that know nothing of this library: a JCA provider
 * whose contexts are the transport's, and a check with the kernel's list of TCP connections that no
 * connection went another way.
 *
 * <p>Why: docs/decisions/any-client.md.
 */
package site.ycsb.tls.jvm;
