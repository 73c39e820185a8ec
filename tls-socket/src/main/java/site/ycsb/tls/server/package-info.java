/**
 * The server's end of a pin, for test servers that run in a JVM.
 *
 * <p>Lives here: contexts, engines and sockets that accept one protocol version and one suite. Must
 * not live here: anything that a client uses.
 */
package site.ycsb.tls.server;
