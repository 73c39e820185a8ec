package site.ycsb.tls.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Keeps the beginning of what a client sends, until its ClientHello is complete, which may come in
 * several records. One per connection; used by the thread that writes.
 */
public final class ClientFlight {
  /** More than any ClientHello has, bytes. */
  private static final int LIMIT = 1 << 16;

  /** Null when nothing more is needed. */
  private ByteArrayOutputStream sent = new ByteArrayOutputStream(512);

  private ClientHello hello;

  /** Whether nothing more is needed. */
  public boolean done() {
    return sent == null;
  }

  /** Takes the bytes from one index (inclusive) to another (exclusive). */
  public void pass(byte[] bytes, int from, int to) {
    if (sent == null) {
      return;
    }
    sent.write(bytes, from, to - from);
    try {
      hello = ClientHello.parse(sent.toByteArray());
      sent = null;
    } catch (IllegalArgumentException e) {
      // It is not complete, or something else.
      sent = sent.size() > LIMIT ? null : sent;
    }
  }

  /** The same with a buffer, whose position and limit stay the same. */
  public void pass(ByteBuffer bytes, int from, int to) {
    if (sent != null) {
      byte[] copy = new byte[to - from];
      bytes.get(from, copy);
      pass(copy, 0, copy.length);
    }
  }

  /** The first ClientHello; empty when it is not complete, or cannot be read. */
  public Optional<ClientHello> hello() {
    return Optional.ofNullable(hello);
  }
}
