/**
 * Finds out what can be pinned: in this JVM, and at a server.
 *
 * <p>Lives here: lists of suites and single probing handshakes. Must not live here: anything that
 * measures.
 */
package site.ycsb.tls.probe;
