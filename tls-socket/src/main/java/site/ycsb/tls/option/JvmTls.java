package site.ycsb.tls.option;

import java.lang.reflect.Method;
import java.security.Security;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLParameters;
import site.ycsb.tls.pin.KeyExchange;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.property.UsageException;

/**
 * Settings of Java's TLS that apply to the whole process and are frozen at its first use. Call one
 * of these methods as the first statement of main. Later calls have no effect; {@code
 * PinnedTransport} notices that and refuses the pin.
 */
public final class JvmTls {
  private static final String TLS_DISABLED = "jdk.tls.disabledAlgorithms";
  private static final String CERTPATH_DISABLED = "jdk.certpath.disabledAlgorithms";

  /** Of what it lists, Java 28 warns on standard error when it is used: static RSA is in it. */
  private static final String LEGACY = "jdk.crypto.legacyAlgorithms";

  /** The system property that lists the groups of SunJSSE and BCJSSE. */
  public static final String NAMED_GROUPS = "jdk.tls.namedGroups";

  /** The groups that Bouncy Castle makes key shares for. */
  private static final String KEY_SHARES = "org.bouncycastle.jsse.client.earlyKeyShares";

  /** The system properties that list the signature schemes of clients and servers. */
  private static final String CLIENT_SCHEMES = "jdk.tls.client.SignatureSchemes";

  private static final String SERVER_SCHEMES = "jdk.tls.server.SignatureSchemes";

  /** Usual ones, for the certificates between a key and its authority. */
  private static final List<String> OF_CERTIFICATES =
      List.of(
          "ecdsa_secp256r1_sha256",
          "ecdsa_secp384r1_sha384",
          "ecdsa_secp521r1_sha512",
          "ed25519",
          "rsa_pss_rsae_sha256",
          "rsa_pss_rsae_sha384",
          "rsa_pss_rsae_sha512",
          "rsa_pkcs1_sha256",
          "rsa_pkcs1_sha384",
          "rsa_pkcs1_sha512",
          "mldsa44",
          "mldsa65",
          "mldsa87");

  /** Exists since Java 19. */
  private static final Optional<Method> SET_SIGNATURE_SCHEMES =
      setter("setSignatureSchemes", String[].class);

  /** Exists since Java 20. */
  private static final Optional<Method> SET_NAMED_GROUPS = setter("setNamedGroups", String[].class);

  /** The system property that lists the extensions that SunJSSE's clients do not send. */
  private static final String DISABLED_EXTENSIONS = "jdk.tls.client.disableExtensions";

  /** RFC 8879; SunJSSE sends it by itself from Java 27 on, and has no other switch for it. */
  private static final String COMPRESS_CERTIFICATE = "compress_certificate";

  /** What an earlier pin made of {@link #NAMED_GROUPS}; null if none did. */
  private static volatile String groupsOfEarlierPin;

  private JvmTls() {}

  /**
   * Prepares the JVM for the options: allows disabled algorithms with {@code tls.legacy=true}, and
   * limits the named groups to the pinned one if the JVM has no other way (before Java 20), and the
   * key shares of Bouncy Castle, and lets it offer ML-DSA where that is the pinned key (before Java
   * 19); and turns certificate compression off if that is asked; and puts another provider of
   * ciphers first if one is asked. What the command line sets with {@code -Djdk.tls.namedGroups} is
   * left alone.
   *
   * @throws UsageException when this JVM cannot have that provider, or its TLS would not ask it
   */
  public static void prepare(TlsOptions options) {
    if (options.jca().isPresent()) {
      ProviderRules.requireJcaIsAsked(JsseProviders.nameInUse(options.pin().provider()), options);
      options.jca().get().putFirst();
    }
    if (options.legacy()) {
      liftDisabledAlgorithms();
    }
    if (Runtime.version().feature() < 20
        && options.pin().group().isPresent()
        && System.getProperty(NAMED_GROUPS) == null) {
      List<NamedGroup> groups = groupsToOffer(options).toList();
      if (groups.stream().allMatch(NamedGroup::isHybrid)) {
        JsseProviders.loadJdks(options.pin().provider());
      }
      groupsOfEarlierPin =
          groups.stream().map(NamedGroup::toString).collect(Collectors.joining(","));
      System.setProperty(NAMED_GROUPS, groupsOfEarlierPin);
    }
    // By itself it prefers secp256r1 to the pinned one, if that is offered for a key's sake.
    if (options.pin().group().isPresent()
        && JsseProviders.nameInUse(options.pin().provider()).equals(JsseProviders.BCJSSE)
        && System.getProperty(KEY_SHARES) == null) {
      System.setProperty(KEY_SHARES, options.pin().group().get().toString());
    }
    setSignatureSchemes(CLIENT_SCHEMES, options.pin());
    if (options.certificateCompression().filter(on -> !on).isPresent()) {
      String disabled = System.getProperty(DISABLED_EXTENSIONS, "");
      System.setProperty(
          DISABLED_EXTENSIONS,
          disabled.isEmpty() ? COMPRESS_CERTIFICATE : disabled + "," + COMPRESS_CERTIFICATE);
    }
  }

  /**
   * Whether it was an earlier pin that limited the groups of this JVM, and not an option of the
   * command line: before Java 20 a JVM has one list of groups.
   */
  public static boolean groupsAreOfAnEarlierPin() {
    return groupsOfEarlierPin != null
        && groupsOfEarlierPin.equals(System.getProperty(NAMED_GROUPS));
  }

  /**
   * Prepares the JVM of a server: Bouncy Castle does not sign with ML-DSA unless it is told to.
   *
   * @param pin with its key
   */
  public static void prepareServer(TlsPin pin) {
    setSignatureSchemes(SERVER_SCHEMES, pin);
  }

  private static void setSignatureSchemes(String property, TlsPin pin) {
    List<String> schemes = signatureSchemes(pin);
    if (Runtime.version().feature() < 19
        && !schemes.isEmpty()
        && System.getProperty(property) == null) {
      System.setProperty(property, String.join(",", schemes));
    }
  }

  /**
   * The signature schemes to offer, the pinned key's first; empty: as the TLS library does by
   * itself. Bouncy Castle has ML-DSA, and neither offers nor uses it by itself.
   */
  public static List<String> signatureSchemes(TlsPin pin) {
    return pin.serverKey().filter(key -> key.algorithm() == ServerKey.Algorithm.ML_DSA).isPresent()
            && JsseProviders.nameInUse(pin.provider()).equals(JsseProviders.BCJSSE)
        ? Stream.concat(Stream.of("mldsa" + pin.serverKey().get().bits()), OF_CERTIFICATES.stream())
            .distinct()
            .toList()
        : List.of();
  }

  /** Sets the signature schemes of one connection, where the JVM can: since Java 19. */
  public static void setSignatureSchemes(SSLParameters parameters, List<String> schemes) {
    set(SET_SIGNATURE_SCHEMES, parameters, schemes.toArray(String[]::new));
  }

  /**
   * Allows what {@code jdk.tls.disabledAlgorithms} and {@code jdk.certpath.disabledAlgorithms}
   * forbid, for this process only: old protocol versions, RC4, 3DES, NULL, static RSA, short keys.
   */
  public static void liftDisabledAlgorithms() {
    Security.setProperty(TLS_DISABLED, "");
    Security.setProperty(CERTPATH_DISABLED, "");
    if (Security.getProperty(LEGACY) != null) {
      Security.setProperty(LEGACY, "");
    }
  }

  /** Whether {@link #liftDisabledAlgorithms()} was called in this process. */
  public static boolean disabledAlgorithmsLifted() {
    return String.valueOf(Security.getProperty(TLS_DISABLED)).isEmpty();
  }

  /**
   * Sets the groups of one connection, where the JVM can: since Java 20. Those that the TLS library
   * does not know are ignored by it.
   */
  public static void setGroups(SSLParameters parameters, Stream<NamedGroup> groups) {
    set(SET_NAMED_GROUPS, parameters, groups.map(NamedGroup::toString).toArray(String[]::new));
  }

  private static void set(Optional<Method> setter, SSLParameters parameters, Object value) {
    if (setter.isPresent()) {
      try {
        setter.get().invoke(parameters, value);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(setter.get() + " failed", e);
      }
    }
  }

  private static Optional<Method> setter(String name, Class<?> type) {
    try {
      return Optional.of(SSLParameters.class.getMethod(name, type));
    } catch (NoSuchMethodException e) {
      return Optional.empty();
    }
  }

  /**
   * Makes a server take every group that its TLS library has: which one, the client decides. From
   * Java 27 on, the JDK takes fewer by default. What the command line sets with {@code
   * -Djdk.tls.namedGroups} is left alone.
   */
  public static void takeAllGroups(SSLParameters ofServer) {
    if (System.getProperty(NAMED_GROUPS) == null) {
      setGroups(ofServer, Stream.of(NamedGroup.values()));
    }
  }

  /**
   * The groups to offer: the pinned one and after it, where their holders would otherwise be
   * refused, the curves of the keys in use. Up to TLS 1.2 servers compare the curve of an ECDSA
   * key, their own and the client's, with the client's list (RFC 8422 5.1); Bouncy Castle offers no
   * ECDSA signature in TLS 1.3 whose curve is not in it. A server that chooses one of these is
   * refused: the group is verified. Empty when no group is pinned.
   */
  public static Stream<NamedGroup> groupsToOffer(TlsOptions options) {
    TlsPin pin = options.pin();
    boolean compared =
        pin.protocol() == TlsProtocol.TLS_1_3
            ? JsseProviders.nameInUse(pin.provider()).equals(JsseProviders.BCJSSE)
            : pin.cipherSuite().keyExchange() == KeyExchange.ECDHE;
    Stream<NamedGroup> curves =
        compared
            ? Stream.concat(
                serverCurves(pin),
                options.clientCertificate().flatMap(ClientCertificate::curve).stream())
            : Stream.empty();
    return pin.group().stream().flatMap(g -> Stream.concat(Stream.of(g), curves)).distinct();
  }

  private static Stream<NamedGroup> serverCurves(TlsPin pin) {
    if (!pin.cipherSuite().keyAlgorithms().contains(ServerKey.Algorithm.EC)) {
      return Stream.empty();
    }
    return pin.serverKey()
        .map(key -> NamedGroup.ofKey(key).stream())
        .orElseGet(
            () -> Stream.of(NamedGroup.SECP256R1, NamedGroup.SECP384R1, NamedGroup.SECP521R1));
  }
}
