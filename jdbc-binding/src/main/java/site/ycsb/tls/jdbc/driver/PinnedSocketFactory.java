package site.ycsb.tls.jdbc.driver;

import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLSocket;
import site.ycsb.tls.socket.stream.TransportSocketFactory;

/**
 * The class of PgJDBC's TLS socket factory. It only puts TLS over a connected socket, with {@link
 * TransportScope}.
 */
public final class PinnedSocketFactory extends TransportSocketFactory {
  @Override
  protected SSLSocket layered(Socket connected, String host, int port, boolean autoClose)
      throws IOException {
    return TransportScope.current().secure(connected);
  }

  @Override
  protected SSLSocket unconnected() {
    throw new UnsupportedOperationException("the protocol begins in clear");
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return new String[0];
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return new String[0];
  }
}
