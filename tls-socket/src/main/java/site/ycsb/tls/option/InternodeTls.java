package site.ycsb.tls.option;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The {@code internode.*} properties: TLS between the nodes of a cluster, which is a setting of the
 * servers. They have the names and meanings of the {@code tls.*} properties of the pin.
 */
public final class InternodeTls {
  /** The prefix of all names. */
  public static final String PREFIX = "internode.";

  /** All of them, the suite first. */
  public static final List<String> NAMES =
      List.of(PREFIX + "cipher", PREFIX + "protocol", PREFIX + "keysize");

  private InternodeTls() {}

  /**
   * Parses the {@code internode.*} properties; others are ignored.
   *
   * @return empty when {@code internode.cipher} is absent: plain
   * @throws UsageException for an unknown {@code internode.*} property, a value that cannot be
   *     understood, or one that makes no sense without {@code internode.cipher}
   */
  public static Optional<TlsOptions> parse(Map<String, String> properties) {
    Map<String, String> pin = new LinkedHashMap<>();
    properties.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX)) {
            if (!NAMES.contains(name)) {
              throw new UsageException(
                  "unknown property " + name + "; there are " + String.join(", ", NAMES));
            }
            pin.put(TlsProperty.PREFIX + name.substring(PREFIX.length()), value);
          }
        });
    try {
      return TlsOptions.parse(pin);
    } catch (UsageException e) {
      throw new UsageException(e.getMessage().replace(TlsProperty.PREFIX, PREFIX), e);
    }
  }
}
