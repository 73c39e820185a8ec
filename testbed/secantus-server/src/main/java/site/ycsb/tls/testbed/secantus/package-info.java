/**
 * A launcher for the {@code secantusd-rs} that this machine has: one process that speaks MongoDB's
 * protocol, without TLS or with that of rustls.
 *
 * <p>Belongs here: the launcher's process and what it starts. Does not belong here: a database
 * driver, or anything that measures.
 *
 * <p>Why: docs/decisions/databases.md#secantusdb.
 */
package site.ycsb.tls.testbed.secantus;
