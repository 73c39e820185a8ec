package site.ycsb.tls.testserver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for servers that cannot choose one themselves. */
public final class FreePort {
  /**
   * Below the range for outgoing connections (Linux: from 32768): otherwise a client's connection
   * might use a server's port before the server is started, or started again.
   */
  private static final int LOWEST = 20_000;

  private static final int HIGHEST = 32_000;
  private static final int ATTEMPTS = 200;

  private FreePort() {}

  /**
   * A port that is free now at all of the addresses. It is unlikely that another program takes it
   * before the server does; the server then reports it.
   *
   * @throws IOException when none is found
   */
  public static int at(List<InetAddress> addresses) throws IOException {
    IOException last = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      try {
        for (InetAddress address : addresses) {
          new ServerSocket(port, 1, address).close();
        }
        return port;
      } catch (IOException e) {
        last = e;
      }
    }
    throw new IOException(
        "no port from %d to %d is free at %s: %s"
            .formatted(LOWEST, HIGHEST - 1, addresses, last == null ? "" : last.getMessage()),
        last);
  }
}
