/**
 * MongoDB, by its synchronous Java driver.
 *
 * <p>{@code MongoDbBinding} is found by the benchmark, {@code MongoDbOptions} is what the
 * properties say, {@code MongoDbConnector} makes the driver's clients with the connections of the
 * transport, {@code MongoDbPool} is what the threads of a run share, {@code MongoDbClient} does the
 * operations. All bindings have these five.
 *
 * <p>Lives here: all that knows MongoDB's driver. Must not live here: the test server, TLS, or
 * anything that measures.
 */
package site.ycsb.tls.mongodb;
