/**
 * A launcher for the Redis or Valkey that this machine has: one server in memory, with a port
 * without TLS and one for each of the pins that have the same key.
 *
 * <p>Belongs here: the launcher's process and what it starts. Does not belong here: a database
 * driver, or anything that measures.
 *
 * <p>Why: docs/decisions/databases.md#redis-and-valkey.
 */
package site.ycsb.tls.testbed.redis;
