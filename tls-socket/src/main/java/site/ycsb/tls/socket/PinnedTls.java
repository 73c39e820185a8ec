package site.ycsb.tls.socket;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.UsageException;
import site.ycsb.tls.option.Verification;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.verify.KeyMaterial;
import site.ycsb.tls.verify.NegotiatedTls;
import site.ycsb.tls.verify.Offer;
import site.ycsb.tls.verify.PinCheck;
import site.ycsb.tls.verify.PinTrustManager;
import site.ycsb.tls.verify.PinnedParameters;

/** The state that all connections of a pinned transport share. Thread-safe. */
final class PinnedTls {
  private final TlsOptions options;
  private final boolean resumes;
  private final boolean renegotiates;
  private final X509ExtendedTrustManager chains;
  private final Optional<Provider> provider;
  private final KeyManager[] keys;
  private final SecureRandom random;
  private final PinCheck check;
  private final PinnedParameters parameters;
  private final TrustManager[] trust;
  private final SSLContext context;

  private final HandshakeDeadlines deadlines = new HandshakeDeadlines();

  /** Kept only if connections renegotiate. */
  private final Set<PinnedSocket> open = ConcurrentHashMap.newKeySet();

  /** Reads the files that the options name, and checks that this JVM can offer the pin. */
  PinnedTls(TlsOptions options) {
    this(
        options,
        options.trust().verification() == Verification.NONE
            ? null
            : KeyMaterial.trustManager(options.trust()),
        options.pin().provider().map(JsseProviders::find),
        new SecureRandom());
    Offer.require(context, options);
  }

  private PinnedTls(
      TlsOptions options,
      X509ExtendedTrustManager chains,
      Optional<Provider> provider,
      SecureRandom random) {
    this.options = options;
    this.resumes = options.resumption();
    this.renegotiates = options.renegotiation().isPresent();
    this.chains = chains;
    this.provider = provider;
    this.keys =
        options
            .clientCertificate()
            .map(certificate -> KeyMaterial.keyManagers(certificate, provider))
            .orElseGet(() -> new KeyManager[0]);
    this.random = random;
    this.check = new PinCheck(options.pin());
    this.parameters = new PinnedParameters(options);
    this.trust =
        new TrustManager[] {new PinTrustManager(options.pin(), check, options.trust(), chains)};
    this.context = newContext();
  }

  /** The same, without a handshake so far. */
  PinnedTls fresh() {
    return new PinnedTls(options, chains, provider, random);
  }

  TlsOptions options() {
    return options;
  }

  TlsPin pin() {
    return options.pin();
  }

  PinCheck check() {
    return check;
  }

  PinnedParameters parameters() {
    return parameters;
  }

  Provider provider() {
    return context.getProvider();
  }

  /**
   * The context for the next connection. If sessions must not be resumed, it is a new one with an
   * empty session cache: this is the only way to keep JSSE from resuming in both TLS 1.2 and 1.3.
   * It takes a few microseconds, because trust managers and random generator are shared.
   */
  SSLContext context() {
    return resumes ? context : newContext();
  }

  /** The context that is the same for each call. */
  SSLContext sharedContext() {
    return context;
  }

  private SSLContext newContext() {
    try {
      SSLContext made =
          provider.isPresent()
              ? SSLContext.getInstance("TLS", provider.get())
              : SSLContext.getInstance("TLS");
      made.init(keys, trust, random);
      return made;
    } catch (GeneralSecurityException e) {
      throw new UsageException(
          "this JVM has no TLS by %s: %s; set tls.provider to another"
              .formatted(options.pin().provider().orElse("default"), e.getMessage()),
          e);
    }
  }

  /** Whether connections renegotiate or update their keys. */
  boolean renegotiates() {
    return renegotiates;
  }

  HandshakeDeadlines deadlines() {
    return deadlines;
  }

  /** A handshake was completed. */
  void opened(PinnedSocket socket) {
    if (renegotiates) {
      open.add(socket);
    }
  }

  void closed(PinnedSocket socket) {
    if (renegotiates) {
      open.remove(socket);
    }
  }

  /** See {@link Transport#renegotiate()}. */
  int renegotiate() throws IOException {
    int renegotiated = 0;
    for (PinnedSocket socket : open) {
      if (socket.wasOpenedHere()) {
        socket.renegotiate();
        renegotiated++;
      }
    }
    return renegotiated;
  }

  Optional<TlsEvidence> evidence() {
    return check.first().map(this::evidence);
  }

  private TlsEvidence evidence(NegotiatedTls negotiated) {
    return new TlsEvidence(
        pin().toString(),
        negotiated.protocol().toString(),
        negotiated.cipherSuite().toString(),
        negotiated.group(),
        negotiated.serverKey().toString(),
        description(negotiated.certificate()),
        options.trust().verification().toString(),
        provider().getName() + " " + provider().getVersionStr(),
        options.resumption() ? "on" : "off",
        JvmTls.disabledAlgorithmsLifted());
  }

  private static String description(X509Certificate certificate) {
    return "subject %s, issuer %s, serial number %s, SHA-256 %s"
        .formatted(
            certificate.getSubjectX500Principal(),
            certificate.getIssuerX500Principal(),
            certificate.getSerialNumber().toString(16),
            fingerprint(certificate));
  }

  private static String fingerprint(X509Certificate certificate) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
      return HexFormat.of().formatHex(digest);
    } catch (CertificateEncodingException e) {
      return "unknown (" + e.getMessage() + ")";
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
