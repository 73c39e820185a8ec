/**
 * The command line: turns arguments into typed values, and results into lines on a terminal.
 *
 * <p>Belongs here: picocli commands. Does not belong here: measuring, statistics, TLS.
 *
 * <p>Why: docs/decisions/command-line.md.
 */
package site.ycsb.tls.cli;
