package site.ycsb.tls.option;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import site.ycsb.tls.property.Advice;
import site.ycsb.tls.property.UsageException;

/**
 * The implementations of TLS that can be pinned. SunJSSE comes with the JDK; the others can be used
 * if their jars are on the class path. Other code in the JVM still gets the JVM's own provider.
 */
public final class JsseProviders {
  private static final String SUN_JSSE = "SunJSSE";

  /** The name of Bouncy Castle's TLS. */
  public static final String BCJSSE = "BCJSSE";

  /** The name of Conscrypt's TLS. */
  public static final String CONSCRYPT = "Conscrypt";

  private static final String BOUNCY_CASTLE = "org.bouncycastle.jce.provider.BouncyCastleProvider";
  private static final String BOUNCY_CASTLE_JSSE =
      "org.bouncycastle.jsse.provider.BouncyCastleJsseProvider";

  /** Kept in a field: otherwise the logger is collected and its level is lost. */
  private static final Logger BCJSSE_LOGGER = Logger.getLogger("org.bouncycastle.jsse");

  /**
   * The name of the provider that pins all TLS of a JVM; it is none of those that can be pinned.
   */
  public static final String PINNING = "YcsbTlsPinning";

  private JsseProviders() {}

  /** A provider that is registered in place of another, under its name. */
  public interface StandIn {
    /** The other. */
    Provider original();
  }

  /** What a provider stands in for; itself if for none. */
  static Provider original(Provider registered) {
    return registered instanceof StandIn standIn ? standIn.original() : registered;
  }

  /**
   * The provider of this name, or the one that the JVM prefers; never {@link #PINNING}, whose TLS
   * is that of one of these.
   *
   * @param name one of {@link #names()}; empty: the JVM's default
   * @throws UsageException when it is missing
   */
  public static Provider of(Optional<String> name) {
    return requireItself(name.map(JsseProviders::find).orElseGet(JsseProviders::preferred));
  }

  /** Two may have one name, and a provider may have the name of the JDK's. */
  private static Provider requireItself(Provider found) {
    List<String> classes =
        Stream.concat(
                Stream.of(found),
                withTls().filter(other -> other.getName().equals(found.getName())))
            .map(provider -> provider.getClass().getName())
            .distinct()
            .toList();
    if (classes.size() > 1) {
      throw new UsageException(
          "this JVM has %d TLS providers named %s: %s; register one of them only"
              .formatted(classes.size(), found.getName(), String.join(", ", classes)));
    }
    if (found.getName().equals(SUN_JSSE) && !isOfJdk(found)) {
      throw new UsageException(
          "this JVM's provider named %s is %s, not the JDK's; start Java without it"
              .formatted(SUN_JSSE, classes.get(0)));
    }
    return found;
  }

  /** Its name; makes no provider, which would freeze the JVM's settings of TLS. */
  static String nameInUse(Optional<String> name) {
    return name.orElseGet(() -> preferred().getName());
  }

  private static Provider preferred() {
    return withTls()
        .findFirst()
        .orElseThrow(() -> new UsageException("this JVM has no provider of TLS"));
  }

  /**
   * Lets the JDK's TLS read the groups of this process, before a list that has none of its own
   * takes their place: it could not be loaded then, and other connections of this JVM, as those of
   * a fleet, need it.
   *
   * @param pinned the name of the provider that is pinned; nothing is done for the JDK's
   */
  static void loadJdks(Optional<String> pinned) {
    Provider jdk = Security.getProvider(SUN_JSSE);
    if (jdk == null || nameInUse(pinned).equals(SUN_JSSE)) {
      return;
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS", original(jdk));
      context.init(new KeyManager[0], new TrustManager[0], null);
      SSLEngine client = context.createSSLEngine();
      client.setUseClientMode(true);
      client.beginHandshake();
    } catch (GeneralSecurityException | SSLException e) {
      throw new UsageException(
          "the TLS of %s does not work in this JVM: %s".formatted(SUN_JSSE, e.getMessage()), e);
    }
  }

  /** All registered providers of TLS without {@link #PINNING}, the preferred one first. */
  public static Stream<Provider> withTls() {
    Provider[] all = Security.getProviders("SSLContext.TLS");
    return Arrays.stream(all == null ? new Provider[0] : all)
        .filter(provider -> !provider.getName().equals(PINNING))
        .map(JsseProviders::original);
  }

  /** Their names, the values of {@code tls.provider}. */
  public static List<String> names() {
    return List.of(SUN_JSSE, BCJSSE, CONSCRYPT);
  }

  /**
   * The provider of this name.
   *
   * @param name one of {@link #names()}
   * @throws UsageException when it is missing; the message says how to get it
   */
  public static Provider find(String name) {
    try {
      return switch (name) {
        case BCJSSE -> bouncyCastle();
        case CONSCRYPT -> make("org.conscrypt.OpenSSLProvider");
        default ->
            Optional.ofNullable(Security.getProvider(name))
                .map(JsseProviders::original)
                .orElseThrow(
                    () ->
                        new UsageException(
                            "tls.provider=%s: this JVM does not have it; leave it out"
                                .formatted(name)));
      };
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new UsageException("tls.provider=" + name + ": " + why(name, e), e);
    }
  }

  private static String why(String name, Throwable thrown) {
    boolean isConscrypt = name.equals(CONSCRYPT);
    List<Throwable> causes =
        Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
            .dropWhile(
                cause -> cause.getCause() != null && !(cause instanceof UnsatisfiedLinkError))
            .toList();
    if (causes.get(0) instanceof ClassNotFoundException) {
      return "its jar is not on the class path; "
          + Advice.get()
              .jar(
                  isConscrypt
                      ? "org.conscrypt:conscrypt-openjdk-uber"
                      : "org.bouncycastle:bctls-jdk18on");
    }
    return "it does not work here: %s%s"
        .formatted(
            causes.stream().map(Throwable::getMessage).collect(Collectors.joining(": ")),
            isConscrypt
                ? "; name a folder whose files may be executed: "
                    + Advice.get().withJvmOption("-Dorg.conscrypt.native.workdir=DIR")
                : "");
  }

  /**
   * BCJSSE takes its ciphers from all registered providers in their order. Bouncy Castle's own
   * provider comes after the JDK's, so that AES is the JDK's (20 times as fast), and algorithms
   * that the JDK lacks are available. One that this JVM was started with is taken as it is: it may
   * be in FIPS mode.
   */
  private static Provider bouncyCastle() throws ReflectiveOperationException {
    BCJSSE_LOGGER.setLevel(Level.SEVERE);
    Provider registered = Security.getProvider(BCJSSE);
    if (registered != null) {
      return original(registered);
    }
    if (Security.getProvider("BC") == null) {
      Security.addProvider(make(BOUNCY_CASTLE));
    }
    return make(BOUNCY_CASTLE_JSSE);
  }

  /**
   * Name and version for results: {@code SunJSSE 25.0.5}, {@code BCJSSE 1.84}. A provider of the
   * JDK has the JDK's version with its update, another one that of its jar: what it says of itself
   * may stay the same over years. {@code BCJSSE 1.84 in FIPS mode} where it is in that mode.
   */
  public static String nameAndVersion(Provider provider) {
    return provider.getName() + " " + version(provider) + mode(provider);
  }

  /** Bouncy Castle's TLS may be set to leave out what FIPS 140 does not approve; else nothing. */
  public static String mode(Provider provider) {
    try {
      Object isInFipsMode = provider.getClass().getMethod("isFipsMode").invoke(provider);
      return Boolean.TRUE.equals(isInFipsMode) ? " in FIPS mode" : "";
    } catch (ReflectiveOperationException e) {
      return ""; // Others have no modes.
    }
  }

  private static String version(Provider provider) {
    return isOfJdk(provider)
        ? System.getProperty("java.version", provider.getVersionStr())
        : jar(provider.getClass())
            .or(() -> Optional.ofNullable(provider.getVersionStr()))
            .filter(version -> !version.isBlank())
            .orElse("of unknown version");
  }

  /** Whether it came with the JDK. */
  public static boolean isOfJdk(Provider provider) {
    String module = String.valueOf(provider.getClass().getModule().getName());
    return module.startsWith("java.") || module.startsWith("jdk.");
  }

  /** The version that the manifest of a class's jar has. */
  private static Optional<String> jar(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return Optional.empty();
    }
    try (JarFile jar = new JarFile(Path.of(source.getLocation().toURI()).toFile())) {
      return Optional.ofNullable(jar.getManifest())
          .flatMap(
              manifest ->
                  Stream.of("Implementation-Version", "Bundle-Version")
                      .flatMap(
                          name -> Stream.ofNullable(manifest.getMainAttributes().getValue(name)))
                      .findFirst());
    } catch (IOException | URISyntaxException | RuntimeException e) {
      return Optional.empty(); // A folder of classes.
    }
  }

  /** A provider that nothing here is compiled against, by its class. */
  static Provider make(String className) throws ReflectiveOperationException {
    return Class.forName(className).asSubclass(Provider.class).getConstructor().newInstance();
  }
}
