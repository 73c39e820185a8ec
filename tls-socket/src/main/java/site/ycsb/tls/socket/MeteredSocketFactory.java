package site.ycsb.tls.socket;

import java.net.Socket;
import java.util.function.Supplier;
import site.ycsb.tls.socket.stream.ConnectingSocketFactory;

/** Makes plain sockets that are counted and timed. */
final class MeteredSocketFactory extends ConnectingSocketFactory {
  private final Supplier<MeteredSocket> sockets;

  MeteredSocketFactory(Supplier<MeteredSocket> sockets) {
    this.sockets = sockets;
  }

  @Override
  public Socket createSocket() {
    return sockets.get();
  }
}
