/**
 * Certificates and private keys: reading them from PEM files, and a certificate authority for tests
 * with its server and client certificates and their files.
 *
 * <p>Only {@link site.ycsb.tls.certificate.CertificateAuthority}, which signs, needs Bouncy Castle
 * (bcpkix); reading needs only the JDK.
 *
 * <p>Belongs here: making, writing, reading and keeping certificates and keys. Does not belong
 * here: handshakes, contexts, trust decisions.
 *
 * <p>Why: docs/decisions/test-servers.md#test-certificates.
 */
package site.ycsb.tls.certificate;
