/**
 * Contexts, sockets and engines that cannot do anything but what is pinned, and that count and time
 * what they do.
 *
 * <p>Lives here: enforcement, verification inside and after the handshake, counters. Must not live
 * here: knowledge of a database or a benchmark.
 */
package site.ycsb.tls.socket;
