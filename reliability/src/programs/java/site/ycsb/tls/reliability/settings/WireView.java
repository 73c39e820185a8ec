package site.ycsb.tls.reliability.settings;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * What one connection shows on the wire: a reader of its own, which shares nothing with the program
 * that is looked at. It keeps the handshake's clear part of both directions (RFC 8446 4, RFC 5246
 * 7.4). Each direction is used by one thread, the results after both have ended.
 */
final class WireView {
  private static final int HANDSHAKE = 22;
  private static final int CHANGE_CIPHER_SPEC = 20;
  private static final String RETRY =
      "cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c";

  final Direction client = new Direction();
  final Direction server = new Direction();

  /** One direction's bytes after the preamble that is in clear. */
  static final class Direction {
    private final ByteArrayOutputStream record = new ByteArrayOutputStream();
    private final ByteArrayOutputStream clear = new ByteArrayOutputStream();
    private int skip;
    private boolean encrypted;
    private int largest;

    /** So many of the next bytes are not TLS. */
    void skip(int bytes) {
      skip = bytes;
    }

    void pass(byte[] bytes, int length) {
      for (int i = 0; i < length; i++) {
        if (skip > 0) {
          skip--;
        } else {
          record.write(bytes[i]);
          endOfRecord();
        }
      }
    }

    private void endOfRecord() {
      if (record.size() < 5) {
        return;
      }
      byte[] seen = record.toByteArray();
      int length = 5 + number(seen, 3, 2);
      largest = Math.max(largest, length);
      if (seen.length == length) {
        if (seen[0] == CHANGE_CIPHER_SPEC) {
          // After a HelloRetryRequest it means nothing (RFC 8446 D.4).
          encrypted = messages(2).isEmpty() || !messages(2).stream().allMatch(WireView::isRetry);
        } else if (seen[0] == HANDSHAKE && !encrypted) {
          clear.write(seen, 5, length - 5);
        }
        record.reset();
      }
    }

    int largest() {
      return largest;
    }

    /** All bodies of messages of this type, in order. */
    List<byte[]> messages(int type) {
      List<byte[]> found = new ArrayList<>();
      byte[] all = clear.toByteArray();
      for (int at = 0; at + 4 <= all.length; ) {
        int length = number(all, at + 1, 3);
        if (at + 4 + length > all.length) {
          break;
        }
        if (all[at] == type) {
          found.add(Arrays.copyOfRange(all, at + 4, at + 4 + length));
        }
        at += 4 + length;
      }
      return found;
    }
  }

  static int number(byte[] bytes, int from, int count) {
    int number = 0;
    for (int i = from; i < from + count; i++) {
      number = number << 8 | (bytes[i] & 0xFF);
    }
    return number;
  }

  /** Position of an extension's content in a hello; -1 when it is not there. */
  private static int extension(byte[] hello, boolean ofClient, int wanted) {
    int at = 34;
    at += 1 + hello[at];
    if (ofClient) {
      at += 2 + number(hello, at, 2);
      at += 1 + hello[at];
    } else {
      at += 3;
    }
    if (at + 2 > hello.length) {
      return -1;
    }
    at += 2;
    while (at + 4 <= hello.length) {
      if (number(hello, at, 2) == wanted) {
        return at + 4;
      }
      at += 4 + number(hello, at + 2, 2);
    }
    return -1;
  }

  /** The ServerHello that is no HelloRetryRequest; null when there is none. */
  private byte[] serverHello() {
    return server.messages(2).stream()
        .filter(hello -> !isRetry(hello))
        .reduce((earlier, later) -> later)
        .orElse(null);
  }

  private static boolean isRetry(byte[] serverHello) {
    return HexFormat.of().formatHex(serverHello, 2, 34).equals(RETRY);
  }

  /** Whether the server has answered with a ServerHello. */
  boolean answered() {
    return serverHello() != null;
  }

  int version() {
    byte[] hello = serverHello();
    int at = extension(hello, false, 43);
    return number(hello, at < 0 ? 0 : at, 2);
  }

  int suite() {
    byte[] hello = serverHello();
    return number(hello, 35 + hello[34], 2);
  }

  /** The number of the group; 0 when there is none. */
  int group() {
    byte[] hello = serverHello();
    int at = extension(hello, false, 51);
    if (at >= 0) {
      return number(hello, at, 2);
    }
    List<byte[]> exchanges = server.messages(12);
    return exchanges.isEmpty() || exchanges.get(0)[0] != 3 ? 0 : number(exchanges.get(0), 1, 2);
  }

  boolean resumed() {
    return version() == 0x0304
        ? extension(serverHello(), false, 41) >= 0
        : server.messages(11).isEmpty();
  }

  /** Numbers of the groups of the key shares in the first ClientHello. */
  List<Integer> keyShares() {
    byte[] hello = client.messages(1).get(0);
    int at = extension(hello, true, 51);
    List<Integer> shares = new ArrayList<>();
    if (at >= 0) {
      int end = at + 2 + number(hello, at, 2);
      for (at += 2; at < end; at += 4 + number(hello, at + 2, 2)) {
        shares.add(number(hello, at, 2));
      }
    }
    return shares;
  }

  /** Up to TLS 1.2: whether the client has sent a certificate. */
  boolean clientCertificate() {
    return client.messages(11).stream().anyMatch(message -> number(message, 0, 3) > 0);
  }
}
