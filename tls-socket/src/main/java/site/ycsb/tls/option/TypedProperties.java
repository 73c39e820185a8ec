package site.ycsb.tls.option;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Reads properties as typed values. Every method throws a {@link UsageException} that names the
 * property, what was given and what is expected. An empty value counts as absent.
 */
public final class TypedProperties {
  private final UnaryOperator<String> values;

  public TypedProperties(Properties properties) {
    this.values = properties::getProperty;
  }

  public TypedProperties(Map<String, String> properties) {
    this.values = properties::get;
  }

  /** The trimmed text; empty when absent. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(values.apply(name))
        .map(String::trim)
        .filter(value -> !value.isEmpty());
  }

  /** A whole number of at least {@code least}. */
  public long whole(String name, long defaultValue, long least) {
    return whole(name, defaultValue, least, Long.MAX_VALUE);
  }

  /** A whole number from {@code least} to {@code most}. */
  public long whole(String name, long defaultValue, long least, long most) {
    Optional<String> given = text(name);
    if (given.isEmpty()) {
      return defaultValue;
    }
    String expected =
        most == Long.MAX_VALUE
            ? "a whole number of at least " + least
            : "a whole number from " + least + " to " + most;
    try {
      long value = Long.parseLong(given.get());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw refused(name, given.get(), expected, e);
    }
    throw refused(name, given.get(), expected, null);
  }

  /** A finite number from {@code least} to {@code most}. */
  public double number(String name, double defaultValue, double least, double most) {
    Optional<String> given = text(name);
    if (given.isEmpty()) {
      return defaultValue;
    }
    String expected =
        most == Double.MAX_VALUE
            ? "a number of at least " + plain(least)
            : "a number from " + plain(least) + " to " + plain(most);
    try {
      double value = Double.parseDouble(given.get());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw refused(name, given.get(), expected, e);
    }
    throw refused(name, given.get(), expected, null);
  }

  /** A finite number of at least {@code least}. */
  public double number(String name, double defaultValue, double least) {
    return number(name, defaultValue, least, Double.MAX_VALUE);
  }

  /** {@code true} or {@code false}. */
  public boolean flag(String name, boolean defaultValue) {
    return Boolean.parseBoolean(choice(name, Boolean.toString(defaultValue), "true", "false"));
  }

  /** One of several words. */
  public String choice(String name, String defaultValue, String... allowed) {
    String value = text(name).orElse(defaultValue);
    if (!Arrays.asList(allowed).contains(value)) {
      throw refused(name, value, "one of " + String.join(", ", allowed), null);
    }
    return value;
  }

  /** One of several words, upper and lower case alike, as the value that it stands for. */
  public <T> T oneOf(String name, Map<String, T> choices, T absent) {
    return parsed(
            name,
            value ->
                Optional.ofNullable(choices.get(value.toLowerCase(Locale.ROOT)))
                    .orElseThrow(
                        () ->
                            new IllegalArgumentException(
                                "expected one of " + String.join(", ", choices.keySet()))))
        .orElse(absent);
  }

  /** A whole number from {@code least} to {@code most}; empty when absent. */
  public OptionalInt wholeIfGiven(String name, int least, int most) {
    return parsed(name, value -> wholeNumber(value, least, most))
        .map(OptionalInt::of)
        .orElseGet(OptionalInt::empty);
  }

  private static int wholeNumber(String value, int least, int most) {
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

  /** A file; empty when absent. */
  public Optional<Path> path(String name) {
    return parsed(name, Path::of);
  }

  /** A password, with its blanks; empty when absent. */
  public Optional<Secret> secret(String name) {
    return Optional.ofNullable(values.apply(name)).map(Secret::new);
  }

  /**
   * The parsed text; empty when absent.
   *
   * @param parser may throw IllegalArgumentException, whose message says what was expected
   */
  public <T> Optional<T> parsed(String name, Function<String, T> parser) {
    return text(name)
        .map(
            value -> {
              try {
                return parser.apply(value);
              } catch (IllegalArgumentException e) {
                throw new UsageException(name + "=" + value + ": " + e.getMessage(), e);
              }
            });
  }

  /** The words of a comma list; empty when absent. */
  public List<String> list(String name) {
    return text(name).stream()
        .flatMap(value -> Arrays.stream(value.split(",", -1)))
        .map(String::trim)
        .filter(word -> !word.isEmpty())
        .toList();
  }

  /** The exception for a value that is not what was expected. */
  public static UsageException refused(
      String name, String given, String expected, Throwable cause) {
    return new UsageException(name + "=" + given + ": expected " + expected, cause);
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }
}
