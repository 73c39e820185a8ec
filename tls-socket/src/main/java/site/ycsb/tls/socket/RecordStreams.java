package site.ycsb.tls.socket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLSession;
import site.ycsb.tls.observation.Handshake;
import site.ycsb.tls.socket.count.Meter;
import site.ycsb.tls.socket.count.SentTls;
import site.ycsb.tls.wire.ClientFlight;
import site.ycsb.tls.wire.RecordWalk;
import site.ycsb.tls.wire.ServerFlight;

/**
 * The streams below a TLS library's socket: they count bytes and records, read the server's
 * handshake messages on the way, and recognise the end of the handshake.
 */
final class RecordStreams {
  private final ServerFlight flight = new ServerFlight();
  private final RecordInput input;
  private final RecordOutput output;

  /**
   * @param in of a connected socket; TLS begins with its next byte
   * @param out of the same
   */
  RecordStreams(InputStream in, OutputStream out, Meter meter) {
    this.input = new RecordInput(in, meter, flight);
    this.output = new RecordOutput(out, meter);
  }

  InputStream input() {
    return input;
  }

  OutputStream output() {
    return output;
  }

  /** The server's answer to the first ClientHello. */
  ServerFlight flight() {
    return flight;
  }

  /** The handshake is complete. */
  Handshake completed(SSLSession session, String applicationProtocol) {
    output.produced.completed();
    return new Handshake(
        session,
        output.flight.hello(),
        flight,
        applicationProtocol,
        input.walk.bytes(),
        input.walk.tail());
  }

  /** Number of records written. */
  long recordsOut() {
    return output.written;
  }

  /**
   * From now on a read after the server's Finished ends with a {@link SocketTimeoutException}. So a
   * read that completes a renegotiation does not wait for data that nobody requested.
   */
  void stopAfterFinished() {
    input.walk.beginHandshake();
    input.stops = true;
  }

  /** Whether the server's Finished came. */
  boolean finished() {
    return input.walk.endsWithFinished();
  }

  /**
   * From now on, or no longer, writes to a connection that the server has closed do not fail: what
   * it said before it closed can then still be read, also by a TLS library that gives up at the
   * first failure.
   */
  void surviveWrites(boolean survive) {
    output.survives = survive;
  }

  /** Why a write failed that was survived; null if none did. */
  IOException failedWrite() {
    return output.failed;
  }

  /** From now on reads work as usual. */
  void goOn() {
    input.stops = false;
  }

  private static final class RecordInput extends InputStream {
    private final InputStream in;
    private final Meter meter;
    private final RecordWalk walk;
    private boolean stops;

    RecordInput(InputStream in, Meter meter, ServerFlight flight) {
      this.in = in;
      this.meter = meter;
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
        meter.wireIn.add(count);
        int ended = walk.pass(buffer, offset, offset + count);
        if (ended > 0) {
          meter.recordsIn.add(ended);
        }
        if (walk.beganAnother()) {
          throw Renegotiation.begunByServer();
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
    private final Meter meter;
    private final RecordWalk walk = new RecordWalk();
    private final SentTls produced = new SentTls();
    private long written;
    private boolean survives;
    private IOException failed;
    private final ClientFlight flight = new ClientFlight();
    private int largest;

    RecordOutput(OutputStream out, Meter meter) {
      this.out = out;
      this.meter = meter;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      produced.produced(buffer, offset, offset + length);
      try {
        out.write(buffer, offset, length);
      } catch (SocketException e) {
        if (!survives) {
          throw e;
        }
        failed = e;
        return;
      }
      meter.wireOut.add(length);
      flight.pass(buffer, offset, offset + length);
      int ended = walk.pass(buffer, offset, offset + length);
      if (ended > 0) {
        written += ended;
        meter.recordsOut.add(ended);
        if (walk.largest() > largest) {
          largest = walk.largest();
          meter.largestRecordOut.accumulate(largest);
        }
      }
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }
  }
}
