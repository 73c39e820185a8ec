package site.ycsb.tls.jdbc;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocketFactory;

/**
 * What PgJDBC is given as the class of its TLS socket factory: it only puts TLS over a socket that
 * is connected, and that is {@link TransportScope}'s to do.
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
