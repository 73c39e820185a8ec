package site.ycsb.tls.server;

import java.nio.file.Path;
import java.util.Objects;

/**
 * The TLS of a listener: exactly one protocol, one suite, one key.
 *
 * @param protocol for example {@code TLSv1.3}
 * @param cipherSuite IANA name
 * @param certificate PEM file with the server's certificate first and then those that lead to its
 *     CA
 * @param key PEM file with the private key, PKCS #8, not encrypted
 */
public record ServerTls(String protocol, String cipherSuite, Path certificate, Path key) {
  public ServerTls {
    Objects.requireNonNull(protocol);
    Objects.requireNonNull(cipherSuite);
    Objects.requireNonNull(certificate);
    Objects.requireNonNull(key);
  }
}
