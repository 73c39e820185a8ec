package site.ycsb.tls.option;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The {@code internode.*} properties: the TLS between the nodes of a cluster, which is a setting of
 * the servers. They have the names and the meaning of the {@code tls.*} properties that are about
 * the pin.
 */
public final class InternodeTls {
  /** What all names begin with. */
  public static final String PREFIX = "internode.";

  /** All there are; the suite comes first. */
  public static final List<String> NAMES =
      List.of(PREFIX + "cipher", PREFIX + "protocol", PREFIX + "keysize");

  private InternodeTls() {}

  /**
   * Parses the {@code internode.*} properties; others are passed over.
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
