package site.ycsb.tls.socket;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocketFactory;
import site.ycsb.tls.option.TlsOptions;

/** Connections with exactly the pinned TLS, or none. Thread-safe. */
public final class PinnedTransport implements Transport {
  private final TlsOptions options;

  /**
   * @throws site.ycsb.tls.option.UsageException when this JVM cannot offer the pin, or a file
   *     cannot be read
   */
  public PinnedTransport(TlsOptions options) {
    this.options = options;
  }

  @Override
  public Optional<TlsOptions> options() {
    return Optional.of(options);
  }

  @Override
  public SSLContext sslContext() {
    throw new UnsupportedOperationException("TODO");
  }

  @Override
  public SSLSocketFactory socketFactory() {
    throw new UnsupportedOperationException("TODO");
  }

  @Override
  public SSLEngine engine(String host, int port) {
    throw new UnsupportedOperationException("TODO");
  }

  @Override
  public void preflight(String host, int port, Duration timeout) throws IOException {
    throw new UnsupportedOperationException("TODO");
  }

  @Override
  public TransportCounts counts() {
    throw new UnsupportedOperationException("TODO");
  }

  @Override
  public Optional<TlsEvidence> evidence() {
    throw new UnsupportedOperationException("TODO");
  }

  @Override
  public PinnedTransport withListener(TransportListener listener) {
    throw new UnsupportedOperationException("TODO");
  }
}
