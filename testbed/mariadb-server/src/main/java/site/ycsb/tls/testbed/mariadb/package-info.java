/**
 * A launcher for the MariaDB server that this machine has: one {@code mariadbd}, on a data
 * directory of its own that goes with it, plain or with exactly one pin.
 *
 * <p>Belongs here: the launcher's process and what it starts. Does not belong here: a database
 * driver, or anything that measures.
 *
 * <p>Why: docs/decisions/databases.md#mariadb.
 */
package site.ycsb.tls.testbed.mariadb;
