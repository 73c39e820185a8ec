package site.ycsb.tls.cassandra;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;

/**
 * The TLS of a node's port or of one connection to it. Different spellings of the same name are
 * equal.
 *
 * @param pin protocol, suite and, if the node reports it, the key; empty: plain, or not pinned
 * @param text for messages and results: {@code PROTOCOL SUITE KEY}, {@code plain}, or the node's
 *     text
 */
record NodeTls(Optional<TlsPin> pin, String text) implements Comparable<NodeTls> {
  static final NodeTls PLAIN = new NodeTls(Optional.empty(), "plain");

  static NodeTls of(CipherSuite suite, TlsProtocol protocol, Optional<ServerKey> key) {
    TlsPin pin = new TlsPin(protocol, suite, key, Optional.empty(), Optional.empty());
    return new NodeTls(Optional.of(pin), pin.toString());
  }

  /**
   * From a node's own text.
   *
   * @param suite in any spelling
   * @param protocol when absent, the newest that has the suite, as the pinned factory takes it
   * @param key when absent, any
   * @return not pinned, with the text itself, when it cannot be understood
   */
  static NodeTls of(String suite, Optional<String> protocol, Optional<String> key) {
    try {
      CipherSuite parsed = CipherSuites.parse(suite);
      return of(
          parsed,
          protocol.map(TlsProtocol::parse).orElse(parsed.newestProtocol()),
          key.map(ServerKey::parse));
    } catch (IllegalArgumentException e) {
      // It stays visible, and equals no possible expectation.
      return notPinned(
          Stream.of(protocol, Optional.of(suite), key)
              .flatMap(Optional::stream)
              .collect(Collectors.joining(" ")));
    }
  }

  static NodeTls notPinned(String words) {
    return new NodeTls(Optional.empty(), words);
  }

  /** Whether the other satisfies this: the same, with any key if this names none. */
  boolean isMetBy(NodeTls other) {
    return equals(other)
        || (pin.isPresent()
            && other.pin.isPresent()
            && pin.get().serverKey().isEmpty()
            && pin.get().protocol() == other.pin.get().protocol()
            && pin.get().cipherSuite().equals(other.pin.get().cipherSuite()));
  }

  @Override
  public int compareTo(NodeTls other) {
    return text.compareTo(other.text);
  }

  @Override
  public String toString() {
    return text;
  }
}
