package site.ycsb.tls.verify;

import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
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
 * Compares handshakes with a pin: once inside the handshake, as soon as the certificate is there,
 * and once after it. Where the pin leaves something open (key, group), the first handshake decides,
 * and all later ones must be like it: figures of a run that mixes them would mean nothing.
 * Thread-safe.
 */
public final class PinCheck {
  private final TlsPin pin;
  private final String suite;
  private final AtomicReference<Negotiated> first = new AtomicReference<>();

  public PinCheck(TlsPin pin) {
    this.pin = pin;
    this.suite = pin.cipherSuite().jsseName();
  }

  /** What the first handshake came to; all others were like it. */
  public Optional<Negotiated> first() {
    return Optional.ofNullable(first.get());
  }

  /**
   * Inside the handshake: version, suite and the server's key.
   *
   * @throws PinMismatchException when one of them is not as pinned
   */
  void inHandshake(SSLSession session, X509Certificate certificate) throws PinMismatchException {
    requireProtocol(session.getProtocol());
    requireSuite(session.getCipherSuite());
    requireKey(ServerKey.of(certificate.getPublicKey()), session);
  }

  /**
   * After the handshake, before any application data: all of it.
   *
   * @param flight what the server sent, as read from the wire
   * @throws PinMismatchException when anything is not as pinned
   */
  public Negotiated afterHandshake(SSLSession session, ServerFlight flight)
      throws PinMismatchException, SSLPeerUnverifiedException {
    TlsProtocol protocol = requireProtocol(session.getProtocol());
    CipherSuite suite = requireSuite(session.getCipherSuite());
    X509Certificate certificate = (X509Certificate) session.getPeerCertificates()[0];
    ServerKey key = requireKey(key(certificate), session);
    requireOnWire(protocol, suite, flight, session);
    requireGroup(flight, session);
    Negotiated negotiated =
        new Negotiated(protocol, suite, flight.group(), key, certificate, flight.resumed());
    if (first.get() == null) {
      first.compareAndSet(null, negotiated);
    }
    requireLikeFirst(negotiated, session);
    return negotiated;
  }

  /**
   * After a renegotiation: all that can be seen then. Its handshake is encrypted; the group is the
   * only one that was offered.
   *
   * @throws PinMismatchException when protocol, suite or key is not as pinned
   */
  public void afterRenegotiation(SSLSession session)
      throws PinMismatchException, SSLPeerUnverifiedException {
    inHandshake(session, (X509Certificate) session.getPeerCertificates()[0]);
  }

  /** Most servers show the same certificate again and again. */
  private ServerKey key(X509Certificate certificate) {
    Negotiated earlier = first.get();
    return earlier != null && earlier.certificate().equals(certificate)
        ? earlier.serverKey()
        : ServerKey.of(certificate.getPublicKey());
  }

  private TlsProtocol requireProtocol(String negotiated) throws PinMismatchException {
    if (!negotiated.equals(pin.protocol().toString())) {
      throw mismatch(
          "the protocol negotiated is " + negotiated,
          "set tls.protocol=" + negotiated + " or configure the server for " + pin.protocol());
    }
    return pin.protocol();
  }

  private CipherSuite requireSuite(String negotiated) throws PinMismatchException {
    // Providers have different spellings; the usual one needs no search.
    if (!negotiated.equals(suite)
        && !CipherSuites.find(negotiated).equals(Optional.of(pin.cipherSuite()))) {
      throw mismatch(
          "the suite negotiated is " + negotiated,
          "set tls.cipher=" + negotiated + " or configure the server for " + pin.cipherSuite());
    }
    return pin.cipherSuite();
  }

  private ServerKey requireKey(ServerKey key, SSLSession session) throws PinMismatchException {
    if (pin.serverKey().isPresent() && !pin.serverKey().get().equals(key)) {
      throw mismatch(
          "the key of the server" + where(session) + " is " + key,
          "set tls.keysize=%s or give the server a certificate with a key %s"
              .formatted(key, pin.serverKey().get()));
    }
    return key;
  }

  private void requireOnWire(
      TlsProtocol protocol, CipherSuite suite, ServerFlight flight, SSLSession session)
      throws PinMismatchException {
    if (flight.version() != protocol.code() || flight.cipherSuiteCode() != suite.code()) {
      throw mismatch(
          "the ServerHello%s says version 0x%04X, suite %s"
              .formatted(
                  where(session),
                  flight.version(),
                  flight.cipherSuite().map(CipherSuite::name).orElse("none")),
          "report this: the TLS provider and the bytes on the wire disagree");
    }
  }

  private void requireGroup(ServerFlight flight, SSLSession session) throws PinMismatchException {
    // Up to TLS 1.2 a resumed session has no key exchange, so no group that could be another one.
    boolean exchanged = !flight.resumed() || pin.protocol() == TlsProtocol.TLS_1_3;
    String pinned = pin.group().map(NamedGroup::toString).orElse(flight.group());
    if (exchanged && !pinned.equals(flight.group())) {
      throw mismatch(
          "the server%s chose the group %s".formatted(where(session), flight.group()),
          "set tls.group=%s, or configure the server for %s, or start Java with -Djdk.tls.namedGroups=%s"
              .formatted(
                  NamedGroup.names().contains(flight.group()) ? flight.group() : "any",
                  pinned,
                  pinned));
    }
  }

  private void requireLikeFirst(Negotiated negotiated, SSLSession session)
      throws PinMismatchException {
    Negotiated earlier = first.get();
    if (!earlier.serverKey().equals(negotiated.serverKey())) {
      throw mismatch(
          "the server%s has a key %s and an earlier connection's server had %s"
              .formatted(where(session), negotiated.serverKey(), earlier.serverKey()),
          "give all servers keys of one kind and set tls.keysize");
    }
    boolean comparable = !negotiated.resumed() && !earlier.resumed();
    if (comparable && !earlier.group().equals(negotiated.group())) {
      throw mismatch(
          "the server%s chose the group %s and for an earlier connection %s"
              .formatted(where(session), negotiated.group(), earlier.group()),
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
