package site.ycsb.tls.wire;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * A part of an array, read from front to back in the encoding of RFC 8446 3: numbers in network
 * order, vectors with their length before them. Reading past the end throws {@link
 * IndexOutOfBoundsException}.
 */
final class Bytes {
  private final byte[] array;
  private int position;
  private final int end;

  Bytes(byte[] array, int from, int to) {
    this.array = array;
    this.position = from;
    this.end = to;
  }

  int remaining() {
    return end - position;
  }

  int u8() {
    return array[advance(1)] & 0xFF;
  }

  int u16() {
    return u8() << 8 | u8();
  }

  int u24() {
    return u8() << 16 | u16();
  }

  /** The next bytes, as a separate part. */
  Bytes part(int length) {
    int from = advance(length);
    return new Bytes(array, from, from + length);
  }

  /** Skips what a number does not need at its beginning. */
  void skipZeros() {
    while (position < end && array[position] == 0) {
      position++;
    }
  }

  /** Copies as much as there is room for; returns how much. */
  int copyTo(byte[] target, int from) {
    int length = Math.min(remaining(), target.length - from);
    System.arraycopy(array, advance(length), target, from, length);
    return length;
  }

  boolean startsWith(byte[] prefix) {
    return remaining() >= prefix.length
        && Arrays.equals(array, position, position + prefix.length, prefix, 0, prefix.length);
  }

  /** The number of bits of the unsigned number in the remaining bytes. */
  int bitLength() {
    byte[] magnitude = Arrays.copyOfRange(array, position, end);
    return new BigInteger(1, magnitude).bitLength();
  }

  private int advance(int length) {
    if (length > remaining()) {
      throw new IndexOutOfBoundsException(length + " of " + remaining() + " bytes");
    }
    int from = position;
    position += length;
    return from;
  }
}
