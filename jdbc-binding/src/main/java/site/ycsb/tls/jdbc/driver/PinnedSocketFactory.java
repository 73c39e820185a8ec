package site.ycsb.tls.jdbc.driver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocketFactory;

/**
 * The class of PgJDBC's TLS socket factory. It only puts TLS over a connected socket, with {@link
 * TransportScope}.
 */
public final class PinnedSocketFactory extends SSLSocketFactory {
  @Override
  public Socket createSocket(Socket connected, String host, int port, boolean autoClose)
      throws IOException {
    return TransportScope.current().secure(connected);
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return new String[0];
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return new String[0];
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw unconnected();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort) {
    throw unconnected();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw unconnected();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
    throw unconnected();
  }

  private static UnsupportedOperationException unconnected() {
    return new UnsupportedOperationException("the protocol begins in clear");
  }
}
