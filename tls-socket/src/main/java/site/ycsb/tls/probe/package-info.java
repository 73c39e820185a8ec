/**
 * Finds out what can be pinned: in this JVM, and at a server.
 *
 * <p>Belongs here: lists of suites and single probing handshakes. Does not belong here: anything
 * that measures.
 *
 * <p>Why: docs/decisions/account.md#the-probe.
 */
package site.ycsb.tls.probe;
