package site.ycsb.tls.jdbc.driver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** The class of the driver's socket factory: makes sockets of {@link TransportScope}. */
public final class CarrierFactory extends SocketFactory {
  @Override
  public Socket createSocket() throws IOException {
    return TransportScope.current().carrier();
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw connected();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort) {
    throw connected();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw connected();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
    throw connected();
  }

  private static UnsupportedOperationException connected() {
    return new UnsupportedOperationException("drivers connect their sockets themselves");
  }
}
