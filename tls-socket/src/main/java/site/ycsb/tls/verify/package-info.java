/**
 * What must hold of a handshake (the pin, the certificate's chain, the host name), and the words
 * for when it does not.
 *
 * <p>Lives here: comparing with the pin, trust and key managers, one-line diagnoses. Must not live
 * here: sockets and engines.
 */
package site.ycsb.tls.verify;
