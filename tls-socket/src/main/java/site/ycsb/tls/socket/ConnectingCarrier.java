package site.ycsb.tls.socket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketAddress;
import site.ycsb.tls.option.SocketBuffers;

/**
 * One that makes its TCP connection itself. A socket and no delegate to one: each that a TLS
 * library's calls pass through costs a new connection a quarter of a percent of its CPU time.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // nothing changes once it is connected
final class ConnectingCarrier extends MeteredSocket implements TlsCarrier {
  private RecordStreams records;

  ConnectingCarrier(Connection connection, SocketBuffers buffers) {
    super(connection, buffers, address -> null);
  }

  @Override
  public void connect(SocketAddress address, int timeout) throws IOException {
    super.connect(address, timeout);
    records = recordStreams();
  }

  @Override
  public RecordStreams records() {
    return records;
  }

  @Override
  public InputStream getInputStream() {
    return records.input();
  }

  @Override
  public OutputStream getOutputStream() {
    return records.output();
  }

  /** Does nothing when it is closed: JSSE asks so at each closing, to ignore the exception. */
  @Override
  public void shutdownInput() throws IOException {
    if (!isClosed()) {
      super.shutdownInput();
    }
  }

  @Override
  public void close() throws IOException {
    if (records == null || records.flight().done()) {
      super.close();
    }
  }

  @Override
  public void hangUp() throws IOException {
    super.close();
  }
}
