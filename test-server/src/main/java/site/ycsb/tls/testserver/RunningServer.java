package site.ycsb.tls.testserver;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A test server that is ready for clients. */
public interface RunningServer extends AutoCloseable {

  /** Its name, without spaces, and its version: {@code mongo-java-server 1.47.0}. */
  String product();

  /** The addresses of the listeners of the {@link ServerSpec}, by their names. */
  Map<String, InetSocketAddress> addresses();

  /**
   * What the listeners saw, by their names.
   *
   * @throws IOException when a server that consists of several processes has lost one
   */
  Map<String, ListenerWitness> witness() throws IOException, InterruptedException;

  /**
   * Whether all its parts are alive and work together, in their own view. A server with one part is
   * always healthy.
   */
  default ServerHealth health() throws InterruptedException {
    return ServerHealth.GOOD;
  }

  /**
   * Completes with the reason, one line, when the server has ended unexpectedly. Never completes
   * for a server in this process.
   */
  default CompletableFuture<String> failure() {
    return new CompletableFuture<>();
  }

  /**
   * Ends it; connections are cut.
   *
   * @throws IOException when it, or a part of it, did not end in order: what it has written cannot
   *     be relied on
   */
  @Override
  void close() throws IOException;
}
