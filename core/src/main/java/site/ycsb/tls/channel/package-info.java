/**
 * Messages between processes of this program over a socket, also on other machines: how they are
 * sent, and the certificates by which the members of a fleet know each other.
 *
 * <p>Does not belong here: what the messages say.
 */
package site.ycsb.tls.channel;
