package site.ycsb.tls.testserver;

import java.io.IOException;
import java.util.Optional;
import site.ycsb.tls.server.PinnedServerContext;
import site.ycsb.tls.server.ServerTls;

/**
 * A listener that a test server must open.
 *
 * @param name letters, digits, {@code -}, {@code _} and {@code .}: its name in later questions
 * @param tls empty for a plain listener
 */
public record ListenerSpec(String name, Optional<ServerTls> tls) {
  public ListenerSpec {
    if (!name.matches("[A-Za-z0-9._-]+")) {
      throw new IllegalArgumentException(
          "listener name \"" + name + "\": letters, digits, '.', '_' and '-' are allowed");
    }
  }

  /** A listener without TLS. */
  public static ListenerSpec plain(String name) {
    return new ListenerSpec(name, Optional.empty());
  }

  /** A listener with exactly this TLS. */
  public static ListenerSpec tls(String name, ServerTls tls) {
    return new ListenerSpec(name, Optional.of(tls));
  }

  /**
   * What a server on the JVM's TLS serves this listener with; empty for a plain one.
   *
   * @throws IOException when the certificate or its key cannot be read
   */
  public Optional<PinnedServerContext> context() throws IOException {
    return tls.isPresent() ? Optional.of(PinnedServerContext.of(tls.get())) : Optional.empty();
  }
}
