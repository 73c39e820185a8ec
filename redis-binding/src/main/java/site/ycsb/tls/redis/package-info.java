/**
 * Redis and Valkey, by Jedis.
 *
 * <p>{@code RedisBinding} is found by the benchmark, {@code RedisOptions} has the parsed
 * properties, {@code RedisConnector} makes Jedis' connections from the transport, {@code RedisPool}
 * is shared by the threads of a run, a {@code RedisClient} belongs to one of them.
 *
 * <p>Belongs here: code that uses Jedis. Does not belong here: the test server, TLS, or anything
 * that measures.
 *
 * <p>Why: docs/decisions/databases.md#jedis.
 */
package site.ycsb.tls.redis;
