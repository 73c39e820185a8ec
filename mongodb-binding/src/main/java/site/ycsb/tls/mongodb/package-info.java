/**
 * MongoDB, by its synchronous Java driver.
 *
 * <p>{@code MongoDbBinding} is found by the benchmark, {@code MongoDbOptions} has the parsed
 * properties, {@code MongoDbConnector} makes the driver's clients with the connections of the
 * transport, {@code MongoDbPool} is shared by the threads of a run, {@code MongoDbClient} does the
 * operations. All bindings have these five.
 *
 * <p>Belongs here: code that uses MongoDB's driver. Does not belong here: the test server, TLS, or
 * anything that measures.
 *
 * <p>Why: docs/decisions/databases.md#mongodb.
 */
package site.ycsb.tls.mongodb;
