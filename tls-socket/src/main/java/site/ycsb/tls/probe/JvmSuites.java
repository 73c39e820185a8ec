package site.ycsb.tls.probe;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.ProviderRules;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.probe.SuiteAvailability.Status;
import site.ycsb.tls.property.Advice;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.verify.Offer;
import site.ycsb.tls.wire.ClientHello;

/**
 * What a client in this JVM can pin. Providers' lists of supported suites do not say (some contain
 * disabled suites, some do not, and none says which suite cannot be offered alone). So for each
 * pair a client writes its first message, and this class reads it. Nothing is sent.
 *
 * <p>Like any use of JSSE, the first use freezes the JVM's list of disabled algorithms: call {@code
 * JvmTls.liftDisabledAlgorithms()} before. Immutable and thread-safe.
 */
public final class JvmSuites {
  /** In the list of suites, but not suites: RFC 5746 3.3 and TLS_FALLBACK_SCSV (RFC 7507). */
  private static final List<Integer> SIGNALS = List.of(ClientHello.RENEGOTIATION_INFO_SCSV, 0x5600);

  private final SSLContext context;

  private JvmSuites(SSLContext context) {
    this.context = context;
  }

  /** With the JVM's default provider. */
  public static JvmSuites ofDefaultProvider() {
    return new JvmSuites(context(JsseProviders.of(Optional.empty())));
  }

  /**
   * With the provider of this name, in any case.
   *
   * @throws UsageException when this JVM has no such provider of TLS; the message names those that
   *     it has
   */
  public static JvmSuites ofProvider(String name) {
    Provider provider =
        JsseProviders.names().stream()
            .filter(name::equalsIgnoreCase)
            .findFirst()
            .map(JsseProviders::find)
            .or(
                () ->
                    JsseProviders.withTls()
                        .filter(p -> p.getName().equalsIgnoreCase(name))
                        .findFirst())
            .orElseThrow(
                () ->
                    new UsageException(
                        "this JVM has no TLS provider '%s'; it has %s"
                            .formatted(
                                name,
                                String.join(
                                    ", ",
                                    JsseProviders.withTls().map(Provider::getName).toList()))));
    return new JvmSuites(context(provider));
  }

  /**
   * Refuses a pin that no JVM of this kind can offer. This JVM may not connect itself but start
   * others that do. With {@code tls.legacy} those can allow what this JVM has disabled.
   *
   * @throws UsageException with what to do
   */
  public static void require(TlsOptions options) {
    ProviderRules.require(JsseProviders.of(options.pin().provider()), options);
    if (!options.legacy()) {
      of(options).requireSuite(options.pin());
    }
  }

  /**
   * Refuses a pin that a client of this JVM, as it is now, cannot offer: its suite, its group, its
   * key, and certificate compression. Before Java 20 a process has one list of groups ({@code
   * jdk.tls.namedGroups}).
   *
   * @throws UsageException with what it can offer
   */
  public static void requireOffer(TlsOptions options) {
    ProviderRules.require(JsseProviders.of(options.pin().provider()), options);
    JvmSuites suites = of(options);
    suites.requireSuite(options.pin());
    Offer.require(suites.context, options);
  }

  private static JvmSuites of(TlsOptions options) {
    return options
        .pin()
        .provider()
        .map(JvmSuites::ofProvider)
        .orElseGet(JvmSuites::ofDefaultProvider);
  }

  private void requireSuite(TlsPin pin) {
    SuiteAvailability found = of(pin.protocol(), pin.cipherSuite());
    if (found.status() != Status.AVAILABLE) {
      throw new UsageException(
          "tls.cipher=%s: %s of this JVM (Java %s) %s in %s (%s); %s"
              .formatted(
                  pin.cipherSuite(),
                  provider(),
                  Runtime.version(),
                  found.status() == Status.NEEDS_LEGACY ? "has disabled it" : "cannot pin it",
                  pin.protocol(),
                  found.reason(),
                  found.status() == Status.NEEDS_LEGACY
                      ? "set tls.legacy=true to allow it in the processes of this command"
                      : Advice.get().pinnable()));
    }
  }

  /** The provider itself. */
  public Provider jsse() {
    return context.getProvider();
  }

  /** Name and version of the provider, for example {@code SunJSSE 17.0.15}. */
  public String provider() {
    return JsseProviders.nameAndVersion(context.getProvider());
  }

  /**
   * All known suites in each of their versions: newest version first, then as {@link CipherSuites}.
   */
  public List<SuiteAvailability> all() {
    List<SuiteAvailability> all = new ArrayList<>();
    TlsProtocol[] protocols = TlsProtocol.values();
    for (int i = protocols.length - 1; i >= 0; i--) {
      for (CipherSuite suite : CipherSuites.all()) {
        if (suite.protocols().contains(protocols[i])) {
          all.add(of(protocols[i], suite));
        }
      }
    }
    return all;
  }

  /** What can be pinned as the JVM is now, in the order of {@link #all()}. */
  public List<SuiteAvailability> available() {
    return all().stream().filter(pair -> pair.status() == Status.AVAILABLE).toList();
  }

  /**
   * The groups that a client can offer in TLS 1.3, alone where the JVM allows that (Java 20 and
   * newer). Before it a process has one list; if {@code -Djdk.tls.namedGroups} does not say it, all
   * are asked for. A provider's list of supported groups does not say: Java 27 lists its defaults.
   */
  public List<NamedGroup> groups() {
    boolean anyMayBeListed =
        Runtime.version().feature() < 20
            && !JsseProviders.isOfJdk(jsse())
            && System.getProperty(JvmTls.NAMED_GROUPS) == null;
    if (!anyMayBeListed) {
      return groups(context);
    }
    // Bouncy Castle's own list leaves some out. It reads this one for each context, the JDK's TLS
    // once for all.
    System.setProperty(JvmTls.NAMED_GROUPS, String.join(",", NamedGroup.names()));
    try {
      return groups(context(jsse()));
    } finally {
      System.clearProperty(JvmTls.NAMED_GROUPS);
    }
  }

  private static List<NamedGroup> groups(SSLContext context) {
    return Offer.groups(context, TlsPin.of("TLS_AES_128_GCM_SHA256"));
  }

  /** Whether it can verify the signature of a server with the pinned key. */
  public boolean verifies(TlsPin pin) {
    return Offer.verifies(context, pin);
  }

  /**
   * The groups for which a client sends key shares in TLS 1.3 when nobody chooses, in their order:
   * what an application pays for that leaves the group open. Empty if its TLS does not say.
   */
  public List<NamedGroup> keySharesByItself() {
    try {
      return Offer.hello(client()).keyShares().stream()
          .flatMap(code -> NamedGroup.ofCode(code).stream())
          .toList();
    } catch (SSLException | RuntimeException | LinkageError | AssertionError e) {
      return List.of(); // A TLS library may throw anything.
    }
  }

  /** The name of the suite that a client offers first when nobody chooses. */
  public String preferred() {
    return context.getDefaultSSLParameters().getCipherSuites()[0];
  }

  /** One suite in one version. */
  public SuiteAvailability of(TlsProtocol protocol, CipherSuite suite) {
    SSLEngine engine;
    try {
      engine = client();
      engine.setSSLParameters(
          new SSLParameters(new String[] {suite.jsseName()}, new String[] {protocol.toString()}));
    } catch (IllegalArgumentException e) {
      return unavailable(protocol, suite, "does not have it");
    } catch (RuntimeException | LinkageError | AssertionError e) {
      return unavailable(protocol, suite, "fails with it: " + e);
    }
    try {
      List<Integer> offered =
          Offer.hello(engine).cipherSuites().stream()
              .filter(code -> !SIGNALS.contains(code))
              .toList();
      return offered.equals(List.of(suite.code()))
          ? SuiteAvailability.available(protocol, suite)
          : unavailable(protocol, suite, "does not offer it alone");
    } catch (SSLException e) {
      // Where nothing is disabled, it may be that none of its groups is in the JVM's list.
      return JvmTls.disabledAlgorithmsLifted()
          ? unavailable(protocol, suite, "does not offer it")
          : new SuiteAvailability(
              protocol,
              suite,
              Status.NEEDS_LEGACY,
              reasonForDisabling(protocol, suite).orElse("?"));
    } catch (IllegalStateException e) {
      // Bouncy Castle's message, for suites that it does not have and for disabled ones.
      return reasonForDisabling(protocol, suite)
          .map(why -> new SuiteAvailability(protocol, suite, Status.NEEDS_LEGACY, why))
          .orElseGet(() -> unavailable(protocol, suite, "does not offer it"));
    } catch (RuntimeException | LinkageError | AssertionError e) {
      return unavailable(protocol, suite, "fails with it: " + e);
    }
  }

  private SSLEngine client() {
    SSLEngine engine = context.createSSLEngine("localhost", 1);
    engine.setUseClientMode(true);
    return engine;
  }

  /**
   * @param what the provider does with it
   */
  private SuiteAvailability unavailable(TlsProtocol protocol, CipherSuite suite, String what) {
    return new SuiteAvailability(
        protocol, suite, Status.UNAVAILABLE, jsse().getName() + " " + what);
  }

  /** The entry of {@code jdk.tls.disabledAlgorithms} that is the reason, as far as it is known. */
  private static Optional<String> reasonForDisabling(TlsProtocol protocol, CipherSuite suite) {
    return disabledBy(
        String.valueOf(Security.getProperty("jdk.tls.disabledAlgorithms")), protocol, suite);
  }

  /**
   * The entry that disables the pair, as far as it is known.
   *
   * @param entries as {@code jdk.tls.disabledAlgorithms} has them
   */
  public static Optional<String> disabledBy(
      String entries, TlsProtocol protocol, CipherSuite suite) {
    List<String> words = Arrays.asList(suite.name().split("_", -1));
    return Arrays.stream(entries.split(",", -1))
        .map(String::strip)
        .filter(
            entry ->
                entry.equals(protocol.toString())
                    || words.contains(entry)
                    || (entry.contains("_") && suite.name().contains(entry.replace("*", ""))))
        .findFirst();
  }

  private static SSLContext context(Provider provider) {
    try {
      SSLContext context = SSLContext.getInstance("TLS", provider);
      context.init(null, null, null);
      return context;
    } catch (GeneralSecurityException | RuntimeException | LinkageError | AssertionError e) {
      throw new UsageException(
          "the TLS of %s does not work in this JVM: %s; name another provider, or leave this one out"
              .formatted(provider.getName(), e),
          e);
    }
  }
}
