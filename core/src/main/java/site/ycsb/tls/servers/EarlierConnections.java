package site.ycsb.tls.servers;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TCP connections from before a server is started again: the kernel ends them with the processes of
 * the server. Nothing is sent on them.
 *
 * @param sockets those that could be opened
 */
record EarlierConnections(List<Socket> sockets) implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EarlierConnections.class);
  private static final int CONNECT_MILLIS = 3_000;

  /** The end may be on its way from another machine. */
  private static final int END_MILLIS = 2_000;

  /** Opens one to each server that takes it. */
  static EarlierConnections to(Collection<InetSocketAddress> servers) {
    List<Socket> sockets = new ArrayList<>();
    for (InetSocketAddress server : servers) {
      Socket socket = new Socket();
      try {
        socket.connect(
            new InetSocketAddress(server.getHostString(), server.getPort()), CONNECT_MILLIS);
        sockets.add(socket);
      } catch (IOException e) {
        LOG.debug("{} takes no connection", server, e);
        close(socket);
      }
    }
    return new EarlierConnections(sockets);
  }

  /** Whether there is one, and all are still open. */
  boolean areOpen() {
    return !sockets.isEmpty() && sockets.stream().allMatch(EarlierConnections::isOpen);
  }

  private static boolean isOpen(Socket socket) {
    byte[] greeting = new byte[1024];
    long end = System.nanoTime() + END_MILLIS * 1_000_000L;
    try {
      socket.setSoTimeout(END_MILLIS);
      InputStream in = socket.getInputStream();
      int read = 0;
      while (read >= 0 && System.nanoTime() - end < 0) {
        read = in.read(greeting);
      }
      return read >= 0;
    } catch (SocketTimeoutException e) {
      return true;
    } catch (IOException e) {
      return false; // It was reset.
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("{} cannot be closed", socket, e);
    }
  }

  @Override
  public void close() {
    sockets.forEach(EarlierConnections::close);
  }
}
