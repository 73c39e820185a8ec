package site.ycsb.tls.jvm;

import java.io.IOException;
import java.net.Socket;
import javax.net.SocketFactory;
import site.ycsb.tls.socket.stream.ConnectingSocketFactory;

/**
 * Plain sockets of the transport that is installed in this JVM, for clients that can be given the
 * name of a {@link SocketFactory}: then connections without TLS are counted and timed as those with
 * it. A client that puts TLS over such a socket has it pinned. Thread-safe.
 */
public final class JvmSocketFactory extends ConnectingSocketFactory {
  private final SocketFactory sockets;

  /**
   * @throws IllegalStateException when no transport is installed in this JVM
   */
  public JvmSocketFactory() {
    sockets =
        JvmTransport.installed()
            .map(JvmTransport::carriers)
            .orElseThrow(() -> new IllegalStateException("no transport is installed in this JVM"));
  }

  @Override
  public Socket createSocket() throws IOException {
    return sockets.createSocket();
  }
}
