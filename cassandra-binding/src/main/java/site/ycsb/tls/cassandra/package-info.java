/**
 * Apache Cassandra, by the Apache Cassandra Java driver.
 *
 * <p>{@code CassandraBinding} is found by the benchmark, {@code CassandraOptions} has the parsed
 * properties, {@code CassandraConnector} makes the driver's sessions with the connections of the
 * transport, {@code CassandraPool} is shared by the threads of a run, {@code CassandraClient} does
 * the operations. All bindings have these five. {@code ServerEvidence} asks the nodes for their
 * view.
 *
 * <p>Belongs here: code that uses Cassandra's driver. Does not belong here: the test server, TLS,
 * or anything that measures.
 *
 * <p>Why: docs/decisions/databases.md#cassandras-nodes.
 */
package site.ycsb.tls.cassandra;
