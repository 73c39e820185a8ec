package site.ycsb.tls.binding;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.UsageException;

/**
 * The {@code internode.*} properties: TLS between the nodes of a cluster, which is a setting of the
 * servers. They have the names and meanings of the {@code tls.*} properties of the pin.
 */
public final class InternodeTls {
  /** The prefix of all names. */
  public static final String PREFIX = "internode.";

  /** All of them, the suite first. */
  public static final List<Property<?>> ALL =
      List.of(
          Property.optional(
              PREFIX + "cipher",
              TlsProperties.CIPHER.type(),
              "plain",
              "test server: the suite between its nodes (a comma list in compare); your own nodes: the suite that a single run expects there"),
          Property.optional(
              PREFIX + "protocol",
              TlsProperties.PROTOCOL.type(),
              "the newest that has the suite",
              "test server: the protocol version between its nodes"),
          Property.optional(
              PREFIX + "keysize",
              TlsProperties.KEYSIZE.type(),
              "RSA-2048, or EC-256 as the suite wants",
              "test server: key of its nodes' certificate for each other"));

  /** Their names. */
  public static final List<String> NAMES = Property.names(ALL);

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
            pin.put(TlsProperties.PREFIX + name.substring(PREFIX.length()), value);
          }
        });
    try {
      return TlsOptions.parse(pin);
    } catch (UsageException e) {
      throw new UsageException(e.getMessage().replace(TlsProperties.PREFIX, PREFIX), e);
    }
  }
}
