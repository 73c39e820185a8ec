package site.ycsb.tls.verify;

import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.wire.ServerFlight;

/**
 * Compares handshakes with a pin: once inside the handshake, as soon as the certificate has
 * arrived, and once after it. If the pin leaves something open (key, group), the first handshake
 * decides, and all later ones must be the same: figures of a run that mixes them would mean
 * nothing. Thread-safe.
 */
public final class PinCheck {
  private final TlsPin pin;

  /** Null when any is as good. */
  private final ServerKey pinnedKey;

  /** Null when any is as good. */
  private final NamedGroup pinnedGroup;

  /** Null before the first handshake. */
  private volatile First first;

  /**
   * The first handshake that was as pinned; a full one as soon as there is one.
   *
   * @param serverKey algorithm and size of the server's key
   * @param certificate the server's own
   * @param flight the server's messages, as read from the wire
   */
  public record First(ServerKey serverKey, X509Certificate certificate, ServerFlight flight) {}

  public PinCheck(TlsPin pin) {
    this.pin = pin;
    this.pinnedKey = pin.serverKey().orElse(null);
    this.pinnedGroup = pin.group().orElse(null);
  }

  /** The first handshake; all others were like it. Empty before it. */
  public Optional<First> first() {
    return Optional.ofNullable(first);
  }

  /**
   * Inside the handshake: version, suite and the server's key.
   *
   * @throws PinMismatchException when one of them is not as pinned
   */
  void inHandshake(SSLSession session, X509Certificate certificate) throws PinMismatchException {
    requireProtocol(session);
    requireSuite(session);
    requireKey(ServerKey.of(certificate.getPublicKey()), session);
  }

  /**
   * After the handshake, before any application data: compares everything.
   *
   * @param flight the server's messages, as read from the wire
   * @throws PinMismatchException when anything is not as pinned
   */
  public void afterHandshake(SSLSession session, ServerFlight flight)
      throws PinMismatchException, SSLPeerUnverifiedException {
    requireProtocol(session);
    requireSuite(session);
    requireOnWire(flight, session);
    requireGroup(flight, session);
    X509Certificate certificate = (X509Certificate) session.getPeerCertificates()[0];
    First seen = first;
    ServerKey key = key(certificate, seen);
    requireKey(key, session);
    if (seen == null || (hasNoGroup(seen.flight) && !hasNoGroup(flight))) {
      seen = remember(new First(key, certificate, flight));
    }
    requireLike(seen, key, flight, session);
  }

  /** A resumed session has the certificate of the handshake that it comes from. */
  @SuppressWarnings("ReferenceEquality")
  private static ServerKey key(X509Certificate certificate, First seen) {
    return seen != null && seen.certificate == certificate
        ? seen.serverKey
        : ServerKey.of(certificate.getPublicKey());
  }

  /**
   * Returns the first handshake's result, which may come from another thread. A session can be
   * resumed before the thread that made it is here: then the full handshake decides after all.
   */
  private synchronized First remember(First seen) {
    boolean decides =
        first == null
            || (hasNoGroup(first.flight)
                && !hasNoGroup(seen.flight)
                && first.serverKey.equals(seen.serverKey));
    first = decides ? seen : first;
    return first;
  }

  /** Up to TLS 1.2 a resumed session has no key exchange, and so no group that could differ. */
  private boolean hasNoGroup(ServerFlight flight) {
    return flight.resumed() && pin.protocol() != TlsProtocol.TLS_1_3;
  }

  /**
   * After a renegotiation; its handshake is encrypted.
   *
   * @param group what {@link GroupWatch} saw
   * @param abbreviated whether it may have had no key exchange
   * @throws PinMismatchException when protocol, suite, key or group is not as pinned, or key or
   *     group is not that of the first handshake
   */
  public void afterRenegotiation(SSLSession session, String group, boolean abbreviated)
      throws PinMismatchException, SSLPeerUnverifiedException {
    afterKeyUpdate(session);
    requireFirstKey(session);
    boolean exchanged = !group.equals(ServerFlight.NO_GROUP);
    boolean expected = pin.cipherSuite().keyExchange().hasGroup() && !abbreviated;
    if (exchanged ? !isUsual(group) : expected) {
      throw mismatch(
          "the group of a renegotiation%s is %s"
              .formatted(where(session), exchanged ? group : "not known"),
          "configure the server for one group, or leave out tls.renegotiate");
    }
  }

  private void requireFirstKey(SSLSession session)
      throws PinMismatchException, SSLPeerUnverifiedException {
    First seen = first;
    ServerKey key =
        ServerKey.of(((X509Certificate) session.getPeerCertificates()[0]).getPublicKey());
    if (seen != null && !seen.serverKey.equals(key)) {
      throw mismatch(
          "the key of a renegotiation%s is %s, and that of the first handshake was %s"
              .formatted(where(session), key, seen.serverKey),
          "give the server one key, and set tls.keysize");
    }
  }

  /** Whether it is the pinned group or, without one, the group of the first handshake. */
  private boolean isUsual(String group) {
    if (pinnedGroup != null) {
      return group.equals(pinnedGroup.toString());
    }
    First seen = first;
    return seen == null || seen.flight.resumed() || group.equals(seen.flight.group());
  }

  /**
   * After a key update: compares the session.
   *
   * @throws PinMismatchException when protocol, suite or key is not as pinned
   */
  public void afterKeyUpdate(SSLSession session)
      throws PinMismatchException, SSLPeerUnverifiedException {
    inHandshake(session, (X509Certificate) session.getPeerCertificates()[0]);
  }

  private void requireProtocol(SSLSession session) throws PinMismatchException {
    String negotiated = session.getProtocol();
    if (!negotiated.equals(pin.protocol().toString())) {
      throw mismatch(
          "the protocol negotiated is " + negotiated,
          "set tls.protocol=" + negotiated + " or configure the server for " + pin.protocol());
    }
  }

  private void requireSuite(SSLSession session) throws PinMismatchException {
    String negotiated = session.getCipherSuite();
    // Providers use different spellings; the usual one needs no search.
    if (!negotiated.equals(pin.cipherSuite().jsseName())
        && !CipherSuites.find(negotiated).equals(Optional.of(pin.cipherSuite()))) {
      throw mismatch(
          "the suite negotiated is " + negotiated,
          "set tls.cipher=" + negotiated + " or configure the server for " + pin.cipherSuite());
    }
  }

  private void requireKey(ServerKey key, SSLSession session) throws PinMismatchException {
    if (pinnedKey != null && !pinnedKey.equals(key)) {
      throw mismatch(
          "the key of the server" + where(session) + " is " + key,
          "set tls.keysize=%s or give the server a certificate with a key %s"
              .formatted(key, pinnedKey));
    }
  }

  private void requireOnWire(ServerFlight flight, SSLSession session) throws PinMismatchException {
    if (flight.version() != pin.protocol().code()
        || flight.cipherSuiteCode() != pin.cipherSuite().code()) {
      throw mismatch(
          "the ServerHello%s says version 0x%04X, suite %s"
              .formatted(
                  where(session),
                  flight.version(),
                  flight.cipherSuite().map(CipherSuite::name).orElse("none")),
          "this is a bug, please report it: the TLS provider and the bytes on the wire disagree");
    }
  }

  private void requireGroup(ServerFlight flight, SSLSession session) throws PinMismatchException {
    if (pinnedGroup == null || hasNoGroup(flight)) {
      return;
    }
    String pinned = pinnedGroup.toString();
    String chosen = flight.group();
    if (!pinned.equals(chosen)) {
      throw mismatch(
          "the server%s chose the group %s".formatted(where(session), chosen),
          "set tls.group=%s, or configure the server for %s, or %s"
              .formatted(
                  NamedGroup.names().contains(chosen) ? chosen : "any",
                  pinned,
                  isCurveOfAKey(chosen)
                      ? "set tls.keysize to the server's key, so that no curve of another is offered"
                      : "start Java with -Djdk.tls.namedGroups=" + pinned));
    }
  }

  /** Whether the group may have been offered only because the server's key is not known. */
  private boolean isCurveOfAKey(String group) {
    return pinnedKey == null
        && Stream.of(NamedGroup.SECP256R1, NamedGroup.SECP384R1, NamedGroup.SECP521R1)
            .anyMatch(curve -> curve.toString().equals(group));
  }

  private void requireLike(First earlier, ServerKey key, ServerFlight flight, SSLSession session)
      throws PinMismatchException {
    if (!earlier.serverKey.equals(key)) {
      throw mismatch(
          "the server%s has a key %s and an earlier connection's server had %s"
              .formatted(where(session), key, earlier.serverKey),
          "give all servers keys of one kind and set tls.keysize");
    }
    boolean comparable = !hasNoGroup(flight) && !hasNoGroup(earlier.flight);
    if (comparable && !flight.hasGroupOf(earlier.flight)) {
      throw mismatch(
          "the server%s chose the group %s and for an earlier connection %s"
              .formatted(where(session), flight.group(), earlier.flight.group()),
          "set tls.group");
    }
  }

  private PinMismatchException mismatch(String found, String whatToDo) {
    return new PinMismatchException("pinned is %s, but %s; %s".formatted(pin, found, whatToDo));
  }

  private static String where(SSLSession session) {
    return session.getPeerHost() == null || session.getPeerPort() < 0
        ? ""
        : " " + session.getPeerHost() + ":" + session.getPeerPort();
  }
}
