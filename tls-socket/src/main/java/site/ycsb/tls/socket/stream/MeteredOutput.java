package site.ycsb.tls.socket.stream;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.LongAdder;

/** Counts the bytes that are written. As thread-safe as the stream below. */
public final class MeteredOutput extends OutputStream {
  private final OutputStream out;
  private final LongAdder bytes;
  private final Closeable owner;

  /**
   * @param owner the socket that hands it out
   */
  public MeteredOutput(OutputStream out, LongAdder bytes, Closeable owner) {
    this.out = out;
    this.bytes = bytes;
    this.owner = owner;
  }

  @Override
  public void write(int value) throws IOException {
    out.write(value);
    bytes.increment();
  }

  @Override
  public void write(byte[] buffer, int offset, int length) throws IOException {
    out.write(buffer, offset, length);
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
