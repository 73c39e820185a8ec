package site.ycsb.tls.account;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One direction of a connection: how many bytes, from which one on they are TLS records, and since
 * when they no longer are. Written by one thread at a time, which the JDK's locks see to; read by
 * any.
 */
public abstract class ByteStream {
  /** How many of a stream's bytes are kept to say what they looked like. */
  static final int SAMPLE = 16;

  static final long NEVER = -1;
  private static final byte[] NOTHING = {};

  /** Set last, so that who reads it sees the rest. */
  private final AtomicLong bytes = new AtomicLong();

  private long calls;
  private byte[] first = NOTHING;
  private byte[] odd = NOTHING;
  private RecordFraming framing;
  private long brokenAt = NEVER;

  ByteStream() {}

  /** How many bytes. */
  public final long bytes() {
    return bytes.get();
  }

  /** How many system calls moved them. */
  public final long calls() {
    bytes.get();
    return calls;
  }

  /** A system call has moved the bytes at an address. */
  final void moved(long address, int count) {
    calls++;
    pass(address, count);
  }

  /** A system call has moved the first bytes of several pieces. */
  final void movedVectors(long vectors, long count) {
    calls++;
    long left = count;
    for (int i = 0; left > 0; i++) {
      int step = (int) Math.min(left, NativeMemory.vectorLength(vectors, i));
      if (step > 0) {
        pass(NativeMemory.vectorAddress(vectors, i), step);
      }
      left -= step;
    }
  }

  /** The bytes before the first TLS record; all of them when there was none. */
  public abstract long bytesBeforeTls();

  /** How many bytes at the end are no TLS records though there were some before. */
  public final long bytesAfterTls() {
    long all = bytes.get();
    return brokenAt == NEVER ? 0 : all - brokenAt;
  }

  /** The first bytes, at most 16. */
  public final byte[] first() {
    bytes.get();
    return first.clone();
  }

  /** The first bytes after TLS records that are none, at most 16. */
  public final byte[] firstAfterTls() {
    bytes.get();
    return odd.clone();
  }

  /** Bytes at an address passed. */
  void pass(long address, int count) {
    long before = bytes.getPlain();
    if (before < SAMPLE) {
      first = append(first, address, count);
    }
    long from = tlsFrom();
    if (from != NEVER) {
      follow(Math.max(0, from - before), address, count);
    }
    bytes.lazySet(before + count);
  }

  /** A system call has moved bytes that nobody can look at. */
  final void passUnseen(long count) {
    calls++;
    if (brokenAt == NEVER && tlsFrom() != NEVER) {
      brokenAt = bytes.getPlain();
    }
    bytes.lazySet(bytes.getPlain() + count);
  }

  private void follow(long skip, long address, int count) {
    if (framing == null && brokenAt == NEVER) {
      framing = new RecordFraming();
      if (skip == 0) {
        followBegin(beginOfTls());
      }
    }
    if (brokenAt != NEVER) {
      if (odd.length < SAMPLE) {
        odd = append(odd, address, count);
      }
      return;
    }
    if (skip < count) {
      int rest = framing.pass(address + skip, (int) (count - skip));
      if (rest > 0) {
        brokenAt = bytes.getPlain() + count - rest;
        int here = Math.min(rest, count);
        odd = append(framing.beginOfHeader(rest - here), address + count - here, here);
      }
    }
  }

  private void followBegin(byte[] begin) {
    int rest = framing.pass(begin);
    if (rest > 0) {
      brokenAt = bytes.getPlain() - rest;
      int from = begin.length - rest;
      odd = Arrays.copyOfRange(begin, from, Math.min(begin.length, from + SAMPLE));
    }
  }

  private static byte[] append(byte[] some, long address, int count) {
    return joined(some, NativeMemory.copy(address, Math.min(count, SAMPLE - some.length)));
  }

  static byte[] joined(byte[] some, byte[] next) {
    if (some.length == 0) {
      return next;
    }
    byte[] all = Arrays.copyOf(some, some.length + next.length);
    System.arraycopy(next, 0, all, some.length, next.length);
    return all;
  }

  /** The offset of the first TLS record; {@link #NEVER} while there is none. */
  abstract long tlsFrom();

  /** What passed of TLS records before it was known that they are. */
  abstract byte[] beginOfTls();
}
