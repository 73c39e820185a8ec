package site.ycsb.tls.socket.stream;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;

/**
 * Counts the bytes that are read, and shows the first of them to a {@link TlsAlertWatch}. Closing
 * it closes the socket that it belongs to, as with every socket. Reading into an array allocates
 * nothing. As thread-safe as the stream below.
 */
public final class MeteredInput extends InputStream {
  private final InputStream in;
  private final LongAdder bytes;
  private final Closeable owner;
  private final UnaryOperator<IOException> failures;
  private TlsAlertWatch watch;

  /**
   * @param owner the socket that hands it out
   * @param watch may be null
   */
  public MeteredInput(InputStream in, LongAdder bytes, Closeable owner, TlsAlertWatch watch) {
    this(in, bytes, owner, watch, UnaryOperator.identity());
  }

  /**
   * @param owner the socket that hands it out
   * @param watch may be null
   * @param failures explains why a read failed
   */
  public MeteredInput(
      InputStream in,
      LongAdder bytes,
      Closeable owner,
      TlsAlertWatch watch,
      UnaryOperator<IOException> failures) {
    this.in = in;
    this.owner = owner;
    this.bytes = bytes;
    this.watch = watch;
    this.failures = failures;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int count;
    try {
      count = in.read(buffer, offset, length);
    } catch (EOFException e) {
      throw explained(e);
    } catch (IOException e) {
      throw failures.apply(e);
    }
    if (count > 0) {
      bytes.add(count);
    }
    if (watch != null && count != 0) {
      show(buffer, offset, count);
    }
    return count;
  }

  /** Bouncy Castle's has no message. */
  private static EOFException explained(EOFException e) {
    if (e.getMessage() != null) {
      return e;
    }
    EOFException explained = new EOFException("the connection ended in the middle of a TLS record");
    explained.initCause(e);
    return explained;
  }

  private void show(byte[] buffer, int offset, int count) throws IOException {
    if (count < 0) {
      watch.ended();
    } else if (watch.seen(buffer, offset, count)) {
      watch = null;
    }
  }

  @Override
  public int available() throws IOException {
    return in.available();
  }

  @Override
  public void close() throws IOException {
    owner.close();
  }
}
