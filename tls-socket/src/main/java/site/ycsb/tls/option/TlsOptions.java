package site.ycsb.tls.option;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.KeyExchange;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;

/**
 * The {@code tls.*} properties as typed values.
 *
 * @param pin what is pinned
 * @param trust which servers are trusted
 * @param clientCertificate what the client shows to servers that ask for a certificate
 * @param resumption which connections may resume a session; the others have full handshakes
 * @param renegotiation after how many operations of a thread its connections renegotiate or update
 *     their keys; empty: never
 * @param sockets the settings of the sockets
 * @param recordSize largest TLS record that is sent, bytes; empty: as large as the provider makes
 *     them
 * @param certificateCompression whether the client asks for compressed certificates; empty: as the
 *     provider does by itself
 * @param jca who serves ciphers, signatures and key agreement in front of the JVM's own; it takes
 *     effect only if {@link JvmTls#prepare} is the first statement of main
 * @param legacy whether to allow algorithms that this JVM has disabled; it takes effect only if
 *     {@link JvmTls#prepare} is the first statement of main
 */
public record TlsOptions(
    TlsPin pin,
    Trust trust,
    Optional<ClientCertificate> clientCertificate,
    Resumption resumption,
    OptionalInt renegotiation,
    SocketSettings sockets,
    OptionalInt recordSize,
    Optional<Boolean> certificateCompression,
    Optional<JcaProvider> jca,
    boolean legacy) {

  /** What {@code tls.group} is where it is not given and the suite leaves a choice. */
  public static final NamedGroup DEFAULT_GROUP = NamedGroup.X25519;

  public TlsOptions {
    Objects.requireNonNull(pin);
    Objects.requireNonNull(trust);
    Objects.requireNonNull(clientCertificate);
    Objects.requireNonNull(resumption);
    Objects.requireNonNull(renegotiation);
    Objects.requireNonNull(sockets);
    Objects.requireNonNull(recordSize);
    Objects.requireNonNull(certificateCompression);
    Objects.requireNonNull(jca);
  }

  /** The pin, and defaults for everything else. */
  public static TlsOptions of(TlsPin pin) {
    return new TlsOptions(
        pin,
        Trust.ofJvm(),
        Optional.empty(),
        Resumption.OFF,
        OptionalInt.empty(),
        SocketSettings.ofSystem(),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        false);
  }

  public TlsOptions withTrust(Trust other) {
    return with(
        other, clientCertificate, resumption, renegotiation, recordSize, certificateCompression);
  }

  public TlsOptions withClientCertificate(ClientCertificate other) {
    return with(
        trust, Optional.of(other), resumption, renegotiation, recordSize, certificateCompression);
  }

  public TlsOptions withResumption(Resumption other) {
    return with(trust, clientCertificate, other, renegotiation, recordSize, certificateCompression);
  }

  /**
   * New keys after so many operations.
   *
   * @param operations at least 1
   */
  public TlsOptions withRenegotiation(int operations) {
    OptionalInt other = OptionalInt.of(operations);
    return with(trust, clientCertificate, resumption, other, recordSize, certificateCompression);
  }

  public TlsOptions withRecordSize(int bytes) {
    OptionalInt other = OptionalInt.of(bytes);
    return with(trust, clientCertificate, resumption, renegotiation, other, certificateCompression);
  }

  /** Whether the client asks for compressed certificates (RFC 8879). */
  public TlsOptions withCertificateCompression(boolean on) {
    return with(trust, clientCertificate, resumption, renegotiation, recordSize, Optional.of(on));
  }

  /** A provider of ciphers, signatures and key agreement in front of the JVM's own. */
  public TlsOptions withJca(JcaProvider other) {
    return new TlsOptions(
        pin,
        trust,
        clientCertificate,
        resumption,
        renegotiation,
        sockets,
        recordSize,
        certificateCompression,
        Optional.of(other),
        legacy);
  }

  /** The same with what may be changed. */
  private TlsOptions with(
      Trust otherTrust,
      Optional<ClientCertificate> certificate,
      Resumption resumed,
      OptionalInt renegotiated,
      OptionalInt largest,
      Optional<Boolean> compression) {
    return new TlsOptions(
        pin,
        otherTrust,
        certificate,
        resumed,
        renegotiated,
        sockets,
        largest,
        compression,
        jca,
        legacy);
  }

  /**
   * Parses the {@code tls.*} properties; others are ignored. It opens no file and does not use
   * JSSE.
   *
   * @return empty when {@code tls.cipher} is absent: plain
   * @throws UsageException for an unknown {@code tls.*} property (with the nearest name), a value
   *     that cannot be understood, or a {@code tls.*} property that makes no sense without {@code
   *     tls.cipher}
   */
  public static Optional<TlsOptions> parse(Map<String, String> properties) {
    TlsProperties.requireKnown(new TreeSet<>(properties.keySet()));
    TypedProperties values = new TypedProperties(properties);
    if (!values.has(TlsProperties.CIPHER)) {
      requireNothingElse(values);
      return Optional.empty();
    }
    AlsoWithTls.of(properties);
    TlsPin pin = pin(values);
    return Optional.of(
        new TlsOptions(
            pin,
            trust(values),
            clientCertificate(values),
            values.get(TlsProperties.RESUMPTION),
            values.get(TlsProperties.RENEGOTIATE),
            SocketSettings.parse(properties),
            SocketSettings.bytes(values, TlsProperties.RECORDSIZE),
            certificateCompression(values, pin),
            values.given(TlsProperties.JCA),
            values.get(TlsProperties.LEGACY)));
  }

  /**
   * For drivers and workloads that cannot renegotiate between two operations of a thread.
   *
   * @param reason why not
   * @throws UsageException when {@code tls.renegotiate} asks for it
   */
  public static void refuseRenegotiation(Optional<TlsOptions> options, String reason) {
    if (options.isPresent() && options.get().renegotiation.isPresent()) {
      throw new UsageException(
          "tls.renegotiate=%d: %s; leave it out"
              .formatted(options.get().renegotiation.getAsInt(), reason));
    }
  }

  /**
   * For drivers with an {@code SSLEngine}.
   *
   * @throws UsageException when {@code tls.renegotiate} or {@code tls.recordsize} is given
   */
  public static void refuseWhatEnginesCannot(Optional<TlsOptions> options) {
    refuseRenegotiation(options, "a driver that has an SSLEngine runs it on threads of its own");
    if (options.isPresent() && options.get().recordSize.isPresent()) {
      throw new UsageException(
          "tls.recordsize=%d: this driver has an SSLEngine, which would refuse larger records of the server, too; leave it out"
              .formatted(options.get().recordSize.getAsInt()));
    }
  }

  private static void requireNothingElse(TypedProperties values) {
    for (Property<?> property : TlsProperties.ALL) {
      if (!property.is(TlsProperties.Kind.PLAIN_TOO)
          && !values.text(property).orElse("").isBlank()) {
        throw new UsageException(
            "%s is given without tls.cipher; give the suite to pin, such as -p tls.cipher=%s"
                .formatted(property, CipherSuites.all().get(1)));
      }
    }
  }

  private static TlsPin pin(TypedProperties values) {
    CipherSuite suite = values.get(TlsProperties.CIPHER);
    try {
      return new TlsPin(
          values.get(TlsProperties.PROTOCOL, suite.newestProtocol()),
          suite,
          values.given(TlsProperties.KEYSIZE),
          values.get(TlsProperties.GROUP, defaultGroup(suite)),
          values.given(TlsProperties.PROVIDER));
    } catch (IllegalArgumentException e) {
      throw new UsageException(asGiven(values) + ": " + e.getMessage(), e);
    }
  }

  private static Optional<Boolean> certificateCompression(TypedProperties values, TlsPin pin) {
    Optional<Boolean> given = values.given(TlsProperties.CERTIFICATE_COMPRESSION);
    if (given.orElse(false) && pin.protocol() != TlsProtocol.TLS_1_3) {
      throw new UsageException(
          "%s=on: certificates are compressed in TLSv1.3 only (RFC 8879), and %s is pinned; leave it out, or pin a suite of TLSv1.3"
              .formatted(TlsProperties.CERTIFICATE_COMPRESSION, pin.protocol()));
    }
    return given;
  }

  private static String asGiven(TypedProperties values) {
    return Stream.of(
            TlsProperties.CIPHER,
            TlsProperties.PROTOCOL,
            TlsProperties.KEYSIZE,
            TlsProperties.GROUP)
        .flatMap(property -> values.text(property).map(v -> property + "=" + v).stream())
        .collect(Collectors.joining(" "));
  }

  /** Pinned even if not given: otherwise a difference between suites may come from the group. */
  private static Optional<NamedGroup> defaultGroup(CipherSuite suite) {
    // With DHE the server chooses the prime, whatever the client offers, and many servers have only
    // one.
    return suite.keyExchange().hasGroup() && suite.keyExchange() != KeyExchange.DHE
        ? Optional.of(DEFAULT_GROUP)
        : Optional.empty();
  }

  private static Trust trust(TypedProperties values) {
    return new Trust(
        values.get(TlsProperties.VERIFY),
        values.given(TlsProperties.CA),
        values.given(TlsProperties.TRUSTSTORE),
        values.given(TlsProperties.TRUSTSTORE_PASSWORD));
  }

  private static Optional<ClientCertificate> clientCertificate(TypedProperties values) {
    boolean pem = values.has(TlsProperties.CERT);
    boolean store = values.has(TlsProperties.KEYSTORE);
    if (pem && store) {
      throw new UsageException("both tls.cert and tls.keystore are given; give one of the two");
    }
    requireWith(values, pem, TlsProperties.CERT, TlsProperties.KEY, TlsProperties.KEY_PASSWORD);
    requireWith(values, store, TlsProperties.KEYSTORE, TlsProperties.KEYSTORE_PASSWORD);
    if (pem) {
      Path certificate = values.get(TlsProperties.CERT);
      return Optional.of(
          new ClientCertificate.Pem(
              certificate,
              values.get(TlsProperties.KEY, certificate),
              values.given(TlsProperties.KEY_PASSWORD)));
    }
    return values
        .given(TlsProperties.KEYSTORE)
        .map(
            file ->
                new ClientCertificate.Store(file, values.given(TlsProperties.KEYSTORE_PASSWORD)));
  }

  private static void requireWith(
      TypedProperties values, boolean present, Property<?> needed, Property<?>... companions) {
    for (Property<?> companion : companions) {
      if (!present && !values.text(companion).orElse("").isBlank()) {
        throw new UsageException(companion + " is given without " + needed);
      }
    }
  }
}
