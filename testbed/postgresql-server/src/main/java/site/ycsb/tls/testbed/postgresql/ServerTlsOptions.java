package site.ycsb.tls.testbed.postgresql;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.server.ServerTls;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.program.OpenSslLimits;
import site.ycsb.tls.testserver.program.OpenSslPins;
import site.ycsb.tls.testserver.program.ServiceUser;

/**
 * The settings that make {@code postgres} use no TLS, or no other than that of some pins. They
 * apply to the whole server: on its one port, the client chooses among them.
 *
 * <p>Up to version 17 it has no setting for suites of TLS 1.3: OpenSSL's own configuration has.
 *
 * @param arguments for {@code postgres}
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
    Path hba = user.write(directory.path().resolve("pg_hba.conf"), clients(listeners));
    List<String> arguments = new ArrayList<>(List.of("--hba_file=" + hba));
    if (pins.pinned().isEmpty()) {
      arguments.add("--ssl=off");
      return new ServerTlsOptions(arguments, Map.of());
    }
    ServerTls copy = pins.copy("PostgreSQL", legacy, directory.path(), user);
    List<TlsProtocol> versions = pins.versions();
    arguments.addAll(
        List.of(
            "--ssl=on",
            "--ssl_cert_file=" + copy.certificate(),
            "--ssl_key_file=" + copy.key(),
            "--ssl_min_protocol_version=" + versions.get(0),
            "--ssl_max_protocol_version=" + versions.get(versions.size() - 1)));
    String older = pins.suites(version -> version != TlsProtocol.TLS_1_3);
    if (!older.isEmpty()) {
      arguments.add("--ssl_ciphers=" + older + (legacy ? ":@SECLEVEL=0" : ""));
    }
    String newer = pins.suites(version -> version == TlsProtocol.TLS_1_3);
    String settings = newer.isEmpty() ? "" : "Ciphersuites = " + newer + "\n";
    return new ServerTlsOptions(
        arguments, OpenSslLimits.environment(legacy, settings, directory.path(), user));
  }

  /** The launcher over the socket, and the clients of the listeners. */
  private static String clients(List<ListenerSpec> listeners) {
    boolean tlsOnly = listeners.stream().allMatch(listener -> listener.tls().isPresent());
    return """
    local all launcher trust
    %s ycsb ycsb 127.0.0.1/32 trust
    """
        .formatted(tlsOnly ? "hostssl" : "host");
  }
}
