/**
 * Real Apache Cassandra nodes for tests and comparisons on one machine: a ring of one or three,
 * each of its client ports and its storage port with exactly one TLS, or none.
 *
 * <p>{@code CassandraServer} is the process that is started; it starts a {@code CassandraNode} per
 * node, with the settings of a {@code NodeSettings}; inside the node {@code ClientPorts} pin the
 * client ports and {@code PinnedSslContextFactory} the storage port. Belongs here: what runs on the
 * servers' side. Does not belong here: a Cassandra driver, or anything that measures.
 *
 * <p>Why: docs/decisions/databases.md#cassandras-nodes.
 */
package site.ycsb.tls.testbed.cassandra;
