/**
 * What TLS costs on a database. {@link site.ycsb.tls.comparison.Comparison} is the entrance for
 * programs and tests; {@code bin/ycsb compare} is this, and printing.
 *
 * <p>Belongs here: the entrance alone. Does not belong here: what is compared ({@code plan}), how
 * it is run ({@code run}), what came out ({@code result}), how it is shown ({@code page}), the
 * command line.
 *
 * <p>Why: docs/decisions/structure.md#a-comparison-is-a-call.
 */
package site.ycsb.tls.comparison;
