/**
 * The server's end of a pin, for test servers that run in a JVM, and both ends of the lines between
 * a test server's process ({@link site.ycsb.tls.server.TestServerMain}) and the one who started it
 * ({@link site.ycsb.tls.server.ServerProcess}).
 *
 * <p>Lives here: what every test server needs, whatever database it serves: what to listen on,
 * contexts, engines and sockets that accept one protocol version and one suite, a count of what was
 * negotiated, and the process. Must not live here: anything that a client uses, or a database.
 */
package site.ycsb.tls.server;
