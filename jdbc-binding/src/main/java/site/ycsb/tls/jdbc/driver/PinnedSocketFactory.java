package site.ycsb.tls.jdbc.driver;

import java.io.IOException;
import java.net.Socket;
import site.ycsb.tls.socket.stream.TransportSocketFactory;

/**
 * The class of PgJDBC's TLS socket factory. It only puts TLS over a connected socket, with {@link
 * TransportScope}.
 */
public final class PinnedSocketFactory extends TransportSocketFactory {
  @Override
  public Socket createSocket(Socket connected, String host, int port, boolean autoClose)
      throws IOException {
    return TransportScope.current().secure(connected);
  }

  @Override
  public Socket createSocket() {
    throw new UnsupportedOperationException("the protocol begins in clear");
  }
}
