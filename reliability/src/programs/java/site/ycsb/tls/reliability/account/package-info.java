/**
 * Clients that mix connections with the pinned TLS and others, and whether a run of them is
 * confirmed.
 *
 * <p>Begin with {@link site.ycsb.tls.reliability.account.MixedConnections}.
 */
package site.ycsb.tls.reliability.account;
