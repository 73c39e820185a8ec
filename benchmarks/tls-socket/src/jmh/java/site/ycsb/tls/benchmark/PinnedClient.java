package site.ycsb.tls.benchmark;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLEngine;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.socket.PinnedTransport;

/** With {@link PinnedTransport}. */
final class PinnedClient implements Client {
  private final PinnedTransport transport;

  PinnedClient(TlsOptions options) {
    this.transport = new PinnedTransport(options);
  }

  @Override
  public Socket connect(InetSocketAddress server) throws IOException {
    Socket socket = transport.socketFactory().createSocket();
    socket.connect(server);
    return socket;
  }

  @Override
  public SSLEngine engine(InetSocketAddress server) {
    return transport.engine(server.getHostString(), server.getPort());
  }
}
