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
        // docs/decisions/0014: its sockets hang.
        case "Conscrypt" ->
            throw new UsageException(
                "tls.provider=Conscrypt: not available, as its sockets lose what is written first; use SunJSSE or BCJSSE");
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
          ("tls.provider=%s: its jar is not on the class path (%s); give the property with -p to"
                  + " bin/ycsb, which adds it, or add org.bouncycastle:bctls-jdk18on with -cp")
              .formatted(name, e),
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
