package site.ycsb.tls.server;

import java.nio.file.Path;
import java.util.Objects;
import site.ycsb.tls.pin.TlsPin;

/**
 * The TLS of a listener: exactly one protocol, one suite, one key.
 *
 * @param pin what is accepted, and the JSSE provider, if one is named; its group is ignored: the
 *     client pins it
 * @param certificate PEM file with the server's certificate first and then those that lead to its
 *     CA
 * @param key PEM file with the private key, PKCS #8, not encrypted
 */
public record ServerTls(TlsPin pin, Path certificate, Path key) {
  public ServerTls {
    Objects.requireNonNull(pin);
    Objects.requireNonNull(certificate);
    Objects.requireNonNull(key);
  }
}
