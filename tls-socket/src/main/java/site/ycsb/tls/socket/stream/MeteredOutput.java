package site.ycsb.tls.socket.stream;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;

/** Counts the bytes that are written. As thread-safe as the stream below. */
public final class MeteredOutput extends OutputStream {
  private final OutputStream out;
  private final LongAdder bytes;
  private final Closeable owner;
  private final UnaryOperator<IOException> failures;

  /**
   * @param owner the socket that hands it out
   */
  public MeteredOutput(OutputStream out, LongAdder bytes, Closeable owner) {
    this(out, bytes, owner, UnaryOperator.identity());
  }

  /**
   * @param owner the socket that hands it out
   * @param failures explains why a write failed
   */
  public MeteredOutput(
      OutputStream out, LongAdder bytes, Closeable owner, UnaryOperator<IOException> failures) {
    this.out = out;
    this.bytes = bytes;
    this.owner = owner;
    this.failures = failures;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] buffer, int offset, int length) throws IOException {
    try {
      out.write(buffer, offset, length);
    } catch (IOException e) {
      throw failures.apply(e);
    }
    bytes.add(length);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    owner.close();
  }
}
