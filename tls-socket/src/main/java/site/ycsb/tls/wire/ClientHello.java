package site.ycsb.tls.wire;

import java.util.ArrayList;
import java.util.List;

/**
 * What a client offers in its first message (RFC 8446 4.1.2).
 *
 * @param cipherSuites all numbers of the list, in order
 * @param versions of the supported_versions extension, or else the one of the message itself
 * @param groups of the supported_groups extension; empty without it
 * @param signatureSchemes of the signature_algorithms extension (RFC 8446 4.2.3): what it can
 *     verify; empty without it
 * @param keyShares groups for which the client sends a share at once; empty without the extension
 * @param extensions numbers of all extensions, in order
 */
public record ClientHello(
    List<Integer> cipherSuites,
    List<Integer> versions,
    List<Integer> groups,
    List<Integer> signatureSchemes,
    List<Integer> keyShares,
    List<Integer> extensions) {

  /** The signal in the list of suites for clients that cannot send the extension (RFC 5746 3.3). */
  public static final int RENEGOTIATION_INFO_SCSV = 0x00FF;

  /** The extension by which a client asks for compressed certificates (RFC 8879). */
  public static final int COMPRESS_CERTIFICATE = 27;

  /** Type and length of a message. */
  private static final int HEADER = 4;

  private static final int HANDSHAKE = 22;
  private static final int CLIENT_HELLO = 1;
  private static final int SUPPORTED_GROUPS = 10;
  private static final int SIGNATURE_ALGORITHMS = 13;
  private static final int SUPPORTED_VERSIONS = 43;
  private static final int KEY_SHARE = 51;

  public ClientHello {
    cipherSuites = List.copyOf(cipherSuites);
    versions = List.copyOf(versions);
    groups = List.copyOf(groups);
    signatureSchemes = List.copyOf(signatureSchemes);
    keyShares = List.copyOf(keyShares);
    extensions = List.copyOf(extensions);
  }

  /**
   * Reads the message from the records that contain it.
   *
   * @throws IllegalArgumentException when the bytes are something else, or end early
   */
  public static ClientHello parse(byte[] sent) {
    try {
      return body(message(new Bytes(sent, 0, sent.length)));
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("the ClientHello ends early: " + e.getMessage(), e);
    }
  }

  /** Whether the bytes are the beginning of a ClientHello of which more is to come. */
  public static boolean isBeginning(byte[] sent) {
    try {
      message(new Bytes(sent, 0, sent.length));
      return false;
    } catch (IllegalArgumentException e) {
      return false;
    } catch (IndexOutOfBoundsException e) {
      return true;
    }
  }

  /** A record may end within a message (RFC 8446 5.1), and even within its header. */
  private static Bytes message(Bytes sent) {
    byte[] content = new byte[sent.remaining()];
    int length = 0;
    int wanted = HEADER;
    while (length < wanted) {
      length += record(sent).copyTo(content, length);
      if (length >= HEADER) {
        Bytes header = new Bytes(content, 0, HEADER);
        if (header.u8() != CLIENT_HELLO) {
          throw new IllegalArgumentException("not a ClientHello");
        }
        wanted = HEADER + header.u24();
      }
    }
    return new Bytes(content, HEADER, wanted);
  }

  private static Bytes record(Bytes sent) {
    if (sent.u8() != HANDSHAKE) {
      throw new IllegalArgumentException("not a handshake record");
    }
    sent.u16();
    return sent.part(sent.u16());
  }

  private static ClientHello body(Bytes hello) {
    final int version = hello.u16();
    hello.part(32);
    hello.part(hello.u8());
    List<Integer> suites = numbers(hello.part(hello.u16()));
    hello.part(hello.u8());
    List<Integer> versions = List.of(version);
    List<Integer> groups = List.of();
    List<Integer> schemes = List.of();
    List<Integer> shares = List.of();
    List<Integer> extensions = new ArrayList<>();
    Bytes list = hello.remaining() > 0 ? hello.part(hello.u16()) : hello;
    while (list.remaining() > 0) {
      int type = list.u16();
      extensions.add(type);
      Bytes extension = list.part(list.u16());
      switch (type) {
        case SUPPORTED_GROUPS -> groups = numbers(extension.part(extension.u16()));
        case SIGNATURE_ALGORITHMS -> schemes = numbers(extension.part(extension.u16()));
        case SUPPORTED_VERSIONS -> versions = numbers(extension.part(extension.u8()));
        case KEY_SHARE -> shares = shares(extension.part(extension.u16()));
        default -> {}
      }
    }
    return new ClientHello(suites, versions, groups, schemes, shares, extensions);
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
