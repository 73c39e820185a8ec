package site.ycsb.tls.socket;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import site.ycsb.tls.option.TlsOptions;

/** Connections without TLS, counted and timed as pinned ones are. Thread-safe. */
public final class PlainTransport implements Transport {
  @Override
  public Optional<TlsOptions> options() {
    return Optional.empty();
  }

  @Override
  public SSLContext sslContext() {
    throw new UnsupportedOperationException("TODO");
  }

  @Override
  public SocketFactory socketFactory() {
    throw new UnsupportedOperationException("TODO");
  }

  @Override
  public SSLEngine engine(String host, int port) {
    throw new UnsupportedOperationException("a plain transport has no SSLEngine");
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
    return Optional.empty();
  }

  @Override
  public PlainTransport withListener(TransportListener listener) {
    throw new UnsupportedOperationException("TODO");
  }
}
