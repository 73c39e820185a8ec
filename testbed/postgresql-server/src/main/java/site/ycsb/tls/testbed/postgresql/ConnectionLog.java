package site.ycsb.tls.testbed.postgresql;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ListenerWitness;

/**
 * Counts connections by what the server logs of each ({@code log_connections}): without TLS, or
 * with which version and suite. Thread-safe.
 *
 * <p>Other lines go to stderr, which is the log of this process. The server does not log which
 * handshakes were resumed; it resumes none.
 */
final class ConnectionLog {
  private static final String PLAIN = "plain";

  private static final Pattern AUTHORIZED =
      Pattern.compile(
          "^LOG: +connection authorized: (.*?)(?: SSL enabled \\(protocol=(\\S+), cipher=(\\S+), bits=\\d+[^)]*\\))?$");

  private static final Pattern FAILED =
      Pattern.compile("^LOG: +could not accept SSL connection:.*");

  /** Lines of each connection that count nothing. */
  private static final Pattern OTHERS =
      Pattern.compile("^LOG: +connection (?:received|authenticated): .*");

  private static final Pattern LAUNCHER =
      Pattern.compile("application_name=(" + LocalClient.NAME + "\\S*)");

  /** Connections by {@code PROTOCOL SUITE}; {@link #PLAIN} without TLS. */
  private final Map<String, Long> authorized = new HashMap<>();

  private long failed;

  /** The launcher's own connections that are waited for. */
  private final Map<String, CompletableFuture<Void>> awaited = new ConcurrentHashMap<>();

  /** A line of the server's log. */
  synchronized void accept(String line) {
    Matcher connection = AUTHORIZED.matcher(line);
    if (connection.matches()) {
      Matcher own = LAUNCHER.matcher(connection.group(1));
      if (own.find()) {
        Optional.ofNullable(awaited.remove(own.group(1))).ifPresent(wait -> wait.complete(null));
      } else {
        authorized.merge(kind(connection), 1L, Long::sum);
      }
    } else if (!OTHERS.matcher(line).matches()) {
      if (FAILED.matcher(line).matches()) {
        failed++;
      }
      System.err.println(line);
    }
  }

  private static String kind(Matcher connection) {
    return connection.group(2) == null
        ? PLAIN
        : kind(
            connection.group(2),
            CipherSuites.find(connection.group(3))
                .map(CipherSuite::name)
                .orElse(connection.group(3)));
  }

  private static String kind(String protocol, String suite) {
    return protocol + " " + suite;
  }

  /**
   * Completes when the log has the launcher's connection of this name: all connections that clients
   * had before it are counted then.
   */
  CompletableFuture<Void> awaiting(String name) {
    return awaited.computeIfAbsent(LocalClient.NAME + name, unused -> new CompletableFuture<>());
  }

  /**
   * What the listeners saw. Those that differ only on the client's side have the same connections,
   * and are left out.
   */
  synchronized Map<String, ListenerWitness> witness(List<ListenerSpec> listeners) {
    Map<String, List<ListenerSpec>> byKind =
        listeners.stream().collect(Collectors.groupingBy(ConnectionLog::kindOf));
    long withTls = listeners.stream().filter(listener -> listener.tls().isPresent()).count();
    Map<String, ListenerWitness> witness = new HashMap<>();
    byKind.forEach(
        (kind, alike) -> {
          if (alike.size() == 1) {
            ListenerSpec only = alike.get(0);
            long count = authorized.getOrDefault(kind, 0L);
            // Whose handshake failed is not logged.
            long itsFailures = only.tls().isPresent() && withTls == 1 ? failed : 0;
            witness.put(only.name(), ListenerWitness.counted(only, count, itsFailures, count));
          }
        });
    return witness;
  }

  private static String kindOf(ListenerSpec listener) {
    return listener
        .tls()
        .map(tls -> kind(tls.pin().protocol().toString(), tls.pin().cipherSuite().name()))
        .orElse(PLAIN);
  }
}
