/**
 * The server's side of a pin: contexts, engines and sockets that accept one protocol version, one
 * suite and one key.
 *
 * <p>Does not belong here: anything that a client uses, and the process that serves.
 */
package site.ycsb.tls.server;
