package site.ycsb.tls.binding;

import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.UsageException;

/**
 * What the TLS library of a test server supports, beside TLS 1.2 and 1.3.
 *
 * @param library the server and its library, for messages
 * @param suites supported cipher suites
 * @param groups supported groups of the key exchange
 * @param keys supported keys of the server
 * @param otherwise what to do where another pin is wanted, for messages
 */
public record SupportedPins(
    String library,
    Part<CipherSuite> suites,
    Part<NamedGroup> groups,
    Part<ServerKey> keys,
    String otherwise) {
  private static final Part<TlsProtocol> PROTOCOLS =
      new Part<>(Set.of(TlsProtocol.TLS_1_2, TlsProtocol.TLS_1_3)::contains, "TLSv1.2 and TLSv1.3");

  /**
   * The supported values of one part of a pin.
   *
   * @param supports whether a value is among them
   * @param words they in words, for messages
   */
  public record Part<T>(Predicate<T> supports, String words) {}

  /**
   * Refuses a pin that this library does not support.
   *
   * @throws UsageException that says what it supports
   */
  public void require(TlsPin pin) {
    require(TlsProperties.PROTOCOL, PROTOCOLS, Optional.of(pin.protocol()));
    require(TlsProperties.CIPHER, suites, Optional.of(pin.cipherSuite()));
    require(TlsProperties.GROUP, groups, pin.group());
    require(TlsProperties.KEYSIZE, keys, pin.serverKey());
  }

  private <T> void require(Property<?> property, Part<T> part, Optional<T> pinned) {
    pinned
        .filter(part.supports().negate())
        .ifPresent(
            value -> {
              throw new UsageException(
                  "%s=%s: the test server is %s knows %s; pin one of these, or %s"
                      .formatted(property, value, library, part.words(), otherwise));
            });
  }
}
