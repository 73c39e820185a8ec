/**
 * A network between client and server that has a round-trip time, a bandwidth and jitter: a SOCKS
 * proxy in a process of its own, which passes bytes on when they would have arrived.
 *
 * <p>Belongs here: the proxy's process. Does not belong here: databases, TLS, or anything that
 * measures.
 *
 * <p>Why: docs/decisions/fleet-and-network.md#the-network.
 */
package site.ycsb.tls.testbed.network;
