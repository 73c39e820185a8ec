/**
 * TLS handshake messages as bytes: what was offered and what was chosen, read from the wire and not
 * asked of a TLS library.
 *
 * <p>Belongs here: parsers of records and handshake messages. Does not belong here: sockets, and
 * anything that judges what it reads.
 *
 * <p>Why: docs/decisions/account.md.
 */
package site.ycsb.tls.wire;
