package site.ycsb.tls.probe;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsProtocol;

/**
 * What a server answered to a client that offered one suite in one protocol version.
 *
 * @param protocol the version that was offered
 * @param suite the suite that was offered
 * @param chain the server's certificates, its own first; empty when it did not get that far
 * @param asksForClientCertificate whether it asked for a client certificate; none was sent
 * @param group the named group of the key exchange that it chose of those that this JVM offers;
 *     {@code none} for a suite without; empty when it did not get that far
 * @param refusal why there was no handshake; empty when the pair is accepted
 * @param isSilence whether it gave no answer in time: then it is not known whether it accepts the
 *     pair
 */
public record ServerAnswer(
    TlsProtocol protocol,
    CipherSuite suite,
    List<X509Certificate> chain,
    boolean asksForClientCertificate,
    String group,
    String refusal,
    boolean isSilence) {
  public ServerAnswer {
    Objects.requireNonNull(protocol);
    Objects.requireNonNull(suite);
    chain = List.copyOf(chain);
    Objects.requireNonNull(group);
    Objects.requireNonNull(refusal);
  }

  /**
   * That it gave none.
   *
   * @param within how long was waited, in words
   */
  static ServerAnswer none(SuiteAvailability pair, String within) {
    return new ServerAnswer(
        pair.protocol(),
        pair.suite(),
        List.of(),
        /* asksForClientCertificate= */ false,
        /* group= */ "",
        "no answer " + within,
        /* isSilence= */ true);
  }

  /** Whether the server accepts this pair, perhaps only from clients with a certificate. */
  public boolean accepted() {
    return refusal.isEmpty();
  }

  /**
   * The server's key, whose possession it has proved.
   *
   * @throws java.util.NoSuchElementException when the pair was not accepted
   * @throws IllegalArgumentException when it is of a kind that cannot be pinned
   */
  public ServerKey serverKey() {
    return ServerKey.of(chain.stream().findFirst().orElseThrow().getPublicKey());
  }

  /** The same; empty when keys of its kind cannot be pinned. */
  public Optional<ServerKey> pinnableKey() {
    try {
      return Optional.of(serverKey());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Its name, or that of its algorithm if it cannot be pinned. */
  public String serverKeyName() {
    return pinnableKey()
        .map(ServerKey::toString)
        .orElseGet(() -> chain.stream().findFirst().orElseThrow().getPublicKey().getAlgorithm());
  }
}
