/**
 * Messages between processes of this program over a socket.
 *
 * <p>Belongs here: how messages are sent. Does not belong here: what they say.
 */
package site.ycsb.tls.channel;
