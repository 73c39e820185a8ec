package site.ycsb.tls.wire;

import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalInt;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.KeyExchange;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.TlsProtocol;

/**
 * Reads a server's answer to a ClientHello, as far as it is not encrypted: which version, suite and
 * group it chose, and whether it resumed a session. TLS libraries do not report the group, and
 * report resumption only in part.
 *
 * <p>A {@link RecordWalk} passes all bytes to it, from the first one on. One per connection; used
 * by the thread that reads. It keeps only the two messages that it needs, while they arrive.
 */
public final class ServerFlight {
  private static final int CHANGE_CIPHER_SPEC = 20;
  private static final int ALERT = 21;
  private static final int HANDSHAKE = 22;
  private static final int APPLICATION_DATA = 23;
  private static final int FATAL = 2;
  private static final int MESSAGE_HEADER = 4;
  private static final int SERVER_HELLO = 2;
  private static final int CERTIFICATE = 11;
  private static final int SERVER_KEY_EXCHANGE = 12;
  private static final int CERTIFICATE_REQUEST = 13;
  private static final int PRE_SHARED_KEY = 41;
  private static final int SUPPORTED_VERSIONS = 43;
  private static final int KEY_SHARE = 51;
  private static final int NAMED_CURVE = 3;

  /** Longer than any message that it needs, bytes. */
  private static final int LIMIT = 1 << 17;

  /** RFC 8422 5.4: curve type and named curve, the first bytes of a key exchange. */
  private static final int NAMED_CURVE_LENGTH = 3;

  /** The value of {@link #group()} if there was no key exchange with a group. */
  public static final String NO_GROUP = "none";

  private static final byte[] NOTHING = new byte[0];

  /** RFC 8446 4.1.3: a ServerHello with this random asks for another ClientHello. */
  private static final byte[] HELLO_RETRY_REQUEST =
      HexFormat.of().parseHex("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c");

  /** The first 16 bytes of each prime of RFC 7919. */
  private static final byte[] FFDHE = HexFormat.of().parseHex("ffffffffffffffffadf85458a2bb4a9a");

  private int recordType;
  private int alertLength;
  private int alertLevel;
  private int alertDescription;
  private int messageHeader;
  private int seenOfMessageHeader;
  private int leftOfMessage;

  /** The needed part of a message that comes in pieces, and how much of it has arrived. */
  private byte[] body = NOTHING;

  private int keptOfBody;

  private boolean done;
  private boolean anything;
  private boolean notTls;
  private int version;
  private int suite;

  /** The group's number, or 0; for a group without a number, its name. */
  private int groupCode;

  private String ownGroup = NO_GROUP;
  private boolean certificateSeen;
  private boolean certificateRequested;
  private boolean resumed;
  private boolean retried;
  private int requestedGroup;
  private int helloBytes;
  private int alert = -1;

  /** The server has answered. */
  void somethingCame() {
    anything = true;
  }

  /** Takes a record's header: the type of its content, and the first byte of its version. */
  void recordBegins(int type, int majorVersion) {
    anything = true;
    recordType = type;
    alertLength = 0;
    if (majorVersion != 3 || type < CHANGE_CIPHER_SPEC || type > APPLICATION_DATA) {
      notTls = true;
      finish();
    } else if (type == APPLICATION_DATA) {
      finish();
    }
  }

  /**
   * Takes the next bytes of a record's content, from one index (inclusive) to another (exclusive).
   */
  void content(byte[] bytes, int from, int to) {
    if (recordType == HANDSHAKE) {
      handshake(bytes, from, to);
    } else if (recordType == ALERT) {
      alert(bytes, from, to);
    }
  }

  private void alert(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at++) {
      alertLevel = alertDescription;
      alertDescription = bytes[at] & 0xFF;
      alertLength++;
    }
  }

  private void handshake(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && !done) {
      if (seenOfMessageHeader < MESSAGE_HEADER) {
        at = messageHeader(bytes, at, to);
      } else {
        int step = Math.min(leftOfMessage, to - at);
        leftOfMessage -= step;
        body(bytes, at, step);
        at += step;
      }
      if (seenOfMessageHeader == MESSAGE_HEADER && leftOfMessage == 0) {
        seenOfMessageHeader = 0;
      }
    }
  }

  /** Takes the available part of a message's type and length (RFC 8446 4); most come whole. */
  private int messageHeader(byte[] bytes, int from, int to) {
    int length = seenOfMessageHeader == 0 && to - from >= MESSAGE_HEADER ? MESSAGE_HEADER : 1;
    for (int at = from; at < from + length; at++) {
      messageHeader = messageHeader << 8 | (bytes[at] & 0xFF);
    }
    seenOfMessageHeader += length;
    if (seenOfMessageHeader == MESSAGE_HEADER) {
      leftOfMessage = messageHeader & 0xFFFFFF;
      certificateSeen |= messageType() == CERTIFICATE;
      certificateRequested |= messageType() == CERTIFICATE_REQUEST;
      keptOfBody = 0;
    }
    return from + length;
  }

  private int messageType() {
    return messageHeader >>> 24;
  }

  /**
   * Takes the available part of a message's body. A body that comes whole, as most do, is not
   * copied.
   */
  private void body(byte[] bytes, int from, int length) {
    if (keptOfBody == 0 && leftOfMessage == 0) {
      read(new Bytes(bytes, from, from + length));
    } else {
      keep(bytes, from, length);
      if (leftOfMessage == 0) {
        read(new Bytes(body, 0, keptOfBody));
      }
    }
  }

  private void keep(byte[] bytes, int from, int length) {
    if (keptOfBody == 0) {
      body = new byte[Math.min(wantedOfBody(), LIMIT)];
    }
    int more = Math.min(length, body.length - keptOfBody);
    System.arraycopy(bytes, from, body, keptOfBody, more);
    keptOfBody += more;
  }

  private int wantedOfBody() {
    int length = messageHeader & 0xFFFFFF;
    return switch (messageType()) {
      case SERVER_HELLO -> length;
      case SERVER_KEY_EXCHANGE -> exchange() == KeyExchange.DHE ? length : NAMED_CURVE_LENGTH;
      default -> 0;
    };
  }

  private void read(Bytes message) {
    try {
      switch (messageType()) {
        case SERVER_HELLO -> {
          helloBytes += MESSAGE_HEADER + (messageHeader & 0xFFFFFF);
          serverHello(message);
        }
        case SERVER_KEY_EXCHANGE -> serverKeyExchange(message);
        default -> {}
      }
    } catch (IndexOutOfBoundsException e) {
      // A malformed message: the TLS library refuses it with its own error.
      finish();
    }
  }

  /** The record's content has ended. */
  void recordEnded() {
    if (done) {
      return;
    }
    if (recordType == ALERT && alertLength == 2 && alertLevel == FATAL) {
      alert = alertDescription;
      finish();
    } else if (recordType == CHANGE_CIPHER_SPEC && suite != 0) {
      // In TLS 1.3 it means nothing (RFC 8446 D.4), and may follow a HelloRetryRequest.
      // Up to TLS 1.2 the rest is encrypted, and a server that resumed has sent no certificate (RFC
      // 5246 7.3).
      resumed = !certificateSeen;
      finish();
    }
  }

  /** Whether nothing more can be read. */
  public boolean done() {
    return done;
  }

  /** Whether a ServerHello was received. */
  public boolean answered() {
    return suite != 0;
  }

  /** Whether any byte was received. */
  public boolean anything() {
    return anything;
  }

  /** Whether the first bytes were not a TLS record. */
  public boolean notTls() {
    return notTls;
  }

  /** The version's number on the wire; 0 before the ServerHello. */
  public int version() {
    return version;
  }

  /** The suite's number on the wire; 0 before the ServerHello. */
  public int cipherSuiteCode() {
    return suite;
  }

  /** The suite that the server chose; empty before the ServerHello, or when it is not known. */
  public Optional<CipherSuite> cipherSuite() {
    return CipherSuites.ofCode(suite);
  }

  /**
   * The group of the key exchange: an IANA name; {@code dh-2048} for a prime that has none; {@link
   * #NO_GROUP} when there was no key exchange with a group.
   */
  public String group() {
    return groupCode == 0 ? ownGroup : NamedGroup.nameOf(groupCode);
  }

  /** Whether its group is the same as another one's; faster than comparing {@link #group()}. */
  public boolean hasGroupOf(ServerFlight other) {
    return groupCode == other.groupCode && ownGroup.equals(other.ownGroup);
  }

  /** Whether the server resumed a session. */
  public boolean resumed() {
    return resumed;
  }

  /** Whether the server asked for a certificate of the client; in TLS 1.3 that is encrypted. */
  public boolean certificateRequested() {
    return certificateRequested;
  }

  /** Whether the server asked for a second ClientHello, which costs a round trip. */
  public boolean retried() {
    return retried;
  }

  /**
   * Length of the ServerHello, and of the HelloRetryRequest before it if there was one, without the
   * headers of their records; bytes.
   */
  public int helloBytes() {
    return helloBytes;
  }

  /** The group of which it asked for a key share then; empty if none or an unknown one. */
  public Optional<NamedGroup> requestedGroup() {
    return NamedGroup.ofCode(requestedGroup);
  }

  /** The alert that ended the handshake, when it was not encrypted (RFC 8446 6). */
  public OptionalInt alert() {
    return alert < 0 ? OptionalInt.empty() : OptionalInt.of(alert);
  }

  private void serverHello(Bytes hello) {
    int legacyVersion = hello.u16();
    Bytes random = hello.part(32);
    hello.part(hello.u8());
    int chosen = hello.u16();
    hello.u8();
    int chosenVersion = legacyVersion;
    int chosenGroup = 0;
    boolean preSharedKey = false;
    Bytes list = hello.remaining() > 0 ? hello.part(hello.u16()) : hello;
    while (list.remaining() > 0) {
      int type = list.u16();
      Bytes extension = list.part(list.u16());
      switch (type) {
        case SUPPORTED_VERSIONS -> chosenVersion = extension.u16();
        case KEY_SHARE -> chosenGroup = extension.u16();
        case PRE_SHARED_KEY -> preSharedKey = true;
        default -> {}
      }
    }
    if (random.startsWith(HELLO_RETRY_REQUEST)) {
      retried = true;
      requestedGroup = chosenGroup;
      return;
    }
    suite = chosen;
    version = chosenVersion;
    groupCode = chosenGroup;
    if (version == TlsProtocol.TLS_1_3.code()) {
      resumed = preSharedKey;
      finish();
    }
  }

  private KeyExchange exchange() {
    return cipherSuite().map(CipherSuite::keyExchange).orElse(KeyExchange.RSA);
  }

  private void serverKeyExchange(Bytes message) {
    switch (exchange()) {
      case ECDHE -> {
        if (message.u8() == NAMED_CURVE) {
          groupCode = message.u16();
        } else {
          ownGroup = "explicit curve";
        }
      }
      case DHE -> ownGroup = groupOfPrime(message.part(message.u16()));
      case RSA, ECDH, TLS_1_3 -> {}
    }
  }

  /**
   * The name that {@link #group()} uses for a prime.
   *
   * @param prime big-endian; leading zeros are ignored
   */
  public static String groupOfPrime(byte[] prime) {
    return groupOfPrime(new Bytes(prime, 0, prime.length));
  }

  private static String groupOfPrime(Bytes prime) {
    prime.skipZeros();
    return (prime.startsWith(FFDHE) ? "ffdhe" : "dh-") + prime.bitLength();
  }

  private void finish() {
    done = true;
    body = NOTHING;
  }
}
