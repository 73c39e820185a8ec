/**
 * The binding {@code jdbc}: databases with SQL, by their JDBC drivers.
 *
 * <p>Lives here: options, the driver's connections out of a {@link site.ycsb.tls.socket.Transport},
 * YCSB's operations in SQL. Must not live here: TLS of its own, measuring, or a server.
 */
package site.ycsb.tls.jdbc;
