/**
 * A Java agent that sees every byte of the sockets of its JVM: each connection from its opening to
 * its end, how many bytes went over it, and whether they were TLS records.
 *
 * <p>The JDK's socket classes call {@link site.ycsb.tls.account.SocketHooks}; {@link
 * site.ycsb.tls.account.SocketTable} has the connections. Loaded by the boot loader, and so it
 * needs nothing but {@code java.base}. What the bytes must be is for others to judge.
 *
 * <p>Why: docs/decisions/any-client.md#every-byte.
 */
package site.ycsb.tls.account;
