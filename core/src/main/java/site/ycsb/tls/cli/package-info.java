/**
 * The command line: arguments become typed values here, and results become lines on a terminal.
 *
 * <p>Lives here: picocli commands, and nothing that could be used without a command line. Must not
 * live here: measuring, statistics, TLS.
 */
package site.ycsb.tls.cli;
