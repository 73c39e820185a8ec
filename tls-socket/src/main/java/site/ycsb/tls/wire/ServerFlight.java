package site.ycsb.tls.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalInt;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.KeyExchange;
import site.ycsb.tls.pin.NamedGroup;

/**
 * Reads along what a server sends in answer to a ClientHello, as far as it is not encrypted: which
 * version, suite and group it chose, and whether it resumed a session. TLS libraries do not tell
 * the group, and whether a session was resumed only in part; the bytes do.
 *
 * <p>Feed it all bytes from the first one until {@link #done()}. One per connection; used by the
 * thread that reads. It keeps some kilobytes while a handshake runs and nothing afterwards.
 */
public final class ServerFlight {
  private static final int ALERT = 21;
  private static final int HANDSHAKE = 22;
  private static final int CHANGE_CIPHER_SPEC = 20;
  private static final int RECORD_HEADER = 5;
  private static final int MESSAGE_HEADER = 4;
  private static final int SERVER_HELLO = 2;
  private static final int CERTIFICATE = 11;
  private static final int SERVER_KEY_EXCHANGE = 12;
  private static final int PRE_SHARED_KEY = 41;
  private static final int SUPPORTED_VERSIONS = 43;
  private static final int KEY_SHARE = 51;
  private static final int TLS_1_3 = 0x0304;
  private static final int NAMED_CURVE = 3;

  /** No handshake is so long; what is, is not one. */
  private static final int LIMIT = 1 << 18;

  /** RFC 8446 4.1.3: a ServerHello with this random asks for another ClientHello. */
  private static final byte[] HELLO_RETRY_REQUEST =
      HexFormat.of().parseHex("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c");

  /** The first 16 bytes of each prime of RFC 7919. */
  private static final byte[] FFDHE = HexFormat.of().parseHex("ffffffffffffffffadf85458a2bb4a9a");

  private byte[] records = new byte[0];
  private int recordsLength;
  private byte[] messages = new byte[0];
  private int messagesLength;
  private boolean done;
  private boolean anything;
  private boolean notTls;
  private int version;
  private int suite;
  private String group = "none";
  private boolean certificateSeen;
  private boolean resumed;
  private boolean retried;
  private int alert = -1;

  /**
   * Takes the next bytes that came.
   *
   * @return whether it is done
   */
  public boolean feed(byte[] bytes, int offset, int length) {
    return feed(ByteBuffer.wrap(bytes, offset, length));
  }

  /**
   * Takes the next bytes that came; the buffer's position ends at its limit.
   *
   * @return whether it is done
   */
  public boolean feed(ByteBuffer bytes) {
    anything |= bytes.hasRemaining();
    if (!done && bytes.hasRemaining()) {
      int length = bytes.remaining();
      records = room(records, recordsLength + length);
      bytes.get(records, recordsLength, length);
      recordsLength += length;
      takeRecords();
    }
    return done;
  }

  /** Whether nothing more can be learned. */
  public boolean done() {
    return done;
  }

  /** Whether a ServerHello came. */
  public boolean answered() {
    return suite != 0;
  }

  /** Whether any byte came at all. */
  public boolean anything() {
    return anything;
  }

  /** Whether the first bytes were no TLS record. */
  public boolean notTls() {
    return notTls;
  }

  /** The version's number on the wire; 0 before the ServerHello. */
  public int version() {
    return version;
  }

  /** The suite that the server chose; empty before the ServerHello, or when it is not known. */
  public Optional<CipherSuite> cipherSuite() {
    return CipherSuites.ofCode(suite);
  }

  /**
   * The group of the key exchange: an IANA name; {@code dh-2048} for a prime that has none; {@code
   * none} when there was no key exchange with a group.
   */
  public String group() {
    return group;
  }

  /** Whether the server resumed a session. */
  public boolean resumed() {
    return resumed;
  }

  /** Whether the server asked for a second ClientHello, which costs a round trip. */
  public boolean retried() {
    return retried;
  }

  /** The alert that ended the handshake, when it was not encrypted (RFC 8446 6). */
  public OptionalInt alert() {
    return alert < 0 ? OptionalInt.empty() : OptionalInt.of(alert);
  }

  private void takeRecords() {
    int at = 0;
    while (!done && recordsLength - at >= RECORD_HEADER) {
      Bytes header = new Bytes(records, at, recordsLength);
      int type = header.u8();
      int major = header.u8();
      header.u8();
      int length = header.u16();
      if (major != 3 || type < CHANGE_CIPHER_SPEC || type > HANDSHAKE + 1) {
        notTls = true;
        finish();
      } else if (header.remaining() < length) {
        break;
      } else {
        takeRecord(type, header.part(length), at + RECORD_HEADER, length);
        at += RECORD_HEADER + length;
      }
    }
    if (!done) {
      System.arraycopy(records, at, records, 0, recordsLength - at);
      recordsLength -= at;
    }
  }

  private void takeRecord(int type, Bytes body, int from, int length) {
    switch (type) {
      case ALERT -> {
        boolean readable = body.remaining() == 2;
        boolean fatal = readable && body.u8() == 2;
        int description = readable ? body.u8() : -1;
        if (fatal) {
          alert = description;
          finish();
        }
      }
      case HANDSHAKE -> {
        messages = room(messages, messagesLength + length);
        System.arraycopy(records, from, messages, messagesLength, length);
        messagesLength += length;
        takeMessages();
      }
      case CHANGE_CIPHER_SPEC -> {
        // In TLS 1.3 it means nothing (RFC 8446 D.4), and may follow a HelloRetryRequest.
        // Up to TLS 1.2 what follows is encrypted, and who resumed has sent no certificate
        // (RFC 5246 7.3).
        if (suite != 0) {
          resumed = !certificateSeen;
          finish();
        }
      }
      default -> finish();
    }
  }

  private void takeMessages() {
    int at = 0;
    while (!done && messagesLength - at >= MESSAGE_HEADER) {
      Bytes message = new Bytes(messages, at, messagesLength);
      int type = message.u8();
      int length = message.u24();
      if (message.remaining() < length) {
        break;
      }
      try {
        takeMessage(type, message.part(length));
      } catch (IndexOutOfBoundsException e) {
        // A malformed message: the TLS library refuses it in its own words.
        finish();
      }
      at += MESSAGE_HEADER + length;
    }
    if (!done) {
      System.arraycopy(messages, at, messages, 0, messagesLength - at);
      messagesLength -= at;
      if (messagesLength > LIMIT) {
        finish();
      }
    }
  }

  private void takeMessage(int type, Bytes body) {
    switch (type) {
      case SERVER_HELLO -> serverHello(body);
      case CERTIFICATE -> certificateSeen = true;
      case SERVER_KEY_EXCHANGE -> group = groupOfKeyExchange(body);
      default -> {}
    }
  }

  private void serverHello(Bytes hello) {
    int legacyVersion = hello.u16();
    Bytes random = hello.part(32);
    hello.part(hello.u8());
    int chosen = hello.u16();
    hello.u8();
    if (random.startsWith(HELLO_RETRY_REQUEST)) {
      retried = true;
      return;
    }
    suite = chosen;
    version = legacyVersion;
    Bytes list = hello.remaining() > 0 ? hello.part(hello.u16()) : hello;
    boolean preSharedKey = false;
    while (list.remaining() > 0) {
      int type = list.u16();
      Bytes extension = list.part(list.u16());
      switch (type) {
        case SUPPORTED_VERSIONS -> version = extension.u16();
        case KEY_SHARE -> group = groupName(extension.u16());
        case PRE_SHARED_KEY -> preSharedKey = true;
        default -> {}
      }
    }
    if (version == TLS_1_3) {
      resumed = preSharedKey;
      finish();
    }
  }

  private String groupOfKeyExchange(Bytes body) {
    KeyExchange exchange = cipherSuite().map(CipherSuite::keyExchange).orElse(KeyExchange.RSA);
    return switch (exchange) {
      case ECDHE -> body.u8() == NAMED_CURVE ? groupName(body.u16()) : "explicit curve";
      case DHE -> {
        Bytes prime = body.part(body.u16());
        yield (prime.startsWith(FFDHE) ? "ffdhe" : "dh-") + prime.bitLength();
      }
      case RSA, ECDH, TLS_1_3 -> "none";
    };
  }

  private static String groupName(int code) {
    return NamedGroup.ofCode(code)
        .map(NamedGroup::toString)
        .orElseGet(() -> "0x%04X".formatted(code));
  }

  private void finish() {
    done = true;
    records = new byte[0];
    messages = new byte[0];
  }

  private static byte[] room(byte[] array, int length) {
    return array.length >= length
        ? array
        : Arrays.copyOf(array, Math.max(length, 2 * array.length));
  }
}
