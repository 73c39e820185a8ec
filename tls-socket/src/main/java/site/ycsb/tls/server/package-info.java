/**
 * The server's side of a pin, for test servers in a JVM, and both sides of the protocol between a
 * test server's process ({@link site.ycsb.tls.server.TestServerMain}) and the process that started
 * it ({@link site.ycsb.tls.server.ServerProcess}).
 *
 * <p>Belongs here: what every test server needs, whatever database it serves: what to listen on,
 * contexts, engines and sockets that accept one protocol version and one suite, a count of what was
 * negotiated, and the process. Does not belong here: anything that a client uses, or a database.
 */
package site.ycsb.tls.server;
