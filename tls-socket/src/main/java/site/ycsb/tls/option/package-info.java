/**
 * The {@code tls.*} properties: their names, their meaning, their typed values.
 *
 * <p>Lives here: parsing at the edge. Must not live here: anything that opens a connection.
 */
package site.ycsb.tls.option;
