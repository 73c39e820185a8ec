/**
 * TLS handshake messages as bytes, read from the outside: what was offered and what was chosen, not
 * what a TLS library says of it.
 *
 * <p>Lives here: parsers of records and handshake messages. Must not live here: sockets, and
 * anything that judges what it reads.
 */
package site.ycsb.tls.wire;
