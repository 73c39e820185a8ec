/**
 * Checks of a handshake (the pin, the certificate's chain, the host name), and the messages for
 * failures.
 *
 * <p>Belongs here: comparing with the pin, trust and key managers, one-line diagnoses. Does not
 * belong here: sockets and engines.
 *
 * <p>Why: docs/decisions/pinning.md and docs/decisions/account.md#what-was-refused.
 */
package site.ycsb.tls.verify;
