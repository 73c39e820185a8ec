package site.ycsb.tls.option;

import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import site.ycsb.tls.property.UsageException;

/**
 * The security providers that this JVM was started with: {@code security.provider.N} of {@code
 * java.security}, or of the file of {@code -Djava.security.properties}. The JVM leaves out without
 * a word what it cannot load.
 */
public final class ConfiguredProviders {
  /** Names of the JDK's own; a Java with fewer modules lacks some. */
  private static final Pattern OF_JDK =
      Pattern.compile("SUN|Sun[A-Z].*|XMLDSig|Jdk[A-Z].*|Apple|OracleUcrypto");

  private ConfiguredProviders() {}

  /** Whether it is one of them; what is registered later is not. */
  public static boolean contains(Provider provider) {
    return names().anyMatch(name -> isNamed(provider, name));
  }

  /**
   * Refuses a JVM that lacks one of them: the JDK's own would be measured under the other's name.
   *
   * @throws UsageException with the entry and what to do
   */
  static void requireLoaded() {
    List<Provider> loaded =
        Arrays.stream(Security.getProviders()).map(JsseProviders::original).toList();
    for (String name : names().filter(name -> !OF_JDK.matcher(name).matches()).toList()) {
      Provider found =
          loaded.stream().filter(provider -> isNamed(provider, name)).findFirst().orElse(null);
      if (found == null) {
        throw refused(name, "this JVM could not load it");
      }
      // So it is with Amazon's, for example, if its native library cannot be loaded.
      if (found.getServices().isEmpty()) {
        throw refused(name, "it is loaded and has no algorithm, as if its native library failed");
      }
    }
  }

  private static UsageException refused(String name, String reason) {
    return new UsageException(
        "security.provider.N=%s of this JVM (java.security, or the file of -Djava.security.properties): %s, so the JDK's own would be measured in its place; correct its jar (-cp) or its native library, or take the entry out"
            .formatted(name, reason));
  }

  private static Stream<String> names() {
    return IntStream.iterate(1, i -> i + 1)
        .mapToObj(i -> Security.getProperty("security.provider." + i))
        .takeWhile(entry -> entry != null)
        .map(entry -> entry.strip().split("\\s", 2)[0])
        .filter(name -> !name.isEmpty());
  }

  private static boolean isNamed(Provider provider, String name) {
    return name.equals(provider.getName()) || name.equals(provider.getClass().getName());
  }
}
