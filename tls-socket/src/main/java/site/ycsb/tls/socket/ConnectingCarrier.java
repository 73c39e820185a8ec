package site.ycsb.tls.socket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketAddress;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.socket.count.Connection;

/**
 * A carrier that makes its TCP connection itself. It is a socket, not a delegate to one: each
 * delegate between the TLS library and the socket costs a quarter of a percent of a new
 * connection's CPU time.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // nothing changes once it is connected
final class ConnectingCarrier extends MeteredSocket implements TlsCarrier {
  private RecordStreams records;

  ConnectingCarrier(Connection connection, SocketSettings sockets) {
    super(connection, sockets, /* watched= */ false);
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

  /**
   * Does nothing if it is closed: JSSE calls this each time it closes, and ignores the exception.
   */
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
