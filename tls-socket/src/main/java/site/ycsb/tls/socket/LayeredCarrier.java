package site.ycsb.tls.socket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import site.ycsb.tls.socket.count.Connection;
import site.ycsb.tls.socket.stream.PassThroughSocket;

/** A carrier over a connected socket. */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // nothing changes
final class LayeredCarrier extends PassThroughSocket implements TlsCarrier {
  private final RecordStreams records;

  /**
   * @param carrier TLS begins with its next byte
   * @param connection the carrier's own, if the carrier is one of ours
   */
  LayeredCarrier(Socket carrier, Connection connection) throws IOException {
    super(carrier, connection, /* watch= */ null);
    this.records =
        carrier instanceof MeteredSocket own && own.connection() == connection
            ? own.recordStreams()
            : new RecordStreams(
                carrier.getInputStream(), carrier.getOutputStream(), connection.meter());
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

  @Override
  public void close() {}

  @Override
  public void hangUp() throws IOException {
    carrier().close();
  }
}
