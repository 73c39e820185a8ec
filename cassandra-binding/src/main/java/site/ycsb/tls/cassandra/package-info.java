/**
 * Apache Cassandra, by the Apache Cassandra Java driver.
 *
 * <p>{@code CassandraBinding} is found by the benchmark, {@code CassandraOptions} is what the
 * properties say, {@code CassandraConnector} makes the driver's sessions with the connections of
 * the transport, {@code CassandraPool} is what the threads of a run share, {@code CassandraClient}
 * does the operations. All bindings have these five. {@code ServerEvidence} asks the nodes what
 * they see of it.
 *
 * <p>Lives here: all that knows Cassandra's driver. Must not live here: the test server, TLS, or
 * anything that measures.
 */
package site.ycsb.tls.cassandra;
