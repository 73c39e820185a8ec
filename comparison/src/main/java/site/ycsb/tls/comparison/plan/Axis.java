package site.ycsb.tls.comparison.plan;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.property.UsageException;

/**
 * One dimension of a sweep: a property and the values that it takes in turn.
 *
 * @param property its name, for example {@code threadcount}
 * @param values at least one, all different
 */
public record Axis(String property, List<String> values) {
  public Axis {
    values = List.copyOf(values);
    if (property.isBlank() || values.isEmpty() || values.stream().anyMatch(String::isBlank)) {
      throw new UsageException(
          "--vary: expected NAME=VALUE[,VALUE...], for example threadcount=1,2,4; given: %s=%s"
              .formatted(property, String.join(",", values)));
    }
    if (new HashSet<>(values).size() < values.size()) {
      throw new UsageException(
          "--vary " + property + " names a value twice: " + String.join(",", values));
    }
  }

  /** Why it makes no sweep: the points of a comparison have the same servers. */
  public UsageException isOfServer() {
    return new UsageException(
        "--vary %s=%s: a setting of the server is the same at all points of a sweep, as is its address, and with --load its whole URL; give it to variants, with -p variants.NAME.%s=%s for each and --baseline NAME"
            .formatted(property, String.join(",", values), property, values.get(0)));
  }

  /**
   * Parses {@code NAME=a,b,c}.
   *
   * @throws UsageException when it is not of that form, or has credentials
   */
  public static Axis parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new UsageException(
          "--vary: expected NAME=VALUE[,VALUE...], for example threadcount=1,2,4; given: " + text);
    }
    List<String> values =
        Arrays.stream(text.substring(equals + 1).split(",", -1)).map(String::trim).toList();
    String property = text.substring(0, equals).trim();
    requireShowable(property, values, Secrets.named(List.of()));
    return new Axis(property, values);
  }

  /**
   * Refuses credentials: results, and folders in them, name the points of a sweep by these values.
   *
   * @throws UsageException when a value is one, or contains one
   */
  public void requireShowable(Secrets secrets) {
    requireShowable(property, values, secrets);
  }

  private static void requireShowable(String property, List<String> values, Secrets secrets) {
    if (values.stream().anyMatch(value -> !secrets.mask(property, value).equals(value))) {
      throw new UsageException(
          "--vary %s: the points of a sweep are named by its values in all results, and these are credentials or have some; give it with -p, or to variants with -p variants.NAME.%s=VALUE"
              .formatted(property, property));
    }
  }
}
