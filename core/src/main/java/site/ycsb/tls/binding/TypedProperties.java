package site.ycsb.tls.binding;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import site.ycsb.tls.option.UsageException;

/**
 * Reads properties as typed values. Every method throws a {@link UsageException} that names the
 * property, what was given and what is expected. An empty value counts as absent.
 */
public final class TypedProperties {
  private final Properties properties;

  public TypedProperties(Properties properties) {
    this.properties = Objects.requireNonNull(properties);
  }

  /** The trimmed text; empty when absent. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(properties.getProperty(name))
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
