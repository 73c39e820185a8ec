package site.ycsb.tls.testbed.mariadb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import site.ycsb.tls.certificate.Pem;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.server.ServerTls;
import site.ycsb.tls.testserver.ListenerSpec;

/**
 * The settings that make {@code mariadbd} use no TLS, or no other than that of some pins. They
 * apply to the whole server: on its one port, the client chooses among them.
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
   * The options for listeners that are one port.
   *
   * @param listeners with TLS, all with the same certificate; without TLS if clients may come
   *     without it, too
   * @param legacy whether OpenSSL's lower limits are lifted
   * @throws IOException when the certificate cannot be read or copied, or needs legacy
   * @throws IllegalArgumentException when there are several certificates
   */
  static ServerTlsOptions of(
      List<ListenerSpec> listeners, boolean legacy, DataDirectory directory, ServiceUser user)
      throws IOException {
    List<ServerTls> pinned = listeners.stream().flatMap(l -> l.tls().stream()).toList();
    if (pinned.isEmpty()) {
      return new ServerTlsOptions(List.of("--skip-ssl"), Map.of());
    }
    List<Path> certificates = pinned.stream().map(ServerTls::certificate).distinct().toList();
    if (certificates.size() > 1) {
      throw new IllegalArgumentException(
          "a MariaDB server has one certificate, asked for were " + certificates);
    }
    if (!legacy) {
      requireLongKey(certificates.get(0));
    }
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--tls-version=" + joined(pinned, ",", pin -> version(pin.protocol())),
                "--ssl-cipher=" + joined(pinned, ":", pin -> pin.cipherSuite().openSslName()),
                "--ssl-cert=" + directory.take(certificates.get(0), "server.pem", user),
                "--ssl-key=" + directory.take(pinned.get(0).key(), "server-key.pem", user)));
    if (pinned.size() == listeners.size()) {
      // Nothing but TLS on this port.
      arguments.add("--require-secure-transport=ON");
    }
    return new ServerTlsOptions(arguments, legacy ? everything(directory, user) : Map.of());
  }

  private static String joined(
      List<ServerTls> pinned, String separator, Function<TlsPin, String> name) {
    return pinned.stream()
        .map(tls -> name.apply(tls.pin()))
        .distinct()
        .collect(Collectors.joining(separator));
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
