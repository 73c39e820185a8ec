package site.ycsb.tls.reliability.tls;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * What happens to the bytes of a server on their way to the client.
 *
 * @param kind what is done
 * @param record number of the TLS record that it is done to, from 0
 * @param draw for positions, values and lengths in it
 */
record Tampering(Kind kind, int record, long draw) {
  private static final int HEADER = 5;
  private static final int LATEST_RECORD = 7;
  private static final int MOST_INSERTED = 300;
  private static final byte APPLICATION_DATA = 23;
  private static final byte ALERT = 21;
  private static final byte HANDSHAKE = 22;
  private static final byte SERVER_KEY_EXCHANGE = 12;
  private static final int[] TYPES = {0, 20, 21, 22, 23, 24, 255};
  private static final byte[] HELLO_REQUEST = {22, 3, 3, 0, 4, 0, 0, 0, 0};

  /** The first two are of TLS 1.3, the last is unknown. A client offers one suite only. */
  private static final int[] SUITES = {0x1304, 0x1305, 0xC013, 0xC02B, 0x002F, 0x0005, 0, 0x7777};

  /** None is offered by a client of this series; the last one is unknown. */
  private static final int[] GROUPS = {23, 24, 25, 30, 256, 4588, 0, 0x7777};

  /** Kinds of tampering. */
  enum Kind {
    NONE,
    FLIP_A_BIT,
    CHANGE_THE_LENGTH,
    CHANGE_THE_TYPE,
    CHANGE_THE_VERSION,
    CUT,
    DROP_BYTES,
    INSERT_BYTES,
    REPEAT_THE_RECORD,
    LEAVE_OUT_THE_RECORD,
    SWAP_WITH_THE_NEXT,
    SEND_AN_ALERT,
    SEND_APPLICATION_DATA,
    /** A HelloRequest (RFC 5246, 7.4.1.1), in the clear. */
    ASK_TO_RENEGOTIATE,
    /** Where the server tells it. */
    OTHER_GROUP,
    /** This and the following are done to the ServerHello, which is the first record. */
    OTHER_SUITE,
    OFFER_EARLY_DATA,
    /** A HelloRetryRequest in place of the ServerHello, which comes after it. */
    ASK_TO_RETRY,
    ASK_TO_RETRY_TWICE;

    private boolean isOfServerHello() {
      return compareTo(OTHER_SUITE) >= 0;
    }
  }

  static Tampering of(SplittableRandom random) {
    Kind[] kinds = Kind.values();
    return new Tampering(
        kinds[random.nextInt(kinds.length)], random.nextInt(LATEST_RECORD + 1), random.nextLong());
  }

  /** Passes all records on, and lies about one; returns at the end of the stream. */
  void pass(InputStream server, OutputStream client) throws IOException {
    byte[] held = null;
    boolean told = false;
    for (int number = 0; ; number++) {
      byte[] next = readRecord(server);
      if (next == null) {
        if (held != null) {
          client.write(held);
        }
        return;
      }
      if (number == record && kind == Kind.SWAP_WITH_THE_NEXT) {
        held = next;
        continue;
      }
      boolean here = !told && isAbout(next, number);
      told |= here;
      byte[] sent = here ? changed(next) : next;
      if (sent == null) {
        return;
      }
      client.write(sent);
      if (held != null) {
        client.write(held);
        held = null;
      }
      client.flush();
    }
  }

  private boolean isAbout(byte[] bytes, int number) {
    if (kind == Kind.OTHER_GROUP) {
      return withGroup(bytes, 0).isPresent();
    }
    return kind.isOfServerHello() ? number == 0 : number == record;
  }

  /** In a ServerHello's key share or, up to TLS 1.2, in a ServerKeyExchange (RFC 8422, 5.4). */
  private static Optional<byte[]> withGroup(byte[] bytes, int code) {
    boolean serverKeyExchange = bytes[0] == HANDSHAKE && bytes[HEADER] == SERVER_KEY_EXCHANGE;
    if (!serverKeyExchange) {
      return ServerHello.of(bytes).flatMap(hello -> hello.withGroup(code));
    }
    byte[] changed = bytes.clone();
    ByteBuffer.wrap(changed).putShort(HEADER + 5, (short) code);
    return Optional.of(changed);
  }

  /** Null: the end of everything. */
  private byte[] changed(byte[] bytes) {
    SplittableRandom random = new SplittableRandom(draw);
    return switch (kind) {
      case NONE, SWAP_WITH_THE_NEXT -> bytes;
      case CUT -> null;
      case FLIP_A_BIT -> {
        int at = random.nextInt(bytes.length);
        yield withByte(bytes, at, bytes[at] ^ (1 << random.nextInt(8)));
      }
      case CHANGE_THE_LENGTH ->
          withByte(withByte(bytes, 3, random.nextInt(256)), 4, random.nextInt(256));
      case CHANGE_THE_TYPE -> withByte(bytes, 0, TYPES[random.nextInt(TYPES.length)]);
      case CHANGE_THE_VERSION -> withByte(bytes, 1 + random.nextInt(2), random.nextInt(256));
      case DROP_BYTES -> {
        int from = random.nextInt(bytes.length);
        int to = from + 1 + random.nextInt(bytes.length - from);
        yield join(Arrays.copyOf(bytes, from), Arrays.copyOfRange(bytes, to, bytes.length));
      }
      case INSERT_BYTES -> {
        int at = random.nextInt(bytes.length + 1);
        byte[] begin = join(Arrays.copyOf(bytes, at), some(random));
        yield join(begin, Arrays.copyOfRange(bytes, at, bytes.length));
      }
      case REPEAT_THE_RECORD -> join(bytes, bytes);
      case LEAVE_OUT_THE_RECORD -> new byte[0];
      case SEND_AN_ALERT -> {
        byte[] alert = {
          ALERT, 3, 3, 0, 2, (byte) (1 + random.nextInt(2)), (byte) random.nextInt(256)
        };
        yield join(alert, bytes);
      }
      case SEND_APPLICATION_DATA -> {
        byte[] payload = some(random);
        byte[] header = {
          APPLICATION_DATA, 3, 3, (byte) (payload.length >> 8), (byte) payload.length
        };
        yield join(join(header, payload), bytes);
      }
      case ASK_TO_RENEGOTIATE -> join(HELLO_REQUEST, bytes);
      case OTHER_GROUP -> withGroup(bytes, GROUPS[random.nextInt(GROUPS.length)]).orElseThrow();
      case OTHER_SUITE, OFFER_EARLY_DATA, ASK_TO_RETRY, ASK_TO_RETRY_TWICE ->
          ServerHello.of(bytes)
              .map(hello -> changed(hello, bytes, random))
              .orElseThrow(
                  () -> new IllegalStateException("the server began without a ServerHello"));
    };
  }

  private static byte[] withByte(byte[] bytes, int at, int value) {
    byte[] changed = bytes.clone();
    changed[at] = (byte) value;
    return changed;
  }

  private byte[] changed(ServerHello hello, byte[] original, SplittableRandom random) {
    return switch (kind) {
      case OTHER_SUITE -> hello.withSuite(other(SUITES, hello.suite(), random));
      case OFFER_EARLY_DATA -> hello.withEarlyData();
      case ASK_TO_RETRY -> join(hello.retry(some(random)), original);
      case ASK_TO_RETRY_TWICE ->
          join(join(hello.retry(some(random)), hello.retry(some(random))), original);
      default -> throw new IllegalArgumentException(kind + " is not done to a ServerHello");
    };
  }

  private static int other(int[] codes, int present, SplittableRandom random) {
    int code = present;
    while (code == present) {
      code = codes[random.nextInt(codes.length)];
    }
    return code;
  }

  private static byte[] some(SplittableRandom random) {
    byte[] bytes = new byte[1 + random.nextInt(MOST_INSERTED)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] join(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  /** Null at the end of the stream. */
  private static byte[] readRecord(InputStream server) throws IOException {
    byte[] header = server.readNBytes(HEADER);
    if (header.length == 0) {
      return null;
    }
    int length = header.length < HEADER ? 0 : ((header[3] & 0xFF) << 8) | (header[4] & 0xFF);
    byte[] body = server.readNBytes(length);
    if (header.length < HEADER || body.length < length) {
      throw new EOFException("the server ended within a record");
    }
    return join(header, body);
  }
}
