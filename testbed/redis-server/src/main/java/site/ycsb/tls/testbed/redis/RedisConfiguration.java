package site.ycsb.tls.testbed.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.server.ServerTls;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.program.OpenSslLimits;
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
   * Writes it into the directory of the settings.
   *
   * @param plainPort empty for a server that takes clients with TLS only
   * @param tlsPort empty for a server without TLS
   * @param legacy whether OpenSSL's lower limits are lifted
   * @throws IOException when a file cannot be read or written, or a certificate needs legacy
   * @throws IllegalArgumentException when the listeners have several certificates
   */
  static RedisConfiguration write(
      List<ListenerSpec> listeners,
      OptionalInt plainPort,
      OptionalInt tlsPort,
      boolean legacy,
      RedisSettings settings,
      ServiceUser user)
      throws IOException {
    Path place = settings.data();
    // The only one that the server may write to.
    Path own = Files.createDirectories(place.resolve("server"));
    user.own(own);
    Path socket = own.resolve("socket");
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("bind", ProgramServer.LOOPBACK);
    lines.put("port", Integer.toString(plainPort.orElse(0)));
    lines.put("unixsocket", socket.toString());
    lines.put("dir", own.toString());
    lines.put("save", "");
    lines.put("appendonly", "no");
    lines.put("daemonize", "no");
    lines.put("logfile", "");
    lines.put("always-show-logo", "no");
    Map<String, String> environment = Map.of();
    if (tlsPort.isPresent()) {
      lines.put("tls-port", Integer.toString(tlsPort.getAsInt()));
      lines.putAll(tls(pinned(listeners), place, user));
      if (legacy) {
        environment = OpenSslLimits.lift(place.resolve("openssl.cnf"), "", user);
      } else {
        OpenSslLimits.require(pinned(listeners).get(0).certificate(), "Redis");
      }
    }
    lines.putAll(settings.options());
    Path file = place.resolve("redis.conf");
    Files.write(
        file, lines.entrySet().stream().map(e -> e.getKey() + " " + quoted(e.getValue())).toList());
    user.own(file);
    return new RedisConfiguration(file, socket, environment);
  }

  /** Those with TLS. */
  static List<ServerTls> pinned(List<ListenerSpec> listeners) {
    return listeners.stream().flatMap(listener -> listener.tls().stream()).toList();
  }

  private static Map<String, String> tls(List<ServerTls> pinned, Path place, ServiceUser user)
      throws IOException {
    List<Path> certificates = pinned.stream().map(ServerTls::certificate).distinct().toList();
    if (certificates.size() > 1) {
      throw new IllegalArgumentException(
          "a Redis server has one certificate, asked for were " + certificates);
    }
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("tls-cert-file", take(certificates.get(0), place.resolve("server.pem"), user));
    lines.put("tls-key-file", take(pinned.get(0).key(), place.resolve("server-key.pem"), user));
    lines.put("tls-auth-clients", "no");
    lines.put("tls-protocols", joined(pins(pinned), " ", pin -> pin.protocol().toString()));
    String older = joined(older(pinned), ":", pin -> pin.cipherSuite().openSslName());
    if (!older.isEmpty()) {
      lines.put("tls-ciphers", older);
    }
    String newer = joined(newer(pinned), ":", pin -> pin.cipherSuite().openSslName());
    if (!newer.isEmpty()) {
      lines.put("tls-ciphersuites", newer);
    }
    return lines;
  }

  private static Stream<TlsPin> pins(List<ServerTls> pinned) {
    return pinned.stream().map(ServerTls::pin);
  }

  private static Stream<TlsPin> newer(List<ServerTls> pinned) {
    return pins(pinned).filter(pin -> pin.protocol() == TlsProtocol.TLS_1_3);
  }

  private static Stream<TlsPin> older(List<ServerTls> pinned) {
    return pins(pinned).filter(pin -> pin.protocol() != TlsProtocol.TLS_1_3);
  }

  private static String joined(
      Stream<TlsPin> pins, String separator, Function<TlsPin, String> name) {
    return pins.map(name).distinct().collect(Collectors.joining(separator));
  }

  private static String take(Path file, Path copy, ServiceUser user) throws IOException {
    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
    user.own(copy);
    return copy.toString();
  }

  /** As its configuration wants it (sds.c, sdssplitargs). */
  private static String quoted(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
