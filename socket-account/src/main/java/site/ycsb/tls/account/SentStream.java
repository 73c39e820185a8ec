package site.ycsb.tls.account;

import java.util.Arrays;

/** What was sent over a connection. Its TLS begins with a ClientHello (RFC 8446 4.1.2). */
public final class SentStream extends ByteStream {
  /** A ClientHello is looked for in this many of the first bytes. */
  public static final int LONGEST_OPENING = 2_048;

  private static final int RANDOM = 32;

  /** Record header, message header and version. */
  private static final int BEFORE_RANDOM = 5 + 4 + 2;

  /** So many bytes are enough to see a ClientHello that begins late. */
  static final int LOOKED_AT = LONGEST_OPENING + BEFORE_RANDOM + RANDOM;

  private static final byte HANDSHAKE = 22;
  private static final byte CLIENT_HELLO = 1;
  private static final byte MAJOR_VERSION = 3;

  /** TLS 1.3; no record has it, but it may. */
  private static final byte NEWEST_MINOR_VERSION = 4;

  /** What was sent until now; null when TLS has begun, or may no longer begin. */
  private byte[] opening = {};

  /** The same and what is about to be sent. */
  private byte[] looked = opening;

  private volatile long helloAt = NEVER;
  private volatile boolean late;

  /** The last bytes, if they may be the beginning of a late ClientHello that comes in pieces. */
  private byte[] lateBegin = {};

  private byte[] random;

  SentStream() {}

  /** Whether it must be shown what will be sent. */
  boolean opens() {
    return opening != null;
  }

  /**
   * Looks for a ClientHello in what is about to be sent, its first {@link #LOOKED_AT} bytes.
   *
   * @return whether one begins there, or began before
   */
  boolean announces(byte[] next) {
    byte[] all = joined(opening, next);
    looked = all;
    int most = Math.min(all.length - BEFORE_RANDOM - RANDOM, LONGEST_OPENING);
    for (int at = 0; at <= most; at++) {
      if (isClientHello(all, at)) {
        random = Arrays.copyOfRange(all, at + BEFORE_RANDOM, at + BEFORE_RANDOM + RANDOM);
        helloAt = at;
        return true;
      }
    }
    return false;
  }

  /**
   * Type and version of the record; type, first byte of the length, and version of the message.
   * Other bytes look like this once in 2^50 times.
   */
  private static boolean isClientHello(byte[] bytes, int at) {
    return bytes[at] == HANDSHAKE
        && isVersion(bytes[at + 1], bytes[at + 2])
        && bytes[at + 5] == CLIENT_HELLO
        && bytes[at + 6] == 0
        && isVersion(bytes[at + 9], bytes[at + 10]);
  }

  private static boolean isVersion(byte major, byte minor) {
    return major == MAJOR_VERSION && minor >= 0 && minor <= NEWEST_MINOR_VERSION;
  }

  @Override
  void pass(long address, int count) {
    super.pass(address, count);
    if (helloAt == NEVER
        && bytes() - count > LONGEST_OPENING
        && beginsWithClientHello(address, count)) {
      late = true;
    }
    if (opening == null) {
      return;
    }
    if ((helloAt != NEVER && bytes() > helloAt) || bytes() > LOOKED_AT) {
      opening = null;
      looked = null;
    } else {
      int length = Math.min(looked.length, opening.length + count);
      opening = length == looked.length ? looked : Arrays.copyOf(looked, length);
    }
  }

  /** Whether a ClientHello begins with these bytes, or with the piece before them. */
  private boolean beginsWithClientHello(long address, int count) {
    if (lateBegin.length == 0 && NativeMemory.getByte(address) != HANDSHAKE) {
      return false;
    }
    int missing = BEFORE_RANDOM - lateBegin.length;
    byte[] begin = joined(lateBegin, NativeMemory.copy(address, Math.min(count, missing)));
    boolean whole = begin.length == BEFORE_RANDOM;
    lateBegin = whole ? new byte[0] : begin;
    return whole && isClientHello(begin, 0);
  }

  /** The random of the ClientHello that it began with, 32 bytes; null without one. */
  byte[] clientRandom() {
    return helloAt == NEVER ? null : random;
  }

  /**
   * Whether a ClientHello was sent: in the first {@link #LONGEST_OPENING} bytes, or later at the
   * beginning of a piece.
   */
  public boolean beganTls() {
    return helloAt != NEVER || late;
  }

  @Override
  public long bytesBeforeTls() {
    return helloAt == NEVER ? bytes() : helloAt;
  }

  @Override
  long tlsFrom() {
    return helloAt;
  }

  @Override
  byte[] beginOfTls() {
    return helloAt < opening.length
        ? Arrays.copyOfRange(opening, (int) helloAt, opening.length)
        : new byte[0];
  }
}
