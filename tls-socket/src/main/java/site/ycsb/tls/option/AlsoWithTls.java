package site.ycsb.tls.option;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import site.ycsb.tls.property.Advice;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;

/**
 * The properties that a client itself needs with TLS: {@code tls.also}. Those that begin with
 * {@code -D} are properties of its JVM.
 */
public final class AlsoWithTls {
  /** A value may contain commas: a URL that names several hosts does. */
  private static final Pattern SEPARATOR = Pattern.compile("\\s*,\\s*(?=[\\w.-]+=)");

  private static final String SYSTEM = "-D";

  /** Set later, these have no effect, and nothing says so. */
  private static final Set<String> READ_AT_START =
      Set.of(
          "java.security.properties",
          "java.security.debug",
          "java.io.tmpdir",
          "java.library.path",
          "java.net.preferIPv4Stack",
          "java.net.preferIPv6Addresses",
          "file.encoding");

  private AlsoWithTls() {}

  /**
   * The client's properties that {@code tls.also} names, in order; none without {@code tls.cipher}.
   *
   * @param properties all of a run
   * @throws UsageException when one has no name or no {@code =}, or is itself a {@code tls.*}
   *     property
   */
  public static Map<String, String> of(Map<String, String> properties) {
    return given(properties, false);
  }

  /**
   * Arguments for a new JVM, {@code -DNAME=VALUE}: the properties of the JVM that it reads when it
   * starts. The others are not there: other users can see arguments.
   */
  public static List<String> jvmArguments(Map<String, String> properties) {
    return given(properties, true).entrySet().stream()
        .filter(property -> READ_AT_START.contains(property.getKey()))
        .map(property -> SYSTEM + property.getKey() + "=" + property.getValue())
        .toList();
  }

  /**
   * Sets the properties of this JVM.
   *
   * @throws UsageException for one that this JVM has read already, unless it was started with it
   */
  public static void setSystemProperties(Map<String, String> properties) {
    given(properties, true)
        .forEach(
            (name, value) -> {
              if (READ_AT_START.contains(name) && !value.equals(System.getProperty(name))) {
                throw new UsageException(
                    "tls.also: -D%s=%s comes too late, as a JVM reads it when it starts; %s"
                        .formatted(
                            name,
                            value,
                            Advice.get().withJvmOption("-D%s=%s".formatted(name, value))));
              }
              System.setProperty(name, value);
            });
  }

  private static Map<String, String> given(Map<String, String> properties, boolean system) {
    TypedProperties values = new TypedProperties(properties);
    Map<String, String> also =
        values.has(TlsProperties.CIPHER) ? values.get(TlsProperties.ALSO, Map.of()) : Map.of();
    Map<String, String> wanted = new LinkedHashMap<>();
    also.forEach(
        (name, value) -> {
          if (name.startsWith(SYSTEM) == system) {
            wanted.put(system ? name.substring(SYSTEM.length()) : name, value);
          }
        });
    return wanted;
  }

  static Map<String, String> parse(String given) {
    Map<String, String> also = new LinkedHashMap<>();
    for (String assignment : SEPARATOR.split(given, -1)) {
      int equals = assignment.indexOf('=');
      String name = assignment.substring(0, Math.max(equals, 0)).strip();
      if (name.isEmpty() || name.equals(SYSTEM)) {
        throw new UsageException(
            "tls.also: '%s' is no NAME=VALUE; expected is, for example, redis.tls=true,redis.port=6380"
                .formatted(assignment));
      }
      if (name.startsWith(TlsProperties.PREFIX)) {
        throw new UsageException(
            "tls.also: %s says what is pinned, which no client reads; give it with -p %s=%s"
                .formatted(name, name, assignment.substring(equals + 1)));
      }
      also.put(name, assignment.substring(equals + 1));
    }
    return also;
  }
}
