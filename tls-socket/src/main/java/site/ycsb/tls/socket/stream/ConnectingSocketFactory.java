package site.ycsb.tls.socket.stream;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** Reduces all ways in which Java's factories make plain sockets to {@code createSocket()}. */
public abstract class ConnectingSocketFactory extends SocketFactory {

  /** A socket that is not connected yet. */
  @Override
  public abstract Socket createSocket() throws IOException;

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port), null);
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return connected(new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port), null);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return connected(new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
  }

  private Socket connected(InetSocketAddress address, InetSocketAddress local) throws IOException {
    return TransportSocketFactory.connect(createSocket(), address, local);
  }
}
