package site.ycsb.tls.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.function.Supplier;
import javax.net.SocketFactory;
import site.ycsb.tls.socket.stream.TransportSocketFactory;

/** Makes plain sockets that are counted and timed. */
final class MeteredSocketFactory extends SocketFactory {
  private final Supplier<MeteredSocket> sockets;

  MeteredSocketFactory(Supplier<MeteredSocket> sockets) {
    this.sockets = sockets;
  }

  @Override
  public Socket createSocket() {
    return sockets.get();
  }

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
    return TransportSocketFactory.connect(sockets.get(), address, local);
  }
}
