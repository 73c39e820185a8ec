/**
 * What several commands share: options, arguments, names of properties, the terminal, the end by a
 * signal.
 *
 * <p>Does not belong here: a command.
 *
 * <p>Why: docs/decisions/command-line.md.
 */
package site.ycsb.tls.cli.option;
