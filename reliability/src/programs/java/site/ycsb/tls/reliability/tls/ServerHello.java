package site.ycsb.tls.reliability.tls;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The ServerHello (RFC 8446, 4.1.3; RFC 5246, 7.4.1.3) at the beginning of a record, to be changed.
 * Other messages may follow it in the record.
 */
final class ServerHello {
  /** The random value that makes a ServerHello a HelloRetryRequest (RFC 8446, 4.1.3). */
  private static final byte[] RETRY =
      HexFormat.of().parseHex("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c");

  private static final int RECORD_HEADER = 5;
  private static final int BODY = RECORD_HEADER + 4;
  private static final int RANDOM = BODY + 2;
  private static final int SESSION = RANDOM + 32;
  private static final byte HANDSHAKE = 22;
  private static final byte SERVER_HELLO = 2;
  private static final byte MAJOR_VERSION = 3;
  private static final short EARLY_DATA = 42;
  private static final short SUPPORTED_VERSIONS = 43;
  private static final short COOKIE = 44;
  private static final short KEY_SHARE = 51;

  private final byte[] record;

  private ServerHello(byte[] record) {
    this.record = record;
  }

  /**
   * Empty if the record does not begin with one. Up to TLS 1.2 an encrypted message has the type of
   * a handshake too, and may begin with any byte.
   */
  static Optional<ServerHello> of(byte[] record) {
    return record.length > SESSION
            && record[0] == HANDSHAKE
            && record[RECORD_HEADER] == SERVER_HELLO
            && record[RECORD_HEADER + 1] == 0
            && record[BODY] == MAJOR_VERSION
        ? Optional.of(new ServerHello(record.clone()))
        : Optional.empty();
  }

  /** The record with another suite in it. */
  byte[] withSuite(int code) {
    ByteBuffer.wrap(record).putShort(suiteAt(), (short) code);
    return record;
  }

  /** The code of its suite. */
  int suite() {
    return shortAt(suiteAt());
  }

  /** The record with another group of its key share; empty if it has none, as in TLS 1.2. */
  Optional<byte[]> withGroup(int code) {
    int at = extensions();
    int end = at + shortAt(at - 2);
    while (at < end && (short) shortAt(at) != KEY_SHARE) {
      at += 4 + shortAt(at + 2);
    }
    if (at < end) {
      ByteBuffer.wrap(record).putShort(at + 4, (short) code);
    }
    return at < end ? Optional.of(record) : Optional.empty();
  }

  /**
   * The record with the server's consent to early data, which only EncryptedExtensions may give.
   */
  byte[] withEarlyData() {
    int end = extensions() + shortAt(extensions() - 2);
    ByteBuffer longer = ByteBuffer.allocate(record.length + 4);
    longer.put(record, 0, end).putShort(EARLY_DATA).putShort((short) 0);
    longer.put(record, end, record.length - end);
    longer.putShort(3, (short) (shortAt(3) + 4));
    longer.putShort(RECORD_HEADER + 2, (short) (shortAt(RECORD_HEADER + 2) + 4));
    longer.putShort(extensions() - 2, (short) (shortAt(extensions() - 2) + 4));
    return longer.array();
  }

  /**
   * A HelloRetryRequest with a cookie, for the same session and suite, in a record of its own. A
   * client must answer the first one, and refuse a second one (RFC 8446, 4.1.4).
   */
  byte[] retry(byte[] cookie) {
    ByteBuffer extensions = ByteBuffer.allocate(4 + 2 + 4 + 2 + cookie.length);
    extensions.putShort(SUPPORTED_VERSIONS).putShort((short) 2).putShort((short) 0x0304);
    extensions.putShort(COOKIE).putShort((short) (2 + cookie.length));
    extensions.putShort((short) cookie.length).put(cookie);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.write(record, BODY, 2);
    body.writeBytes(RETRY);
    body.writeBytes(Arrays.copyOfRange(record, SESSION, suiteAt() + 3));
    body.write(extensions.capacity() >> 8);
    body.write(extensions.capacity());
    body.writeBytes(extensions.array());
    ByteBuffer whole = ByteBuffer.allocate(BODY + body.size());
    whole.put(HANDSHAKE).putShort((short) 0x0303).putShort((short) (4 + body.size()));
    whole.put(SERVER_HELLO).put((byte) 0).putShort((short) body.size()).put(body.toByteArray());
    return whole.array();
  }

  private int suiteAt() {
    return SESSION + 1 + (record[SESSION] & 0xFF);
  }

  /** After suite, compression method and their own length. */
  private int extensions() {
    return suiteAt() + 2 + 1 + 2;
  }

  private int shortAt(int index) {
    return ByteBuffer.wrap(record).getShort(index) & 0xFFFF;
  }
}
