package site.ycsb.tls.socket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import site.ycsb.tls.wire.RecordWalk;
import site.ycsb.tls.wire.ServerFlight;

/**
 * What a TLS library's socket reads from and writes to: counts the records, lets the server's
 * handshake messages be read along, and can tell that the handshake is over. Does not close what is
 * below it: JSSE closes its carrier when a handshake fails, before the server's last words are
 * read.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // nothing changes
final class TlsCarrier extends PassThroughSocket {
  private final RecordInput input;
  private final RecordOutput output;

  /**
   * @param carrier connected; TLS begins with the next byte
   * @param flight reads along what comes
   */
  TlsCarrier(Socket carrier, Connection connection, ServerFlight flight) throws IOException {
    super(carrier, connection);
    this.input = new RecordInput(carrier.getInputStream(), connection.meter().recordsIn, flight);
    this.output = new RecordOutput(carrier.getOutputStream(), connection.meter().recordsOut);
  }

  @Override
  public InputStream getInputStream() {
    return input;
  }

  @Override
  public OutputStream getOutputStream() {
    return output;
  }

  @Override
  public void close() {}

  /** How many records were written. */
  long recordsOut() {
    return output.written;
  }

  /**
   * From now on a read after the server's Finished ends with a {@link SocketTimeoutException}, so
   * that who reads to complete a renegotiation does not wait for data that nobody asked for.
   */
  void stopAfterFinished() {
    input.walk.beginHandshake();
    input.stops = true;
  }

  /** Whether the server's Finished came. */
  boolean finished() {
    return input.walk.endsWithFinished();
  }

  /** Reads are as usual again. */
  void goOn() {
    input.stops = false;
  }

  private static final class RecordInput extends InputStream {
    private final InputStream in;
    private final LongAdder records;
    private final RecordWalk walk;
    private boolean stops;

    RecordInput(InputStream in, LongAdder records, ServerFlight flight) {
      this.in = in;
      this.records = records;
      this.walk = new RecordWalk(flight);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (stops && walk.endsWithFinished()) {
        throw new SocketTimeoutException("the handshake is over");
      }
      int count = in.read(buffer, offset, length);
      if (count > 0) {
        int ended = walk.pass(ByteBuffer.wrap(buffer), offset, offset + count);
        if (ended > 0) {
          records.add(ended);
        }
      }
      return count;
    }

    @Override
    public int available() throws IOException {
      return in.available();
    }
  }

  private static final class RecordOutput extends OutputStream {
    private final OutputStream out;
    private final LongAdder records;
    private final RecordWalk walk = new RecordWalk();
    private long written;

    RecordOutput(OutputStream out, LongAdder records) {
      this.out = out;
      this.records = records;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      out.write(buffer, offset, length);
      int ended = walk.pass(ByteBuffer.wrap(buffer), offset, offset + length);
      if (ended > 0) {
        written += ended;
        records.add(ended);
      }
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }
  }
}
