package site.ycsb.tls.pin;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One protocol version and one cipher suite; optionally also the server's key, the named group of
 * the key exchange and the JSSE provider. A connection that does not match the pin is never
 * established.
 *
 * <pre>{@code
 * TlsPin pin = TlsPin.of("ECDHE-RSA-AES256-GCM-SHA384")
 *     .withServerKey(ServerKey.parse("RSA-2048"))
 *     .withGroup(NamedGroup.X25519);
 * }</pre>
 *
 * @param protocol the one version that is offered
 * @param cipherSuite the one suite that is offered
 * @param serverKey what the server's key must be; empty: any that fits the suite
 * @param group the one group that is accepted; empty: the server's choice
 * @param provider name of the JSSE provider; empty: the JVM's default
 */
public record TlsPin(
    TlsProtocol protocol,
    CipherSuite cipherSuite,
    Optional<ServerKey> serverKey,
    Optional<NamedGroup> group,
    Optional<String> provider) {

  /**
   * @throws IllegalArgumentException when the parts contradict each other; the message says which
   */
  public TlsPin {
    Objects.requireNonNull(provider);
    if (!cipherSuite.protocols().contains(protocol)) {
      throw new IllegalArgumentException(
          "%s is not a suite of %s but of %s"
              .formatted(cipherSuite, protocol, join(cipherSuite.protocols())));
    }
    serverKey.ifPresent(key -> requireKeyFits(cipherSuite, key));
    group.ifPresent(g -> requireGroupFits(cipherSuite, g));
  }

  /**
   * A pin of the suite alone, with the newest protocol version that knows it.
   *
   * @param suite IANA, JSSE or OpenSSL name
   * @throws IllegalArgumentException when there is no such suite; the message gives the nearest
   *     names
   */
  public static TlsPin of(String suite) {
    CipherSuite parsed = CipherSuites.parse(suite);
    return new TlsPin(
        parsed.newestProtocol(), parsed, Optional.empty(), Optional.empty(), Optional.empty());
  }

  public TlsPin withProtocol(TlsProtocol version) {
    return new TlsPin(version, cipherSuite, serverKey, group, provider);
  }

  public TlsPin withServerKey(ServerKey key) {
    return new TlsPin(protocol, cipherSuite, Optional.of(key), group, provider);
  }

  public TlsPin withGroup(NamedGroup namedGroup) {
    return new TlsPin(protocol, cipherSuite, serverKey, Optional.of(namedGroup), provider);
  }

  public TlsPin withProvider(String name) {
    return new TlsPin(protocol, cipherSuite, serverKey, group, Optional.of(name));
  }

  private static void requireKeyFits(CipherSuite suite, ServerKey key) {
    if (!suite.keyAlgorithms().contains(key.algorithm())) {
      throw new IllegalArgumentException(
          "a server key %s cannot be used with %s, which takes %s keys"
              .formatted(key, suite, join(suite.keyAlgorithms())));
    }
  }

  private static void requireGroupFits(CipherSuite suite, NamedGroup group) {
    if (!group.fits(suite.keyExchange())) {
      String rule =
          switch (suite.keyExchange()) {
            case RSA, ECDH -> "whose key exchange has no group";
            case DHE -> "whose key exchange takes ffdhe groups only";
            case ECDHE -> "whose key exchange takes elliptic curves only";
            case TLS_1_3 -> throw new AssertionError(group);
          };
      throw new IllegalArgumentException(
          "the group %s cannot be used with %s, %s".formatted(group, suite, rule));
    }
  }

  private static String join(Set<?> values) {
    return values.stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  /** One line: {@code TLSv1.3 TLS_AES_256_GCM_SHA384 RSA-2048 x25519}. */
  @Override
  public String toString() {
    StringBuilder line = new StringBuilder().append(protocol).append(' ').append(cipherSuite);
    serverKey.ifPresent(key -> line.append(' ').append(key));
    group.ifPresent(g -> line.append(' ').append(g));
    provider.ifPresent(name -> line.append(' ').append(name));
    return line.toString();
  }
}
