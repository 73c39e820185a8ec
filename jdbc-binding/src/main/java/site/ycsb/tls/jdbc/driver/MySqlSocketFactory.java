package site.ycsb.tls.jdbc.driver;

import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.log.Log;
import com.mysql.cj.protocol.ServerSession;
import com.mysql.cj.protocol.SocketConnection;
import com.mysql.cj.protocol.StandardSocketFactory;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import javax.net.ssl.SSLSocket;

/**
 * The class of MySQL Connector/J's socket factory: the sockets of {@link TransportScope}, first
 * plain, then with TLS over them.
 */
@SuppressWarnings("TypeParameterUnusedInFormals") // the driver's signatures
public final class MySqlSocketFactory extends StandardSocketFactory {
  @Override
  protected Socket createSocket(PropertySet properties) {
    try {
      return TransportScope.current().carrier();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public <T extends Closeable> T performTlsHandshake(
      SocketConnection connection, ServerSession session, Log log) throws IOException {
    return performTlsHandshake(connection, session);
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T extends Closeable> T performTlsHandshake(
      SocketConnection connection, ServerSession session) throws IOException {
    SSLSocket secured = TransportScope.current().secure(rawSocket);
    secured.startHandshake();
    sslSocket = secured;
    return (T) secured;
  }
}
