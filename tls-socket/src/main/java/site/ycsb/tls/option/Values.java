package site.ycsb.tls.option;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * The values of the {@code tls.*} properties. Every error message begins with the property's name.
 */
record Values(Map<String, String> properties) {

  Optional<String> text(TlsProperty property) {
    return Optional.ofNullable(properties.get(property.key()))
        .map(String::strip)
        .filter(v -> !v.isEmpty());
  }

  Optional<Path> path(TlsProperty property) {
    return parsed(property, Path::of);
  }

  Optional<Secret> secret(TlsProperty property) {
    return Optional.ofNullable(properties.get(property.key())).map(Secret::new);
  }

  /** The parsed value; the parser may throw IllegalArgumentException. */
  <T> Optional<T> parsed(TlsProperty property, Function<String, T> parser) {
    return text(property)
        .map(
            value -> {
              try {
                return parser.apply(value);
              } catch (IllegalArgumentException e) {
                throw new UsageException(property + "=" + value + ": " + e.getMessage(), e);
              }
            });
  }

  OptionalInt number(TlsProperty property, int least, int most) {
    return parsed(property, value -> number(value, least, most))
        .map(OptionalInt::of)
        .orElseGet(OptionalInt::empty);
  }

  /** One of the given values; upper and lower case are the same. */
  <T> T oneOf(TlsProperty property, Map<String, T> choices, T absent) {
    return parsed(
            property,
            value ->
                Optional.ofNullable(choices.get(value.toLowerCase(Locale.ROOT)))
                    .orElseThrow(
                        () ->
                            new IllegalArgumentException(
                                "expected one of " + String.join(", ", choices.keySet()))))
        .orElse(absent);
  }

  private static int number(String value, int least, int most) {
    try {
      int number = Integer.parseInt(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a whole number; expected " + least + " or more", e);
    }
    throw new IllegalArgumentException("expected " + least + " to " + most);
  }
}
