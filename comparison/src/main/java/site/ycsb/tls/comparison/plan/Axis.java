package site.ycsb.tls.comparison.plan;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
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
          "--vary: expected NAME=VALUE[,VALUE...], for example threadcount=1,2,4; given: "
              + property
              + "="
              + String.join(",", values));
    }
    if (new HashSet<>(values).size() < values.size()) {
      throw new UsageException(
          "--vary " + property + " names a value twice: " + String.join(",", values));
    }
  }

  /**
   * Parses {@code NAME=a,b,c}.
   *
   * @throws UsageException when it is not of that form
   */
  public static Axis parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new UsageException(
          "--vary: expected NAME=VALUE[,VALUE...], for example threadcount=1,2,4; given: " + text);
    }
    List<String> values =
        Arrays.stream(text.substring(equals + 1).split(",", -1)).map(String::trim).toList();
    return new Axis(text.substring(0, equals).trim(), values);
  }
}
