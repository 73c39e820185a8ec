/**
 * The {@code tls.*} properties: their names, their meaning, their typed values.
 *
 * <p>Belongs here: parsing at the edge. Does not belong here: anything that opens a connection.
 *
 * <p>Why: docs/decisions/pinning.md.
 */
package site.ycsb.tls.option;
