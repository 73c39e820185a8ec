package site.ycsb.tls.jdbc.driver;

import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.HostAddress;
import org.mariadb.jdbc.export.ExceptionFactory;
import org.mariadb.jdbc.plugin.TlsSocketPlugin;

/**
 * Changes MariaDB Connector/J's connections from plain to TLS, with the socket of {@link
 * TransportScope}. The driver finds this class as a service, by its type.
 */
public final class PinnedTlsPlugin implements TlsSocketPlugin {
  public static final String TYPE = "ycsb-tls-pinned";

  @Override
  public String type() {
    return TYPE;
  }

  /** The driver makes its own context for each connection; an empty one costs least. */
  @Override
  public TrustManager[] getTrustManager(
      Configuration configuration, ExceptionFactory exceptions, HostAddress address) {
    return new TrustManager[0];
  }

  @Override
  public KeyManager[] getKeyManager(Configuration configuration, ExceptionFactory exceptions) {
    return new KeyManager[0];
  }

  /** Not from the driver's factory, which does not know the pin. */
  @Override
  public SSLSocket createSocket(Socket connected, SSLSocketFactory ignored) throws IOException {
    return TransportScope.current().secure(connected);
  }

  /** Nothing to verify here: the transport did that in the handshake. */
  @Override
  public void verify(String host, SSLSession session, long serverThread) {}
}
