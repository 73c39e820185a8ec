/**
 * What several commands share: options, arguments, names of properties, the terminal, the end by a
 * signal.
 *
 * <p>Does not belong here: a command.
 */
package site.ycsb.tls.cli.option;
