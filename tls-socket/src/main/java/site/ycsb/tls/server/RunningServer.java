package site.ycsb.tls.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A test server that is ready for clients. */
public interface RunningServer extends AutoCloseable {

  /** What it is, without spaces: {@code mongo-java-server}. */
  String name();

  /** Its version. */
  String version();

  /** Where the listeners of the {@link ServerSpec} are, by their names. */
  Map<String, InetSocketAddress> addresses();

  /**
   * What the listeners saw, by their names.
   *
   * @throws IOException when a server that consists of several processes has lost one
   */
  Map<String, ListenerWitness> witness() throws IOException, InterruptedException;

  /**
   * Whether all its parts are there and work together, in their own view. Always for a server that
   * has one part.
   */
  default ServerHealth health() throws InterruptedException {
    return ServerHealth.GOOD;
  }

  /**
   * Completes with the reason, one line, when the server has ended without being told to. Never for
   * one that lives in this process.
   */
  default CompletableFuture<String> failure() {
    return new CompletableFuture<>();
  }

  /** Ends it; connections are cut. */
  @Override
  void close() throws IOException;
}
