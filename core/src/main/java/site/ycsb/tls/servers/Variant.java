package site.ycsb.tls.servers;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.property.UsageException;

/**
 * One variant of a comparison: a readable name, and its properties.
 *
 * @param name for example {@code plain} or {@code TLS_AES_256_GCM_SHA384 RSA-2048}
 * @param properties of this variant's runs, in addition to the plan's base; in order
 * @param tls what they pin; empty for plain
 * @param id the name in a form that is safe as a file name, and unique within a plan; kept, because
 *     it is asked for each run of each point, again and again
 */
public record Variant(
    String name,
    Map<String, String> properties,
    @JsonIgnore Optional<TlsOptions> tls,
    @JsonIgnore String id) {

  /**
   * From its properties.
   *
   * @throws UsageException when the {@code tls.*} properties cannot be understood
   */
  @JsonCreator
  public Variant(
      @JsonProperty("name") String name,
      @JsonProperty("properties") Map<String, String> properties) {
    this(name, properties, TlsOptions.parse(properties));
  }

  /** From its properties, and what they pin. */
  public Variant(String name, Map<String, String> properties, Optional<TlsOptions> tls) {
    this(name, properties, tls, fileSafe(name));
  }

  public Variant {
    if (name.isBlank() || name.length() > 200) {
      throw new UsageException(
          "A variant needs a name of 1 to 200 characters, given: \"" + name + "\".");
    }
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
  }

  /** Whether its runs are with TLS. */
  public boolean pinsTls() {
    return tls.isPresent();
  }

  /** Whether the user's text names this variant. */
  public boolean isCalled(String wanted) {
    return name.equalsIgnoreCase(wanted) || id.equals(fileSafe(wanted));
  }

  /** Lower case, without characters that are special in a file system or a shell; at most 100. */
  public static String fileSafe(String text) {
    StringBuilder built = new StringBuilder();
    boolean special = false;
    for (char c : text.toLowerCase(Locale.ROOT).toCharArray()) {
      boolean plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || "._=-".indexOf(c) >= 0;
      if (plain) {
        built.append(c);
      } else if (!special) {
        built.append('-');
      }
      special = !plain;
    }
    int from = 0;
    int to = built.length();
    while (from < to && (built.charAt(from) == '.' || built.charAt(from) == '-')) {
      from++;
    }
    while (from < to && built.charAt(to - 1) == '-') {
      to--;
    }
    String safe = built.substring(from, to);
    if (safe.isEmpty() || safe.length() > 100) {
      String hash = Integer.toHexString(text.hashCode());
      safe = safe.isEmpty() ? hash : safe.substring(0, 90) + "-" + hash;
    }
    return safe;
  }
}
