package site.ycsb.tls.binding;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * The recipe for a test server of one database: what to start, and how a client reaches it. The
 * process itself is started by the {@code testbed} package, which also makes the certificates.
 */
public interface TestServer {

  /**
   * The folder below {@code testbed/} whose {@code target/lib} is the server's class path, for
   * example {@code mongodb-server}.
   */
  String module();

  /**
   * The main class of the server process; it follows the protocol of the {@code testbed} package.
   */
  String mainClass();

  /** Further arguments for the main class, from {@code testbed.*} properties. */
  default List<String> arguments(Properties properties) {
    return List.of();
  }

  /** The server's heap when {@code testbed.heap} does not say otherwise, as {@code -Xmx} has it. */
  default String heap() {
    return "1g";
  }

  /** How long it may take until the server is ready. */
  default Duration patience() {
    return Duration.ofSeconds(30);
  }

  /** The properties that make a client of this binding use the listener at the address. */
  Map<String, String> clientProperties(String host, int port);
}
