package site.ycsb.tls.socket.stream;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import site.ycsb.tls.socket.count.Connection;

/**
 * An {@link SSLSocket} that passes bytes through unchanged, without TLS. For drivers that take
 * sockets only from an {@link SSLContext}, and below TLS on a socket that is already connected. TLS
 * settings have no effect.
 */
public class PassThroughSocket extends DelegatingSocket {
  private final Connection connection;
  private final TlsAlertWatch watch;
  private InputStream input;
  private OutputStream output;

  /**
   * Over a socket whose bytes are counted elsewhere, for example one of ours, or a connected one of
   * somebody else, whose bytes it counts.
   *
   * @param watch looks at the first bytes received; null: they are counted elsewhere
   */
  public PassThroughSocket(Socket carrier, Connection connection, TlsAlertWatch watch) {
    super(carrier);
    this.connection = connection;
    this.watch = watch;
    if (watch != null) {
      connection.adopted();
    }
  }

  @Override
  public synchronized InputStream getInputStream() throws IOException {
    if (watch == null) {
      return carrier().getInputStream();
    }
    if (input == null) {
      input = new MeteredInput(carrier().getInputStream(), connection.meter().wireIn, this, watch);
    }
    return input;
  }

  @Override
  public synchronized OutputStream getOutputStream() throws IOException {
    if (watch == null) {
      return carrier().getOutputStream();
    }
    if (output == null) {
      output = new MeteredOutput(carrier().getOutputStream(), connection.meter().wireOut, this);
    }
    return output;
  }

  @Override
  public void shutdownInput() throws IOException {
    carrier().shutdownInput();
  }

  @Override
  public void shutdownOutput() throws IOException {
    carrier().shutdownOutput();
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // a reader must not block a closer
  public void close() throws IOException {
    carrier().close();
    connection.closed();
  }

  /** Does nothing: there is no handshake. */
  @Override
  public void startHandshake() {}

  /** A session without TLS: {@code SSL_NULL_WITH_NULL_NULL}. */
  @Override
  public SSLSession getSession() {
    return NoSession.VALUE;
  }

  @Override
  public SSLSession getHandshakeSession() {
    return null;
  }

  @Override
  public SSLParameters getSSLParameters() {
    return new SSLParameters(new String[0], new String[0]);
  }

  @Override
  public void setSSLParameters(SSLParameters parameters) {}

  @Override
  public String[] getEnabledCipherSuites() {
    return new String[0];
  }

  @Override
  public String[] getEnabledProtocols() {
    return new String[0];
  }

  @Override
  public void setUseClientMode(boolean mode) {}

  @Override
  public String getApplicationProtocol() {
    return "";
  }

  @Override
  public String getHandshakeApplicationProtocol() {
    return null;
  }

  /** Made once: some HTTP clients ask each connection for its session at every request. */
  private static final class NoSession {
    private static final SSLSession VALUE = make();

    private static SSLSession make() {
      try {
        return SSLContext.getDefault().createSSLEngine().getSession();
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("this JVM has no TLS", e);
      }
    }
  }
}
