package site.ycsb.tls.option;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.KeyExchange;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;

/**
 * The {@code tls.*} properties as typed values.
 *
 * @param pin what is pinned
 * @param trust which servers are trusted
 * @param clientCertificate what the client shows to servers that ask for a certificate
 * @param resumption whether sessions may be resumed; if not, every handshake is a full one
 * @param renegotiation after how many operations of a thread its connections renegotiate or update
 *     their keys; empty: never
 * @param sockets the settings of the sockets
 * @param recordSize largest TLS record that is sent, bytes; empty: 16 KiB of payload
 * @param legacy whether to allow algorithms that this JVM has disabled; it takes effect only if
 *     {@link JvmTls#prepare} is the first statement of main
 */
public record TlsOptions(
    TlsPin pin,
    Trust trust,
    Optional<ClientCertificate> clientCertificate,
    boolean resumption,
    OptionalInt renegotiation,
    SocketSettings sockets,
    OptionalInt recordSize,
    boolean legacy) {

  /** RFC 8446 5.1: a header of 5 bytes and 2^14 bytes of payload; the rest is JSSE's allowance. */
  private static final int LARGEST_RECORD = 16709;

  private static final int SMALLEST_RECORD = 512;
  private static final NamedGroup DEFAULT_GROUP = NamedGroup.X25519;

  public TlsOptions {
    Objects.requireNonNull(pin);
    Objects.requireNonNull(trust);
    Objects.requireNonNull(clientCertificate);
    Objects.requireNonNull(renegotiation);
    Objects.requireNonNull(sockets);
    Objects.requireNonNull(recordSize);
    if (pin.provider().filter("Conscrypt"::equals).isPresent()) {
      refuseForConscrypt(resumption, "tls.resumption=on");
      refuseForConscrypt(renegotiation.isPresent(), "tls.renegotiate");
      refuseForConscrypt(recordSize.isPresent(), "tls.recordsize");
    }
    boolean bouncyCastle = pin.provider().filter("BCJSSE"::equals).isPresent();
    if (bouncyCastle && resumption && pin.protocol() == TlsProtocol.TLS_1_3) {
      throw new UsageException(
          "tls.resumption=on: BCJSSE resumes no sessions of TLSv1.3; set tls.resumption=off or tls.provider=SunJSSE");
    }
    if (bouncyCastle && renegotiation.isPresent()) {
      throw new UsageException(
          "tls.renegotiate=%d: BCJSSE neither renegotiates nor updates keys when asked to; leave it out or set tls.provider=SunJSSE"
              .formatted(renegotiation.getAsInt()));
    }
  }

  private static void refuseForConscrypt(boolean asked, String property) {
    if (asked) {
      throw new UsageException(
          property + ": Conscrypt does not heed it; leave it out or set tls.provider=SunJSSE");
    }
  }

  /** The pin, and defaults for everything else. */
  public static TlsOptions of(TlsPin pin) {
    return new TlsOptions(
        pin,
        Trust.ofJvm(),
        Optional.empty(),
        false,
        OptionalInt.empty(),
        SocketSettings.ofSystem(),
        OptionalInt.empty(),
        false);
  }

  public TlsOptions withPin(TlsPin other) {
    return changed(options -> options.pin = other);
  }

  public TlsOptions withTrust(Trust other) {
    return changed(options -> options.trust = other);
  }

  public TlsOptions withClientCertificate(ClientCertificate certificate) {
    return changed(options -> options.clientCertificate = Optional.of(certificate));
  }

  public TlsOptions withResumption(boolean on) {
    return changed(options -> options.resumption = on);
  }

  /**
   * New keys after so many operations.
   *
   * @param operations at least 1
   */
  public TlsOptions withRenegotiation(int operations) {
    return changed(options -> options.renegotiation = OptionalInt.of(operations));
  }

  public TlsOptions withRecordSize(int bytes) {
    return changed(options -> options.recordSize = OptionalInt.of(bytes));
  }

  private TlsOptions changed(Consumer<Changes> change) {
    Changes options = new Changes(this);
    change.accept(options);
    return new TlsOptions(
        options.pin,
        options.trust,
        options.clientCertificate,
        options.resumption,
        options.renegotiation,
        sockets,
        options.recordSize,
        legacy);
  }

  /** What can be changed. */
  private static final class Changes {
    private TlsPin pin;
    private Trust trust;
    private Optional<ClientCertificate> clientCertificate;
    private boolean resumption;
    private OptionalInt renegotiation;
    private OptionalInt recordSize;

    private Changes(TlsOptions from) {
      pin = from.pin;
      trust = from.trust;
      clientCertificate = from.clientCertificate;
      resumption = from.resumption;
      renegotiation = from.renegotiation;
      recordSize = from.recordSize;
    }
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
    properties.keySet().stream()
        .filter(key -> key.startsWith(TlsProperty.PREFIX))
        .sorted()
        .forEach(TlsProperty::parse);
    TypedProperties values = new TypedProperties(properties);
    if (values.text(TlsProperty.CIPHER.key()).isEmpty()) {
      requireNothingElse(values);
      return Optional.empty();
    }
    AlsoWithTls.of(properties);
    return Optional.of(
        new TlsOptions(
            pin(values),
            trust(values),
            clientCertificate(values),
            values.oneOf(TlsProperty.RESUMPTION.key(), choices("off", false, "on", true), false),
            renegotiation(values),
            SocketSettings.parse(properties),
            values.wholeIfGiven(TlsProperty.RECORDSIZE.key(), SMALLEST_RECORD, LARGEST_RECORD),
            values.oneOf(TlsProperty.LEGACY.key(), choices("false", false, "true", true), false)));
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
    for (TlsProperty property : TlsProperty.values()) {
      if (!property.forPlainToo() && values.text(property.key()).isPresent()) {
        throw new UsageException(
            "%s is given without tls.cipher; give the suite to pin, such as -p tls.cipher=%s"
                .formatted(property, CipherSuites.all().get(1)));
      }
    }
  }

  private static OptionalInt renegotiation(TypedProperties values) {
    return values.text(TlsProperty.RENEGOTIATE.key()).filter("never"::equals).isPresent()
        ? OptionalInt.empty()
        : values.wholeIfGiven(TlsProperty.RENEGOTIATE.key(), 1, Integer.MAX_VALUE);
  }

  private static TlsPin pin(TypedProperties values) {
    CipherSuite suite = values.parsed(TlsProperty.CIPHER.key(), TlsOptions::oneSuite).orElseThrow();
    TlsProtocol protocol =
        values
            .parsed(TlsProperty.PROTOCOL.key(), TlsProtocol::parse)
            .orElse(suite.newestProtocol());
    Optional<ServerKey> key = values.parsed(TlsProperty.KEYSIZE.key(), ServerKey::parse);
    Optional<NamedGroup> group =
        values.text(TlsProperty.GROUP.key()).isPresent()
            ? values.parsed(TlsProperty.GROUP.key(), TlsOptions::groupOrAny).orElseThrow()
            : defaultGroup(suite);
    Optional<String> provider = values.parsed(TlsProperty.PROVIDER.key(), TlsOptions::providerName);
    try {
      return new TlsPin(protocol, suite, key, group, provider);
    } catch (IllegalArgumentException e) {
      throw new UsageException(asGiven(values) + ": " + e.getMessage(), e);
    }
  }

  private static String asGiven(TypedProperties values) {
    StringBuilder given = new StringBuilder();
    for (TlsProperty property :
        List.of(TlsProperty.CIPHER, TlsProperty.PROTOCOL, TlsProperty.KEYSIZE, TlsProperty.GROUP)) {
      values
          .text(property.key())
          .ifPresent(v -> given.append(given.isEmpty() ? "" : " ").append(property + "=" + v));
    }
    return given.toString();
  }

  private static CipherSuite oneSuite(String value) {
    if (value.contains(",") || value.equalsIgnoreCase("all")) {
      throw new IllegalArgumentException(
          "one run pins one suite; 'bin/ycsb compare' takes a list or 'all'");
    }
    return CipherSuites.parse(value);
  }

  private static Optional<NamedGroup> groupOrAny(String value) {
    return value.equalsIgnoreCase("any") ? Optional.empty() : Optional.of(NamedGroup.parse(value));
  }

  /** Pinned even if not given: otherwise a difference between suites may come from the group. */
  private static Optional<NamedGroup> defaultGroup(CipherSuite suite) {
    // With DHE the server chooses the prime, whatever the client offers, and many servers have only
    // one.
    return suite.keyExchange().hasGroup() && suite.keyExchange() != KeyExchange.DHE
        ? Optional.of(DEFAULT_GROUP)
        : Optional.empty();
  }

  private static String providerName(String value) {
    return JsseProviders.names().stream()
        .filter(value::equalsIgnoreCase)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "expected one of " + String.join(", ", JsseProviders.names())));
  }

  private static Trust trust(TypedProperties values) {
    return new Trust(
        values.oneOf(
            TlsProperty.VERIFY.key(),
            choices(
                "full", Verification.FULL, "chain", Verification.CHAIN, "none", Verification.NONE),
            Verification.FULL),
        values.path(TlsProperty.CA.key()),
        values.path(TlsProperty.TRUSTSTORE.key()),
        values.secret(TlsProperty.TRUSTSTORE_PASSWORD.key()));
  }

  private static Optional<ClientCertificate> clientCertificate(TypedProperties values) {
    boolean pem = values.text(TlsProperty.CERT.key()).isPresent();
    boolean store = values.text(TlsProperty.KEYSTORE.key()).isPresent();
    if (pem && store) {
      throw new UsageException("both tls.cert and tls.keystore are given; give one of the two");
    }
    requireWith(values, pem, TlsProperty.CERT, TlsProperty.KEY, TlsProperty.KEY_PASSWORD);
    requireWith(values, store, TlsProperty.KEYSTORE, TlsProperty.KEYSTORE_PASSWORD);
    if (pem) {
      var certificate = values.path(TlsProperty.CERT.key()).orElseThrow();
      return Optional.of(
          new ClientCertificate.Pem(
              certificate,
              values.path(TlsProperty.KEY.key()).orElse(certificate),
              values.secret(TlsProperty.KEY_PASSWORD.key())));
    }
    return values
        .path(TlsProperty.KEYSTORE.key())
        .map(
            file ->
                new ClientCertificate.Store(
                    file, values.secret(TlsProperty.KEYSTORE_PASSWORD.key())));
  }

  private static void requireWith(
      TypedProperties values, boolean present, TlsProperty needed, TlsProperty... companions) {
    for (TlsProperty companion : companions) {
      if (!present && values.text(companion.key()).isPresent()) {
        throw new UsageException(companion + " is given without " + needed);
      }
    }
  }

  private static <T> Map<String, T> choices(Object... namesAndValues) {
    Map<String, T> choices = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      @SuppressWarnings("unchecked")
      T value = (T) namesAndValues[i + 1];
      choices.put((String) namesAndValues[i], value);
    }
    return choices;
  }
}
