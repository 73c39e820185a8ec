/**
 * What each JDBC driver needs so that its connections come from the transport.
 *
 * <p>Begin with {@link site.ycsb.tls.jdbc.driver.JdbcProduct}: which drivers there are. Does not
 * belong here: statements, tables.
 *
 * <p>Why: docs/decisions/databases.md#jdbc-drivers.
 */
package site.ycsb.tls.jdbc.driver;
