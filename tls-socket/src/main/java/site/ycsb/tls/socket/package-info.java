/**
 * Contexts, sockets and engines that can do only what is pinned, and that count and time what they
 * do.
 *
 * <p>Begin with {@link site.ycsb.tls.socket.Transport}; {@code PinnedTls} holds what sockets and
 * engines share. {@link site.ycsb.tls.socket.count} has the counters, {@link
 * site.ycsb.tls.socket.stream} the streams.
 *
 * <p>Belongs here: enforcement, verification inside and after the handshake, counters. Does not
 * belong here: knowledge of a database or a benchmark.
 *
 * <p>Why: docs/decisions/pinning.md.
 */
package site.ycsb.tls.socket;
