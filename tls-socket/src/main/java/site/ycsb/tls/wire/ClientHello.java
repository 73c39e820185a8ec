package site.ycsb.tls.wire;

import java.util.ArrayList;
import java.util.List;

/**
 * What a client offers in its first message (RFC 8446 4.1.2).
 *
 * @param cipherSuites all numbers of the list, in order
 * @param versions of the supported_versions extension, or else the one of the message itself
 * @param groups of the supported_groups extension; empty without it
 * @param keyShares groups for which the client sends a share at once; empty without the extension
 * @param extensions numbers of all extensions, in order
 */
public record ClientHello(
    List<Integer> cipherSuites,
    List<Integer> versions,
    List<Integer> groups,
    List<Integer> keyShares,
    List<Integer> extensions) {

  /** The signal in the list of suites for clients that cannot send the extension (RFC 5746 3.3). */
  public static final int RENEGOTIATION_INFO_SCSV = 0x00FF;

  private static final int HANDSHAKE = 22;
  private static final int CLIENT_HELLO = 1;
  private static final int SUPPORTED_GROUPS = 10;
  private static final int SUPPORTED_VERSIONS = 43;
  private static final int KEY_SHARE = 51;

  public ClientHello {
    cipherSuites = List.copyOf(cipherSuites);
    versions = List.copyOf(versions);
    groups = List.copyOf(groups);
    keyShares = List.copyOf(keyShares);
    extensions = List.copyOf(extensions);
  }

  /**
   * Reads the message from the record that contains it.
   *
   * @throws IllegalArgumentException when the bytes are something else
   */
  public static ClientHello parse(byte[] sent) {
    try {
      Bytes record = new Bytes(sent, 0, sent.length);
      if (record.u8() != HANDSHAKE) {
        throw new IllegalArgumentException("not a handshake record");
      }
      record.u16();
      Bytes message = record.part(record.u16());
      if (message.u8() != CLIENT_HELLO) {
        throw new IllegalArgumentException("not a ClientHello");
      }
      return body(message.part(message.u24()));
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("the ClientHello ends early: " + e.getMessage(), e);
    }
  }

  private static ClientHello body(Bytes hello) {
    final int version = hello.u16();
    hello.part(32);
    hello.part(hello.u8());
    List<Integer> suites = numbers(hello.part(hello.u16()));
    hello.part(hello.u8());
    List<Integer> versions = List.of(version);
    List<Integer> groups = List.of();
    List<Integer> shares = List.of();
    List<Integer> extensions = new ArrayList<>();
    Bytes list = hello.remaining() > 0 ? hello.part(hello.u16()) : hello;
    while (list.remaining() > 0) {
      int type = list.u16();
      extensions.add(type);
      Bytes extension = list.part(list.u16());
      switch (type) {
        case SUPPORTED_GROUPS -> groups = numbers(extension.part(extension.u16()));
        case SUPPORTED_VERSIONS -> versions = numbers(extension.part(extension.u8()));
        case KEY_SHARE -> shares = shares(extension.part(extension.u16()));
        default -> {}
      }
    }
    return new ClientHello(suites, versions, groups, shares, extensions);
  }

  private static List<Integer> numbers(Bytes list) {
    List<Integer> numbers = new ArrayList<>();
    while (list.remaining() > 0) {
      numbers.add(list.u16());
    }
    return numbers;
  }

  private static List<Integer> shares(Bytes list) {
    List<Integer> groups = new ArrayList<>();
    while (list.remaining() > 0) {
      groups.add(list.u16());
      list.part(list.u16());
    }
    return groups;
  }
}
