package site.ycsb.tls.testbed.mariadb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.server.ServerTls;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.program.OpenSslLimits;
import site.ycsb.tls.testserver.program.ServiceUser;

/**
 * The settings that make {@code mariadbd} use no TLS, or no other than that of some pins. They
 * apply to the whole server: on its one port, the client chooses among them.
 *
 * @param arguments for {@code mariadbd}
 * @param environment for its process
 */
record ServerTlsOptions(List<String> arguments, Map<String, String> environment) {
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
      OpenSslLimits.require(certificates.get(0), "MariaDB");
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
    return new ServerTlsOptions(
        arguments,
        legacy ? OpenSslLimits.lift(directory.path().resolve("openssl.cnf"), "", user) : Map.of());
  }

  private static String joined(
      List<ServerTls> pinned, String separator, Function<TlsPin, String> name) {
    return pinned.stream()
        .map(tls -> name.apply(tls.pin()))
        .distinct()
        .collect(Collectors.joining(separator));
  }

  /** MariaDB writes the first version with its zero. */
  private static String version(TlsProtocol protocol) {
    return protocol == TlsProtocol.TLS_1_0 ? "TLSv1.0" : protocol.toString();
  }
}
