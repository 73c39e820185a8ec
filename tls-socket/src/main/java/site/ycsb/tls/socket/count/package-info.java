/**
 * What is counted and timed of each connection, and who is told.
 *
 * <p>Begin with {@link site.ycsb.tls.socket.count.Connection}.
 */
package site.ycsb.tls.socket.count;
