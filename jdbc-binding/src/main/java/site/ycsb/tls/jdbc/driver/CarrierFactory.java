package site.ycsb.tls.jdbc.driver;

import java.io.IOException;
import java.net.Socket;
import site.ycsb.tls.socket.stream.ConnectingSocketFactory;

/** The class of the driver's socket factory: makes sockets of {@link TransportScope}. */
public final class CarrierFactory extends ConnectingSocketFactory {
  @Override
  public Socket createSocket() throws IOException {
    return TransportScope.current().carrier();
  }
}
