package site.ycsb.tls.testbed.postgresql;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.program.LoggedConnections;

/**
 * Counts connections by what the server logs of each ({@code log_connections}): without TLS, or
 * with which version and suite. Thread-safe.
 *
 * <p>Other lines go to stderr, which is the log of this process. The server does not log which
 * handshakes were resumed; it resumes none.
 */
final class ConnectionLog {
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

  private final LoggedConnections authorized = new LoggedConnections();
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
      } else if (connection.group(2) == null) {
        authorized.addPlain();
      } else {
        authorized.add(connection.group(2), connection.group(3));
      }
    } else if (!OTHERS.matcher(line).matches()) {
      if (FAILED.matcher(line).matches()) {
        failed++;
      }
      System.err.println(line);
    }
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
    long withTls = listeners.stream().filter(listener -> listener.tls().isPresent()).count();
    Map<String, ListenerWitness> witness = new HashMap<>();
    authorized
        .of(listeners)
        .forEach(
            (only, count) -> {
              // Whose handshake failed is not logged.
              long itsFailures = only.tls().isPresent() && withTls == 1 ? failed : 0;
              witness.put(only.name(), ListenerWitness.counted(only, count, itsFailures, count));
            });
    return witness;
  }
}
