/**
 * The command {@code compare}, and what it shares with {@code study}: the start of a comparison,
 * its progress and its end.
 *
 * <p>Does not belong here: how a comparison is made; see {@code site.ycsb.tls.comparison}.
 *
 * <p>Why: docs/decisions/structure.md#a-comparison-is-a-call.
 */
package site.ycsb.tls.cli.compare;
