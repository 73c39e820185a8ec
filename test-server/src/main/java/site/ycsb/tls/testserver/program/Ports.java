package site.ycsb.tls.testserver.program;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import site.ycsb.tls.testserver.FreePort;

/** Ports for a program that cannot choose one itself. */
@FunctionalInterface
public interface Ports {
  /** So many starts fail for want of a port only if something is wrong. */
  int MOST_STARTS = 5;

  /**
   * The next port to try.
   *
   * @throws IOException when there is none
   */
  int next() throws IOException;

  /** Ports that are free on loopback when they are asked for. */
  static Ports ofLoopback() {
    return () -> FreePort.at(List.of(InetAddress.getLoopbackAddress()));
  }

  /** A start that takes the ports that it needs. */
  @FunctionalInterface
  interface Start<T> {
    /**
     * Starts it.
     *
     * @throws IOException when it does not start; the message says why
     */
    T with(Ports ports) throws IOException, InterruptedException;
  }

  /**
   * Starts a program. If another one took its port meanwhile, it is started again with the next.
   *
   * @param taken part of its message when its port is taken
   * @throws IOException that of the last start
   */
  default <T> T start(String taken, Start<T> start) throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return start.with(this);
      } catch (IOException e) {
        if (attempt == MOST_STARTS || !e.getMessage().contains(taken)) {
          throw e;
        }
      }
    }
  }
}
