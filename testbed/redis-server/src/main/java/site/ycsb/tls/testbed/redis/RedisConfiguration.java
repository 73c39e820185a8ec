package site.ycsb.tls.testbed.redis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.server.ServerTls;
import site.ycsb.tls.testserver.program.OpenSslLimits;
import site.ycsb.tls.testserver.program.OpenSslPins;
import site.ycsb.tls.testserver.program.ProgramServer;
import site.ycsb.tls.testserver.program.ServiceUser;

/**
 * A server's configuration: a file, and the environment of its process. The server is on loopback,
 * without a password, and keeps nothing in files.
 *
 * <p>No {@code tls-ca-cert-file}: the server would send the CA's certificate with its own in each
 * handshake.
 *
 * @param file the configuration
 * @param socket for local clients
 * @param environment for its process
 */
record RedisConfiguration(Path file, Path socket, Map<String, String> environment) {
  /**
   * Writes it.
   *
   * @param plainPort 0 for a server that takes clients with TLS only
   * @param tlsPort 0 for a server without TLS
   * @param legacy whether OpenSSL's lower limits are lifted
   * @param place the directory for the server's files
   * @param options further lines, {@code --NAME=VALUE}
   * @throws IOException when a file cannot be read or written, or a certificate needs legacy
   * @throws IllegalArgumentException when the listeners have several certificates
   */
  static RedisConfiguration write(
      OpenSslPins pins,
      int plainPort,
      int tlsPort,
      boolean legacy,
      Path place,
      List<String> options,
      ServiceUser user)
      throws IOException {
    // The only one that the server may write to.
    Path own = user.ownFolder(place.resolve("server"));
    Path socket = own.resolve("socket");
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("bind", ProgramServer.LOOPBACK);
    lines.put("port", Integer.toString(plainPort));
    lines.put("unixsocket", socket.toString());
    lines.put("dir", own.toString());
    lines.put("save", "");
    lines.put("appendonly", "no");
    lines.put("daemonize", "no");
    lines.put("logfile", "");
    lines.put("always-show-logo", "no");
    Map<String, String> environment = Map.of();
    if (tlsPort != 0) {
      lines.put("tls-port", Integer.toString(tlsPort));
      lines.putAll(tls(pins, pins.copy("Redis", legacy, place, user)));
      environment = OpenSslLimits.environment(legacy, "", place, user);
    }
    for (String option : options) {
      int equals = option.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("expected --NAME=VALUE, given " + option);
      }
      lines.put(option.substring("--".length(), equals), option.substring(equals + 1));
    }
    String text =
        lines.entrySet().stream()
            .map(line -> line.getKey() + " " + quoted(line.getValue()) + "\n")
            .collect(Collectors.joining());
    Path file = user.write(place.resolve("redis.conf"), text);
    return new RedisConfiguration(file, socket, environment);
  }

  private static Map<String, String> tls(OpenSslPins pins, ServerTls copy) {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("tls-cert-file", copy.certificate().toString());
    lines.put("tls-key-file", copy.key().toString());
    lines.put("tls-auth-clients", "no");
    lines.put(
        "tls-protocols",
        pins.versions().stream().map(TlsProtocol::toString).collect(Collectors.joining(" ")));
    lines.put("tls-ciphers", pins.suites(version -> version != TlsProtocol.TLS_1_3));
    lines.put("tls-ciphersuites", pins.suites(version -> version == TlsProtocol.TLS_1_3));
    lines.values().removeIf(String::isEmpty);
    return lines;
  }

  /** As its configuration wants it (sds.c, sdssplitargs). */
  private static String quoted(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
