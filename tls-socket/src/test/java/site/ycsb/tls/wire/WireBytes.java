package site.ycsb.tls.wire;

import java.io.ByteArrayOutputStream;

/** What tests write as a peer would. */
final class WireBytes {
  private WireBytes() {}

  /** The lowest 8 bits of each. */
  static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  /** One after the other. */
  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
