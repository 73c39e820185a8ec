package site.ycsb.tls.jvm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/**
 * Plain sockets of the transport that is installed in this JVM, for clients that can be given the
 * name of a {@link SocketFactory}: then connections without TLS are counted and timed as those with
 * it. A client that puts TLS over such a socket has it pinned. Thread-safe.
 */
public final class JvmSocketFactory extends SocketFactory {
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

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return sockets.createSocket(host, port);
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return sockets.createSocket(host, port, local, localPort);
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return sockets.createSocket(host, port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return sockets.createSocket(host, port, local, localPort);
  }
}
