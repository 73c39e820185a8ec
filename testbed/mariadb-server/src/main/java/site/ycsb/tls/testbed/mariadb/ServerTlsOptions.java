package site.ycsb.tls.testbed.mariadb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.server.ServerTls;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.program.OpenSslLimits;
import site.ycsb.tls.testserver.program.OpenSslPins;
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
    OpenSslPins pins = OpenSslPins.of(listeners);
    if (pins.pinned().isEmpty()) {
      return new ServerTlsOptions(List.of("--skip-ssl"), Map.of());
    }
    ServerTls copy = pins.copy("MariaDB", legacy, directory.path(), user);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--tls-version=" + versions(pins),
                "--ssl-cipher=" + pins.suites(version -> true),
                "--ssl-cert=" + copy.certificate(),
                "--ssl-key=" + copy.key()));
    if (pins.pinned().size() == listeners.size()) {
      // Nothing but TLS on this port.
      arguments.add("--require-secure-transport=ON");
    }
    return new ServerTlsOptions(
        arguments, OpenSslLimits.environment(legacy, "", directory.path(), user));
  }

  /** MariaDB writes the first version with its zero. */
  private static String versions(OpenSslPins pins) {
    return pins.versions().stream()
        .map(version -> version == TlsProtocol.TLS_1_0 ? "TLSv1.0" : version.toString())
        .collect(Collectors.joining(","));
  }
}
