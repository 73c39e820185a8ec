/**
 * What a command works on: the binding by its name, the servers for its variants, the transport to
 * them.
 *
 * <p>Lives here: opening all that, and closing it. Must not live here: options of the command line,
 * output, measuring.
 */
package site.ycsb.tls.session;
