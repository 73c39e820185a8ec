package site.ycsb.tls.jvm;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import site.ycsb.tls.account.ReceivedStream;
import site.ycsb.tls.account.SentStream;
import site.ycsb.tls.account.SocketConnection;
import site.ycsb.tls.account.TlsObject;

/**
 * Whether the bytes of one connection are what they must be.
 *
 * @param balance its bytes
 * @param problem what is wrong, in one line; empty when nothing is
 */
record Judgement(ByteBalance balance, Optional<String> problem) {
  private static final int SHOWN = 8;
  private static final byte HANDSHAKE = 22;
  private static final byte SERVER_HELLO = 2;
  private static final byte MAJOR_VERSION = 3;
  private static final byte NEWEST_MINOR_VERSION = 4;
  private static final Set<String> HTTP =
      Set.of("GET ", "PUT ", "POST", "HEAD", "DELE", "PATC", "OPTI", "CONN", "HTTP", "PRI ");

  private static Judgement right(ByteBalance balance) {
    return new Judgement(balance, Optional.empty());
  }

  /** All of its bytes. */
  private static Judgement wrong(SocketConnection connection, long bytes) {
    return new Judgement(
        new ByteBalance(bytes, 0, bytes), Optional.of(name(connection) + ": " + looks(connection)));
  }

  /**
   * Of a connection in a run without TLS. What datagrams hold is not seen: DTLS, QUIC, or clear.
   */
  static Judgement whenPlain(SocketConnection connection) {
    SentStream sent = connection.sent();
    ReceivedStream received = connection.received();
    long all = sent.bytes() + received.bytes();
    boolean unseen = connection.isForDatagrams() && all > 0;
    boolean mayBeTls = unseen || sent.beganTls() || isTlsRecord(received.first());
    return mayBeTls ? wrong(connection, all) : right(new ByteBalance(all, 0, 0));
  }

  /**
   * Of a connection that must have the pinned TLS. It may begin with some bytes in clear; then all
   * that is sent must be what one pinned object produced, and all that is received TLS records.
   */
  static Judgement whenPinned(SocketConnection connection) {
    SentStream sent = connection.sent();
    ReceivedStream received = connection.received();
    long out = sent.bytes();
    long in = received.bytes();
    if (out + in == 0) {
      return right(ByteBalance.NONE);
    }
    TlsObject tls = connection.tls();
    long before = sent.bytesBeforeTls() + received.bytesBeforeTls();
    if (tls == null || received.bytesBeforeTls() > SentStream.LONGEST_OPENING) {
      return wrong(connection, out + in);
    }
    long notProduced = out - sent.bytesBeforeTls() - tls.bytesProduced();
    long after = Math.max(notProduced, sent.bytesAfterTls()) + received.bytesAfterTls();
    if (after > 0) {
      byte[] odd = sent.bytesAfterTls() > 0 ? sent.firstAfterTls() : received.firstAfterTls();
      return new Judgement(
          new ByteBalance(out + in, before, after),
          Optional.of(
              "%s left the pinned TLS: %,d bytes, the first of them %s"
                  .formatted(
                      name(connection),
                      after,
                      odd.length == 0 ? "TLS records of another TLS" : what(odd))));
    }
    return right(new ByteBalance(out + in, before, 0));
  }

  /** Whether bytes went over it, and nothing is wrong with them. */
  boolean isAsItMustBe() {
    return problem.isEmpty() && balance.bytes() > 0;
  }

  /** Whether TLS may still begin on it. */
  static boolean isOpening(SocketConnection connection) {
    return connection.tls() == null
        && !connection.isForDatagrams()
        && !connection.sent().beganTls()
        && connection.sent().bytes() <= SentStream.LONGEST_OPENING;
  }

  private static String name(SocketConnection connection) {
    return "%s %s %s"
        .formatted(
            connection.isForDatagrams() ? "a socket for datagrams" : "a connection",
            connection.origin() == SocketConnection.Origin.CONNECTED ? "to" : "from",
            address(connection));
  }

  private static String address(SocketConnection connection) {
    String remote = text(connection.remote());
    return connection.local() == null
        ? remote
        : remote + " (here " + text(connection.local()) + ")";
  }

  /** An address as {@code HOST:PORT} in digits, or a path; null: that of an end that has none. */
  static String text(Object address) {
    return address == null
        ? "an unknown address"
        : address.toString().replaceFirst("^[^/]*/(?=[\\[0-9])", "");
  }

  private static String looks(SocketConnection connection) {
    SentStream sent = connection.sent();
    byte[] first = sent.bytes() > 0 ? sent.first() : connection.received().first();
    return "%,d bytes sent and %,d received, the first of them %s"
        .formatted(sent.bytes(), connection.received().bytes(), what(first));
  }

  /**
   * RFC 8446 5.1. Of SSL 3.0 only a ServerHello: an answer of MongoDB that has 788 to 791 bytes
   * begins, with its length, as other records of that version do.
   */
  private static boolean isTlsRecord(byte[] first) {
    if (first.length < 3 || first[0] < 20 || first[0] > 23 || first[1] != MAJOR_VERSION) {
      return false;
    }
    return first[2] == 0
        ? first.length > 9
            && first[0] == HANDSHAKE
            && first[5] == SERVER_HELLO
            && first[9] == MAJOR_VERSION
        : first[2] > 0 && first[2] <= NEWEST_MINOR_VERSION;
  }

  /** In words; a few bytes as they are, for they may be somebody's password. */
  private static String what(byte[] first) {
    if (isTlsRecord(first)) {
      return "a TLS record";
    }
    if (first.length >= 4 && HTTP.contains(new String(first, 0, 4, StandardCharsets.US_ASCII))) {
      return "HTTP";
    }
    return first.length == 0
        ? "not seen"
        : HexFormat.ofDelimiter(" ").formatHex(first, 0, Math.min(SHOWN, first.length));
  }
}
