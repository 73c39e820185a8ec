package site.ycsb.tls.socket.count;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import site.ycsb.tls.account.SocketTable;
import site.ycsb.tls.account.TlsObject;

/**
 * How many bytes of TLS records one socket or engine has produced. Its ClientHello is announced, so
 * that the TCP connection that sends it is known. Used by one thread at a time; the number may be
 * read by any.
 */
public final class SentTls implements TlsObject {
  private static final int RANDOM = 32;

  /** Record header, message header and version (RFC 8446 4.1.2, 5.1). */
  private static final int BEFORE_RANDOM = 5 + 4 + 2;

  private final AtomicLong bytes = new AtomicLong();

  /** The first bytes until the ClientHello is announced; then null. */
  private byte[] begin = new byte[BEFORE_RANDOM + RANDOM];

  private final byte[] random = new byte[RANDOM];

  /** Bytes from one index (inclusive) to another (exclusive) will be sent next. */
  public void produced(byte[] array, int from, int to) {
    if (begin != null) {
      collect(ByteBuffer.wrap(array, from, to - from));
    }
    bytes.lazySet(bytes.getPlain() + to - from);
  }

  /** The same with a buffer, whose position and limit stay the same. */
  public void produced(ByteBuffer buffer, int from, int to) {
    if (begin != null) {
      collect(buffer.duplicate().limit(to).position(from));
    }
    bytes.lazySet(bytes.getPlain() + to - from);
  }

  private void collect(ByteBuffer next) {
    int had = Math.toIntExact(bytes.getPlain());
    int more = Math.min(next.remaining(), begin.length - had);
    next.get(begin, had, more);
    if (had + more == begin.length) {
      System.arraycopy(begin, BEFORE_RANDOM, random, 0, RANDOM);
      begin = null;
      SocketTable.announce(random, this);
    }
  }

  /** The handshake is complete: what was announced must have been sent. */
  public void completed() {
    SocketTable.completed(random);
  }

  @Override
  public long bytesProduced() {
    return bytes.get();
  }
}
