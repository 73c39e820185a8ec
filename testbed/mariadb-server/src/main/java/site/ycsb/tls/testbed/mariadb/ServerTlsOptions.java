package site.ycsb.tls.testbed.mariadb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.certificate.Pem;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.server.ServerTls;

/**
 * The settings that make {@code mariadbd} use no TLS, or exactly one pin. They apply to the whole
 * server, to all its ports.
 *
 * @param arguments for {@code mariadbd}
 * @param environment for its process
 */
record ServerTlsOptions(List<String> arguments, Map<String, String> environment) {
  /** By default OpenSSL, as built by distributions, refuses shorter RSA keys. */
  private static final int LEAST_RSA_BITS = 2048;

  /**
   * Every algorithm and version that this OpenSSL was built with (its manual, CONFIG and SECLEVEL).
   */
  private static final String EVERYTHING =
      """
      openssl_conf = openssl_init
      [openssl_init]
      ssl_conf = ssl
      [ssl]
      system_default = everything
      [everything]
      MinProtocol = TLSv1
      CipherString = ALL:COMPLEMENTOFALL:@SECLEVEL=0
      """;

  /**
   * The options for a listener.
   *
   * @param legacy whether OpenSSL's lower limits are lifted
   * @throws IOException when the certificate cannot be read or copied, or needs legacy
   */
  static ServerTlsOptions of(
      Optional<ServerTls> tls, boolean legacy, DataDirectory directory, ServiceUser user)
      throws IOException {
    if (tls.isEmpty()) {
      return new ServerTlsOptions(List.of("--skip-ssl"), Map.of());
    }
    ServerTls pinned = tls.get();
    if (!legacy) {
      requireLongKey(pinned.certificate());
    }
    List<String> arguments =
        List.of(
            "--tls-version=" + version(pinned.pin().protocol()),
            "--ssl-cipher=" + pinned.pin().cipherSuite().openSslName(),
            "--ssl-cert=" + directory.take(pinned.certificate(), "server.pem", user),
            "--ssl-key=" + directory.take(pinned.key(), "server-key.pem", user),
            // Nothing but TLS on this port.
            "--require-secure-transport=ON");
    return new ServerTlsOptions(arguments, legacy ? everything(directory, user) : Map.of());
  }

  private static Map<String, String> everything(DataDirectory directory, ServiceUser user)
      throws IOException {
    Path file = directory.path().resolve("openssl.cnf");
    Files.writeString(file, EVERYTHING);
    user.own(file);
    return Map.of("OPENSSL_CONF", file.toString());
  }

  /** MariaDB writes the first version with its zero. */
  private static String version(TlsProtocol protocol) {
    return protocol == TlsProtocol.TLS_1_0 ? "TLSv1.0" : protocol.toString();
  }

  private static void requireLongKey(Path certificate) throws IOException {
    ServerKey key = ServerKey.of(Pem.readCertificates(certificate).get(0).getPublicKey());
    if (key.algorithm() == ServerKey.Algorithm.RSA && key.bits() < LEAST_RSA_BITS) {
      throw new IOException(
          "OpenSSL, as MariaDB uses it, takes no server key of "
              + key
              + "; allow it with tls.legacy=true, or use at least "
              + LEAST_RSA_BITS
              + " bits");
    }
  }
}
