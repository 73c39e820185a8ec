package site.ycsb.tls.dynamodb;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.Closer;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.count.TransportListener;

/**
 * Puts the transport over the TCP connections that Apache's HTTP client makes, and times them: the
 * client asks for the address just before it connects, and for the transport just after. The times,
 * and a listener's, are right only for a client that is used by one thread at a time.
 *
 * <p>The HTTP client often closes the TCP connection below the transport's socket, which does not
 * notice it; see {@link #closeAbandoned()}. Thread-safe except for the times.
 */
final class ConnectionSource implements TlsSocketStrategy, DnsResolver {
  private final Transport transport;
  private final Queue<OpenConnection> open = new ConcurrentLinkedQueue<>();
  private TransportListener listener;
  private SSLSocketFactory sockets;
  private long resolved;

  /** A socket of the transport over one of the HTTP client. */
  private record OpenConnection(SSLSocket socket, Socket carrier) {}

  ConnectionSource(Transport transport) {
    this.transport = transport;
    tell(new TransportListener() {});
  }

  /** From now on reports connections to this listener, and to no other. */
  void tell(TransportListener listener) {
    this.listener = listener;
    this.sockets = transport.withListener(listener).sslContext().getSocketFactory();
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    InetAddress[] addresses = SystemDefaultDnsResolver.INSTANCE.resolve(host);
    resolved = System.nanoTime();
    return addresses;
  }

  @Override
  public String resolveCanonicalHostname(String host) throws UnknownHostException {
    return SystemDefaultDnsResolver.INSTANCE.resolveCanonicalHostname(host);
  }

  @Override
  public SSLSocket upgrade(
      Socket socket, String host, int port, Object attachment, HttpContext context)
      throws IOException {
    listener.connected(System.nanoTime() - resolved);
    closeAbandoned();
    SSLSocket made = (SSLSocket) sockets.createSocket(socket, host, port, true);
    made.startHandshake();
    open.add(new OpenConnection(made, socket));
    return made;
  }

  /** Closes the transport's sockets whose TCP connection is closed, so that they are counted. */
  void closeAbandoned() {
    open.removeIf(
        made -> {
          boolean abandoned = made.carrier().isClosed();
          if (abandoned) {
            Closer.closeQuietly(made.socket());
          }
          return abandoned;
        });
  }
}
