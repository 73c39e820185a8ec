package site.ycsb.tls.option;

import java.security.Provider;
import java.security.Security;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The implementations of TLS that can be pinned. SunJSSE comes with the JDK; the others are used
 * when their jars are on the class path. None is preferred to the JVM's own for anybody else.
 */
public final class JsseProviders {
  private static final String BOUNCY_CASTLE = "org.bouncycastle.jce.provider.BouncyCastleProvider";
  private static final String BCJSSE = "org.bouncycastle.jsse.provider.BouncyCastleJsseProvider";

  private static final String CONSCRYPT = "org.conscrypt.OpenSSLProvider";

  /** Held, or the level that is set would be lost with the logger. */
  private static final Logger BCJSSE_LOGGER = Logger.getLogger("org.bouncycastle.jsse");

  private JsseProviders() {}

  /** Their names, as {@code tls.provider} takes them. */
  public static List<String> names() {
    return List.of("SunJSSE", "BCJSSE", "Conscrypt");
  }

  /**
   * The provider of this name.
   *
   * @param name one of {@link #names()}
   * @throws UsageException when it is not there; the message says how to get it
   */
  public static Provider find(String name) {
    try {
      return switch (name) {
        case "BCJSSE" -> bouncyCastle();
        case "Conscrypt" -> make(CONSCRYPT);
        default ->
            Optional.ofNullable(Security.getProvider(name))
                .orElseThrow(
                    () ->
                        new UsageException(
                            "tls.provider=%s: this JVM does not have it; leave it out"
                                .formatted(name)));
      };
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new UsageException(
          ("tls.provider=%s: its jar is not on the class path, or does not work here (%s); give the"
                  + " property with -p to bin/ycsb, which adds it, or add %s with -cp")
              .formatted(
                  name,
                  e,
                  name.equals("BCJSSE")
                      ? "org.bouncycastle:bctls-jdk18on"
                      : "org.conscrypt:conscrypt-openjdk-uber"),
          e);
    }
  }

  /**
   * BCJSSE takes its ciphers from all registered providers, the first first: with Bouncy Castle's
   * own behind the JDK's, AES is the JDK's (20 times as fast), and what the JDK lacks is there.
   */
  private static Provider bouncyCastle() throws ReflectiveOperationException {
    BCJSSE_LOGGER.setLevel(Level.SEVERE);
    if (Security.getProvider("BC") == null) {
      Security.addProvider(make(BOUNCY_CASTLE));
    }
    return make(BCJSSE);
  }

  private static Provider make(String className) throws ReflectiveOperationException {
    return Class.forName(className).asSubclass(Provider.class).getConstructor().newInstance();
  }
}
