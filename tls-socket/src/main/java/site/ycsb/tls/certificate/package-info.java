/**
 * A certificate authority for tests, its server and client certificates, and their files. Needs
 * Bouncy Castle.
 *
 * <p>Lives here: making and writing certificates and keys. Must not live here: handshakes.
 */
package site.ycsb.tls.certificate;
