/**
 * The command {@code study} and its parts.
 *
 * <p>Does not belong here: reading and judging a study's file; see {@code site.ycsb.tls.study}.
 */
package site.ycsb.tls.cli.study;
