package site.ycsb.tls.wire;

import java.nio.ByteBuffer;

/**
 * Reads the headers of the TLS records of one direction of a connection, from the first byte on: it
 * reads the five bytes of each header (RFC 5246 6.2.1, RFC 8446 5.1) and skips the content, which a
 * {@link ServerFlight} may read. Used by one thread at a time. It copies nothing from arrays.
 */
public final class RecordWalk {
  private static final int CHANGE_CIPHER_SPEC = 20;
  private static final int HANDSHAKE = 22;
  private static final int APPLICATION_DATA = 23;
  private static final int HEADER = 5;

  /**
   * The records of application data that have begun, from the first of the longest ones on; none of
   * the lengths has a header in it. In TLS 1.3 encrypted handshake messages have this type, too.
   *
   * @param longest length of the longest, bytes
   * @param bytes length of all, bytes
   * @param records how many they are
   */
  public record Tail(int longest, long bytes, long records) {}

  /** Null if there is no flight, or it has read all that it needs. */
  private ServerFlight flight;

  private int seenOfHeader;

  /** The received part of a header that comes in pieces. */
  private long header;

  private int type;
  private int left;
  private int largest;
  private int longestData;
  private long bytesFromLongest;
  private long recordsFromLongest;
  private long bytes;
  private boolean cipherChanged;
  private boolean finished;
  private boolean another;

  /** Reads the headers only. */
  public RecordWalk() {}

  /**
   * @param flight reads the content, until it needs no more
   */
  public RecordWalk(ServerFlight flight) {
    this.flight = flight;
  }

  /**
   * Takes the bytes from one index (inclusive) to another (exclusive).
   *
   * @return how many records ended in them
   */
  public int pass(byte[] bytes, int from, int to) {
    int ended = 0;
    int at = from;
    this.bytes += to - from;
    while (at < to) {
      if (seenOfHeader < HEADER) {
        at = header(bytes, at, to);
      } else {
        int step = Math.min(left, to - at);
        if (flight != null) {
          flight.content(bytes, at, at + step);
        }
        left -= step;
        at += step;
      }
      ended += endOfRecord();
    }
    return ended;
  }

  /**
   * The same with a buffer, whose position and limit stay the same. From a buffer without an array,
   * it copies headers and what the flight reads.
   */
  public int pass(ByteBuffer bytes, int from, int to) {
    if (bytes.hasArray()) {
      return pass(bytes.array(), bytes.arrayOffset() + from, bytes.arrayOffset() + to);
    }
    int ended = 0;
    int at = from;
    while (at < to) {
      int step = Math.min(to - at, seenOfHeader < HEADER ? HEADER - seenOfHeader : left);
      if (seenOfHeader == HEADER && flight == null) {
        this.bytes += step;
        left -= step;
        ended += endOfRecord();
      } else {
        byte[] copy = new byte[step];
        bytes.get(at, copy);
        ended += pass(copy, 0, step);
      }
      at += step;
    }
    return ended;
  }

  /** Takes the available part of a header; most headers come whole. */
  private int header(byte[] bytes, int from, int to) {
    if (seenOfHeader == 0 && to - from >= HEADER) {
      seenOfHeader = HEADER;
      recordBegins(bytes[from], bytes[from + 1], bytes[from + 3], bytes[from + 4]);
      return from + HEADER;
    }
    header = header << 8 | (bytes[from] & 0xFF);
    seenOfHeader++;
    if (seenOfHeader == HEADER) {
      recordBegins(
          (byte) (header >> 32), (byte) (header >> 24), (byte) (header >> 8), (byte) header);
    } else if (flight != null) {
      flight.somethingCame();
    }
    return from + 1;
  }

  private void recordBegins(byte first, byte majorVersion, byte high, byte low) {
    type = first & 0xFF;
    left = (high & 0xFF) << 8 | (low & 0xFF);
    largest = Math.max(largest, HEADER + left);
    if (type == APPLICATION_DATA) {
      dataBegins();
    }
    another |= finished && type == HANDSHAKE;
    if (flight != null) {
      flight.recordBegins(type, majorVersion);
    }
  }

  private void dataBegins() {
    if (left > longestData) {
      longestData = left;
      bytesFromLongest = 0;
      recordsFromLongest = 0;
    }
    bytesFromLongest += left;
    recordsFromLongest++;
  }

  /** Returns how many records have ended: one or none. */
  private int endOfRecord() {
    if (seenOfHeader < HEADER || left > 0) {
      return 0;
    }
    seenOfHeader = 0;
    noteEnd();
    return 1;
  }

  private void noteEnd() {
    if (flight != null) {
      flight.recordEnded();
      flight = flight.done() ? null : flight;
    }
    if (type == CHANGE_CIPHER_SPEC) {
      // After a HelloRetryRequest, of which the flight goes on, it means nothing (RFC 8446 D.4).
      cipherChanged |= flight == null;
    } else if (type == HANDSHAKE && cipherChanged) {
      finished = true;
    }
  }

  /** Length of the largest record that has begun, its header included, bytes. */
  public int largest() {
    return largest;
  }

  /** The last records of application data. */
  public Tail tail() {
    return new Tail(longestData, bytesFromLongest, recordsFromLongest);
  }

  /** All bytes that have passed. */
  public long bytes() {
    return bytes;
  }

  /** A handshake up to TLS 1.2 begins now; forgets the earlier one. */
  public void beginHandshake() {
    cipherChanged = false;
    finished = false;
  }

  /**
   * Whether this side has begun another handshake after its Finished, up to TLS 1.2, without {@link
   * #beginHandshake()}: a server by a HelloRequest (RFC 5246 7.4.1.1). In TLS 1.3 no record after
   * the handshake has that type (RFC 8446 5.2).
   */
  public boolean beganAnother() {
    return another;
  }

  /**
   * Whether this side's Finished was received, and all that came after it was whole records: up to
   * TLS 1.2 it is the first handshake record after the ChangeCipherSpec (RFC 5246 7.3), encrypted
   * or not.
   */
  public boolean endsWithFinished() {
    return finished && seenOfHeader == 0;
  }
}
