package site.ycsb.tls.pin;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * A cipher suite: what a name such as {@code TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384} stands for.
 *
 * <p>Up to TLS 1.2 a suite names four things: the key exchange ({@code ECDHE}), the kind of the
 * server's key ({@code RSA}), the encryption of the data ({@code AES_256_GCM}) and a hash. In TLS
 * 1.3 ({@code TLS_AES_256_GCM_SHA384}) it names only the latter two; key exchange and server key
 * are chosen apart. Those known here are in {@link CipherSuites}.
 *
 * @param name IANA name
 * @param code its number on the wire, 0–0xFFFF
 * @param openSslName OpenSSL's name, for example {@code ECDHE-RSA-AES256-GCM-SHA384}; the IANA name
 *     of a suite that OpenSSL does not have
 * @param keyExchange how the secret is agreed on
 */
public record CipherSuite(String name, int code, String openSslName, KeyExchange keyExchange) {
  private static final int LAST_CODE_OF_SSL_3 = 0x001B;

  public CipherSuite {
    Objects.requireNonNull(name);
    Objects.requireNonNull(openSslName);
    Objects.requireNonNull(keyExchange);
    if (code < 0 || code > 0xFFFF) {
      throw new IllegalArgumentException("a suite's code is 0 to 0xFFFF, not " + code);
    }
  }

  /** JSSE's name: {@code SSL_…} for suites older than TLS, otherwise the IANA name. */
  public String jsseName() {
    return code <= LAST_CODE_OF_SSL_3 ? "SSL" + name.substring("TLS".length()) : name;
  }

  /** The versions of TLS that know this suite. Not empty. */
  public Set<TlsProtocol> protocols() {
    if (keyExchange == KeyExchange.TLS_1_3) {
      return EnumSet.of(TlsProtocol.TLS_1_3);
    }
    // RFC 5469: single DES may not be negotiated from TLS 1.2 on.
    if (name.contains("_WITH_DES_")) {
      return EnumSet.range(TlsProtocol.TLS_1_0, TlsProtocol.TLS_1_1);
    }
    // RFC 5246 and later: authenticated encryption and the SHA-2 hashes came with TLS 1.2.
    boolean since12 = name.matches(".*_(SHA256|SHA384|CCM|CCM_8)");
    return since12
        ? EnumSet.of(TlsProtocol.TLS_1_2)
        : EnumSet.range(TlsProtocol.TLS_1_0, TlsProtocol.TLS_1_2);
  }

  /** The newest version that knows this suite; the default of the pin's version. */
  public TlsProtocol newestProtocol() {
    return Collections.max(protocols());
  }

  /** The algorithms that the server's key can have with this suite. Not empty. */
  public Set<ServerKey.Algorithm> keyAlgorithms() {
    return switch (keyExchange) {
      case TLS_1_3 -> EnumSet.allOf(ServerKey.Algorithm.class);
      case RSA, DHE -> EnumSet.of(ServerKey.Algorithm.RSA);
      // The second word of ECDH_RSA names the signature of the certificate; the certificate's key
      // is an EC key.
      case ECDH -> EnumSet.of(ServerKey.Algorithm.EC);
      case ECDHE ->
          name.startsWith("TLS_ECDHE_RSA_")
              ? EnumSet.of(ServerKey.Algorithm.RSA)
              : EnumSet.of(
                  ServerKey.Algorithm.EC, ServerKey.Algorithm.ED25519, ServerKey.Algorithm.ED448);
    };
  }

  @Override
  public String toString() {
    return name;
  }
}
