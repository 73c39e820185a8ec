package site.ycsb.tls.wire;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import javax.net.ssl.SNIHostName;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.KeyExchange;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.property.HostPort;

/**
 * A ClientHello of TLS 1.3 that lists one group and has no key share. A server that takes the group
 * answers with a HelloRetryRequest for it (RFC 8446 4.1.4, 4.2.8), another one with an alert; no
 * key is made, so any group can be asked for, also one that this JVM does not have.
 */
public final class GroupQuestion {
  private static final byte HANDSHAKE = 22;
  private static final byte CLIENT_HELLO = 1;

  private static final int[] SUITES =
      CipherSuites.all().stream()
          .filter(suite -> suite.keyExchange() == KeyExchange.TLS_1_3)
          .mapToInt(CipherSuite::code)
          .toArray();

  /** ECDSA, RSA-PSS, EdDSA, RSA in certificates, ML-DSA: the server has a key of some kind. */
  private static final int[] SIGNATURES = {
    0x0403, 0x0503, 0x0603, 0x0804, 0x0805, 0x0806, 0x0807, 0x0808, 0x0809, 0x080a, 0x080b, 0x0401,
    0x0501, 0x0601, 0x0904, 0x0905, 0x0906
  };

  private static final SecureRandom RANDOM = new SecureRandom();

  private GroupQuestion() {}

  /**
   * The bytes of a whole record, to be sent as the first of a connection.
   *
   * @param host of the server; sent with the question if Java's TLS would send it: which groups a
   *     server takes may depend on it
   */
  public static byte[] bytes(NamedGroup group, String host) {
    ByteBuffer hello = ByteBuffer.allocate(1024);
    hello.putShort((short) TlsProtocol.TLS_1_2.code()).put(random()).put((byte) 32).put(random());
    numbers(hello, SUITES);
    hello.put((byte) 1).put((byte) 0);
    ByteBuffer extensions = ByteBuffer.allocate(512);
    serverName(extensions, host);
    // supported_versions, supported_groups, signature_algorithms, an empty key_share
    extensions.putShort((short) 43).putShort((short) 3).put((byte) 2);
    extensions.putShort((short) TlsProtocol.TLS_1_3.code());
    extension(extensions, 10, group.code());
    extension(extensions, 13, SIGNATURES);
    extension(extensions, 51);
    hello.putShort((short) extensions.position()).put(extensions.flip());
    int length = hello.position();
    return ByteBuffer.allocate(9 + length)
        .put(HANDSHAKE)
        .putShort((short) TlsProtocol.TLS_1_0.code())
        .putShort((short) (4 + length))
        .putInt(CLIENT_HELLO << 24 | length)
        .put(hello.flip())
        .array();
  }

  private static byte[] random() {
    byte[] bytes = new byte[32];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  /** RFC 6066 3: a list of one name, which is no address and has a dot, as Java's TLS wants it. */
  private static void serverName(ByteBuffer to, String host) {
    String relative = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    if (relative.indexOf('.') > 0 && !HostPort.isAddress(relative)) {
      byte[] name;
      try {
        name = new SNIHostName(relative).getEncoded();
      } catch (IllegalArgumentException e) {
        return;
      }
      to.putShort((short) 0).putShort((short) (5 + name.length));
      to.putShort((short) (3 + name.length)).put((byte) 0).putShort((short) name.length).put(name);
    }
  }

  /** An extension whose content is a list of 16-bit numbers. */
  private static void extension(ByteBuffer to, int type, int... values) {
    to.putShort((short) type).putShort((short) (2 + 2 * values.length));
    numbers(to, values);
  }

  private static void numbers(ByteBuffer to, int... values) {
    to.putShort((short) (2 * values.length));
    for (int value : values) {
      to.putShort((short) value);
    }
  }
}
