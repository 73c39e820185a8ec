/**
 * Contexts, sockets and engines that can do only what is pinned, and that count and time what they
 * do.
 *
 * <p>Belongs here: enforcement, verification inside and after the handshake, counters. Does not
 * belong here: knowledge of a database or a benchmark.
 */
package site.ycsb.tls.socket;
