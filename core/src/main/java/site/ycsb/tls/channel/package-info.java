/**
 * Messages between processes of this program over a socket, also on other machines: how they are
 * sent, how a JVM reaches the process that started it, and the certificates by which the members of
 * a fleet know each other.
 *
 * <p>Does not belong here: what the messages say.
 *
 * <p>Why: docs/decisions/fleet-and-network.md#certificates-of-a-fleet.
 */
package site.ycsb.tls.channel;
