/**
 * A test server's process, seen from both sides: {@link site.ycsb.tls.testserver.TestServerMain}
 * runs it, {@link site.ycsb.tls.testserver.ServerProcess} starts it and asks it.
 *
 * <p>Belongs here: what every test server has, whatever database it serves: what to listen on, the
 * count of what was negotiated, its health. Does not belong here: TLS itself ({@code
 * site.ycsb.tls.server}), a database, and which server is started when ({@code
 * site.ycsb.tls.servers}).
 *
 * <p>Why: docs/decisions/test-servers.md#a-child-process-with-a-protocol.
 */
package site.ycsb.tls.testserver;
