/**
 * The binding {@code jdbc}: SQL databases, by their JDBC drivers.
 *
 * <p>Belongs here: options, the driver's connections out of a {@link
 * site.ycsb.tls.socket.Transport}, YCSB's operations in SQL. Does not belong here: TLS of its own,
 * measuring, or a server.
 *
 * <p>Why: docs/decisions/databases.md#jdbc-drivers.
 */
package site.ycsb.tls.jdbc;
