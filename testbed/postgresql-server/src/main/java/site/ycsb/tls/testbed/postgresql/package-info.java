/**
 * A launcher for the PostgreSQL that this machine has: one server on a data directory of its own,
 * whose port takes clients without TLS and with each of the pins that have the same key.
 *
 * <p>Belongs here: the launcher's process and what it starts. Does not belong here: a database
 * driver, or anything that measures.
 *
 * <p>Why: docs/decisions/databases.md#postgresql.
 */
package site.ycsb.tls.testbed.postgresql;
