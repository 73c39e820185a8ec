package site.ycsb.tls.option;

import java.lang.reflect.Method;
import java.security.Security;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLParameters;
import site.ycsb.tls.pin.KeyExchange;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;

/**
 * Settings of Java's TLS that apply to the whole process and are frozen at its first use. Call one
 * of these methods as the first statement of main. Later calls have no effect; {@code
 * PinnedTransport} notices that and refuses the pin.
 */
public final class JvmTls {
  private static final String TLS_DISABLED = "jdk.tls.disabledAlgorithms";
  private static final String CERTPATH_DISABLED = "jdk.certpath.disabledAlgorithms";

  /** The system property that lists the groups of SunJSSE and BCJSSE. */
  public static final String NAMED_GROUPS = "jdk.tls.namedGroups";

  /** The groups that Bouncy Castle makes key shares for. */
  private static final String KEY_SHARES = "org.bouncycastle.jsse.client.earlyKeyShares";

  /** {@code SSLParameters.setNamedGroups(String[])} exists since Java 20. */
  private static final Optional<Method> SET_NAMED_GROUPS = namedGroupsSetter();

  private JvmTls() {}

  /**
   * Prepares the JVM for the options: allows disabled algorithms with {@code tls.legacy=true}, and
   * limits the named groups to the pinned one if the JVM has no other way (before Java 20), and the
   * key shares of Bouncy Castle. What the command line sets with {@code -Djdk.tls.namedGroups} is
   * left alone.
   */
  public static void prepare(TlsOptions options) {
    if (options.legacy()) {
      liftDisabledAlgorithms();
    }
    if (Runtime.version().feature() < 20
        && options.pin().group().isPresent()
        && System.getProperty(NAMED_GROUPS) == null) {
      System.setProperty(
          NAMED_GROUPS,
          groupsToOffer(options).map(NamedGroup::toString).collect(Collectors.joining(",")));
    }
    // By itself it prefers secp256r1 to the pinned one, if that is offered for a key's sake.
    if (options.pin().group().isPresent()
        && JsseProviders.nameInUse(options.pin().provider()).equals(JsseProviders.BCJSSE)
        && System.getProperty(KEY_SHARES) == null) {
      System.setProperty(KEY_SHARES, options.pin().group().get().toString());
    }
  }

  /**
   * Allows what {@code jdk.tls.disabledAlgorithms} and {@code jdk.certpath.disabledAlgorithms}
   * forbid, for this process only: old protocol versions, RC4, 3DES, NULL, static RSA, short keys.
   */
  public static void liftDisabledAlgorithms() {
    Security.setProperty(TLS_DISABLED, "");
    Security.setProperty(CERTPATH_DISABLED, "");
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
    if (SET_NAMED_GROUPS.isPresent()) {
      String[] names = groups.map(NamedGroup::toString).toArray(String[]::new);
      try {
        SET_NAMED_GROUPS.get().invoke(parameters, (Object) names);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("SSLParameters.setNamedGroups failed", e);
      }
    }
  }

  private static Optional<Method> namedGroupsSetter() {
    try {
      return Optional.of(SSLParameters.class.getMethod("setNamedGroups", String[].class));
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
