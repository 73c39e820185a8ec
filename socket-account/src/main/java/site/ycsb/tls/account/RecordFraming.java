package site.ycsb.tls.account;

import java.util.Arrays;

/**
 * Follows the TLS records of one direction from the first byte of a header on (RFC 8446 5.1, RFC
 * 5246 6.2): reads the five bytes of each header and skips the content. Used by one thread at a
 * time.
 */
final class RecordFraming {
  private static final int HEADER = 5;
  private static final int FIRST_TYPE = 20;
  private static final int LAST_TYPE = 23;

  /** 2^14 of content and 2,048 of protection (RFC 5246 6.2.3). */
  private static final int LONGEST = 16_384 + 2_048;

  private final byte[] header = new byte[HEADER];
  private int seenOfHeader;
  private int length;
  private int left;
  private boolean broken;

  /**
   * Takes the next bytes.
   *
   * @return how many bytes of this connection's end are no TLS record; 0 while all are
   */
  int pass(long address, int count) {
    int at = 0;
    while (at < count && !broken) {
      if (left > 0) {
        int step = Math.min(left, count - at);
        left -= step;
        at += step;
      } else {
        header(NativeMemory.getByte(address + at));
        at++;
      }
    }
    // The bytes of the broken header were no record's either.
    return broken ? seenOfHeader + count - at : 0;
  }

  /** The same of bytes that are in an array. */
  int pass(byte[] bytes) {
    int at = 0;
    for (; at < bytes.length && !broken; at++) {
      if (left > 0) {
        left--;
      } else {
        header(bytes[at]);
      }
    }
    return broken ? seenOfHeader + bytes.length - at : 0;
  }

  /** The first bytes of the broken header. */
  byte[] beginOfHeader(int length) {
    return Arrays.copyOf(header, length);
  }

  private void header(byte next) {
    header[seenOfHeader] = next;
    int value = next & 0xFF;
    switch (seenOfHeader) {
      case 0 -> broken = value < FIRST_TYPE || value > LAST_TYPE;
      case 1 -> broken = value != 3;
      case 2 -> broken = value > 4;
      case 3 -> length = value << 8;
      default -> {
        length |= value;
        broken = length > LONGEST;
      }
    }
    seenOfHeader++;
    if (seenOfHeader == HEADER && !broken) {
      seenOfHeader = 0;
      left = length;
    }
  }
}
