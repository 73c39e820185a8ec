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
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import site.ycsb.tls.observation.Account;
import site.ycsb.tls.observation.Handshake;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.observation.setting.Settings;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.ProviderRules;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.Verification;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.socket.count.Meter;
import site.ycsb.tls.socket.count.TlsEvidence;
import site.ycsb.tls.verify.ClientKeys;
import site.ycsb.tls.verify.KeyMaterial;
import site.ycsb.tls.verify.Offer;
import site.ycsb.tls.verify.PinCheck;
import site.ycsb.tls.verify.PinMismatchException;
import site.ycsb.tls.verify.PinTrustManager;
import site.ycsb.tls.verify.PinnedParameters;

/** The state that all connections of a pinned transport share. Thread-safe. */
final class PinnedTls {
  private final TlsOptions options;
  private final boolean waits;
  private final X509ExtendedTrustManager chains;
  private final Provider provider;
  private final ClientKeys keys;

  /** Null if there are none. */
  private final KeyManager[] driversKeys;

  private final Shared shared;
  private final PinnedParameters parameters;
  private final TrustManager[] trust;
  private volatile SSLContext context;

  /**
   * What contexts with other keys and trust have in common.
   *
   * @param renewals how often connections got new keys
   * @param connections how many asked for a context so far
   * @param open kept only if connections renegotiate
   */
  private record Shared(
      PinCheck check,
      Account account,
      LongAdder renewals,
      SecureRandom random,
      HandshakeDeadlines deadlines,
      AtomicLong connections,
      Set<PinnedSocket> open) {
    static Shared of(TlsOptions options, Provider provider) {
      return new Shared(
          new PinCheck(options.pin()),
          new Account(options, provider, Settings.ALL),
          new LongAdder(),
          new SecureRandom(),
          new HandshakeDeadlines(),
          new AtomicLong(),
          ConcurrentHashMap.newKeySet());
    }
  }

  /** Reads the files that the options name, and checks that this JVM can offer the pin. */
  PinnedTls(TlsOptions options) {
    this(options, JsseProviders.of(options.pin().provider()));
    ProviderRules.require(provider, options);
    Offer.require(context, options);
  }

  private PinnedTls(TlsOptions options, Provider provider) {
    this(
        options,
        options.trust().verification() == Verification.NONE
            ? null
            : KeyMaterial.trustManager(options.trust()),
        provider,
        options
            .clientCertificate()
            .map(certificate -> ClientKeys.of(certificate, provider))
            .orElseGet(ClientKeys::none),
        null,
        null,
        false,
        null);
  }

  private PinnedTls(
      TlsOptions options,
      X509ExtendedTrustManager chains,
      Provider provider,
      ClientKeys keys,
      KeyManager[] driversKeys,
      X509TrustManager driversTrust,
      boolean waits,
      Shared shared) {
    this.options = options;
    this.waits = waits;
    this.chains = chains;
    this.provider = provider;
    this.keys = keys;
    this.driversKeys = driversKeys;
    this.shared = shared == null ? Shared.of(options, provider) : shared;
    this.parameters = new PinnedParameters(options);
    this.trust =
        new TrustManager[] {
          new PinTrustManager(
              options.pin(), this.shared.check, options.trust(), chains, driversTrust)
        };
    this.context = newContext();
  }

  /** The same, without a handshake so far. */
  PinnedTls fresh() {
    return new PinnedTls(options, chains, provider, keys, null, null, waits, null);
  }

  /**
   * The same with what a driver brings; handshakes are compared with the same first one. Sessions
   * are not shared. Its sockets wait with their handshakes.
   *
   * @param itsKeys used where the options name no certificate
   * @param driversTrust checks certificates, too; null: only what the options say
   */
  PinnedTls with(KeyManager[] itsKeys, X509TrustManager driversTrust) {
    return new PinnedTls(
        options,
        chains,
        provider,
        keys,
        itsKeys.length == 0 || options.clientCertificate().isPresent() ? driversKeys : itsKeys,
        driversTrust,
        true,
        shared);
  }

  /**
   * Whether a socket that connects waits with its handshake until it is used, as the JDK's do: in
   * some protocols (FTPS) something else must be said between the two, over another connection.
   */
  boolean waitsWithHandshake() {
    return waits;
  }

  TlsOptions options() {
    return options;
  }

  TlsPin pin() {
    return options.pin();
  }

  PinCheck check() {
    return shared.check;
  }

  /**
   * After a handshake, before any application data: compares everything with the pin, and enters it
   * in the account. The TLS library has kept its session: if it is refused, no other connection may
   * resume it, which up to TLS 1.2 would have no group to refuse.
   */
  void completed(Handshake handshake) throws PinMismatchException, SSLPeerUnverifiedException {
    try {
      shared.check.afterHandshake(handshake.session(), handshake.flight());
    } catch (PinMismatchException | SSLPeerUnverifiedException e) {
      context = newContext();
      throw e;
    }
    shared.account.add(handshake);
  }

  PinnedParameters parameters() {
    return parameters;
  }

  Provider provider() {
    return provider;
  }

  /**
   * The context for the next connection. If that must not resume a session, it is a new one with an
   * empty session cache: this is the only way to keep JSSE from resuming in both TLS 1.2 and 1.3.
   * It takes a few microseconds, because trust managers and random generator are shared.
   */
  SSLContext context() {
    return options.resumption().permits(shared.connections.getAndIncrement())
        ? context
        : newContext();
  }

  /** The context that is the same for each call, until a handshake is refused. */
  SSLContext sharedContext() {
    return context;
  }

  private SSLContext newContext() {
    try {
      SSLContext made = SSLContext.getInstance("TLS", provider);
      made.init(driversKeys == null ? keys.managers() : driversKeys, trust, shared.random);
      return made;
    } catch (LinkageError e) {
      throw new UsageException(Offer.ofLinkage(provider.getName(), options.pin(), e), e);
    } catch (GeneralSecurityException | RuntimeException | AssertionError e) {
      throw new UsageException(
          "the TLS of %s does not work in this JVM: %s; set tls.provider to another"
              .formatted(provider.getName(), e),
          e);
    }
  }

  /** What the client shows to servers that ask. */
  ClientKeys clientKeys() {
    return keys;
  }

  /** Whether connections renegotiate or update their keys. */
  boolean renegotiates() {
    return options.renegotiation().isPresent();
  }

  HandshakeDeadlines deadlines() {
    return shared.deadlines;
  }

  /** A handshake was completed. */
  void opened(PinnedSocket socket) {
    if (renegotiates()) {
      shared.open.add(socket);
    }
  }

  void closed(PinnedSocket socket) {
    if (renegotiates()) {
      shared.open.remove(socket);
    }
  }

  /** See {@link Transport#renegotiate()}. */
  int renegotiate() throws IOException {
    int renegotiated = 0;
    for (PinnedSocket socket : shared.open) {
      if (socket.wasOpenedHere()) {
        socket.renegotiate();
        shared.renewals.increment();
        renegotiated++;
      }
    }
    return renegotiated;
  }

  /**
   * @param meter of all connections
   */
  Optional<TlsEvidence> evidence(Meter meter) {
    return shared.check.first().map(first -> evidence(first, meter));
  }

  private TlsEvidence evidence(PinCheck.First first, Meter meter) {
    return new TlsEvidence(
        pin().toString(),
        pin().protocol().toString(),
        pin().cipherSuite().toString(),
        first.flight().group(),
        first.serverKey().toString(),
        description(first.certificate()),
        options.trust().verification().toString(),
        JsseProviders.nameAndVersion(provider),
        options.resumption().toString(),
        JvmTls.disabledAlgorithmsLifted(),
        shared.account.rows(
            new ObservedTls.Totals(
                meter.fullHandshakes.sum(),
                meter.resumedHandshakes.sum(),
                shared.renewals.sum(),
                meter.largestRecordOut.intValue())));
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
