/**
 * The server's end of a pin, for test servers that run in a JVM, and the lines between a test
 * server's process and the one who started it ({@link site.ycsb.tls.server.TestServerMain}).
 *
 * <p>Lives here: what every test server needs, whatever database it serves: what to listen on,
 * contexts, engines and sockets that accept one protocol version and one suite, a count of what was
 * negotiated. Must not live here: anything that a client uses, a database, the starting of
 * processes.
 */
package site.ycsb.tls.server;
