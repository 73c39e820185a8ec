package site.ycsb.tls.property;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What the values of a property are.
 *
 * @param <T> what a value is once it is parsed
 * @param values in a few words, for tables
 * @param secret whether a value must never be printed or stored
 * @param verbatim whether blanks around a value belong to it, so that one of blanks is a value
 * @param parser throws an IllegalArgumentException whose message says what was expected
 */
public record ValueType<T>(
    String values, boolean secret, boolean verbatim, Function<String, T> parser) {
  public ValueType {
    Objects.requireNonNull(values);
    Objects.requireNonNull(parser);
  }

  /**
   * A type with a parser of its own.
   *
   * @param parser throws an IllegalArgumentException whose message says what was expected
   */
  public static <T> ValueType<T> of(String values, Function<String, T> parser) {
    return new ValueType<>(values, false, false, parser);
  }

  /** The same type, described in other words. */
  public ValueType<T> as(String words) {
    return new ValueType<>(words, secret, verbatim, parser);
  }

  /**
   * The parsed value.
   *
   * @throws IllegalArgumentException when it is none; the message says what was expected
   */
  T parse(String value) {
    return parser.apply(value);
  }

  /** Any text. */
  public static ValueType<String> text() {
    return text("text");
  }

  /** Text that is looked into elsewhere. */
  public static ValueType<String> text(String values) {
    return of(values, value -> value);
  }

  /**
   * Text of a certain form.
   *
   * @param form regular expression
   * @param expected in words, for who gave anything else
   */
  public static ValueType<String> matching(String values, String form, String expected) {
    return of(
        values,
        value -> {
          if (!value.matches(form)) {
            throw new IllegalArgumentException("expected " + expected);
          }
          return value;
        });
  }

  /** A password, with its blanks. */
  public static ValueType<Secret> password() {
    return new ValueType<>("text", true, true, Secret::new);
  }

  /** Any text, with its blanks. */
  public static ValueType<String> verbatimText() {
    return new ValueType<>("text", false, true, value -> value);
  }

  /** The name of a file or directory, which is not looked for. */
  public static ValueType<Path> path() {
    return of("path", Path::of);
  }

  /** {@code true} or {@code false}. */
  public static ValueType<Boolean> flag() {
    return oneOf(named("true", true, "false", false));
  }

  /** A whole number of at least {@code least}. */
  public static ValueType<Long> whole(long least) {
    return whole(least, Long.MAX_VALUE);
  }

  /** A whole number from {@code least} to {@code most}. */
  public static ValueType<Long> whole(long least, long most) {
    return number(
        "a whole number",
        Long.toString(least),
        most == Long.MAX_VALUE ? "" : "" + most,
        Long::valueOf,
        value -> value >= least && value <= most);
  }

  /** A whole number of at least {@code least}. */
  public static ValueType<Integer> integer(int least) {
    return integer(least, Integer.MAX_VALUE);
  }

  /** A whole number from {@code least} to {@code most}. */
  public static ValueType<Integer> integer(int least, int most) {
    return number(
        "a whole number",
        Integer.toString(least),
        most == Integer.MAX_VALUE ? "" : "" + most,
        Integer::valueOf,
        value -> value >= least && value <= most);
  }

  /** A finite number of at least {@code least}. */
  public static ValueType<Double> number(double least) {
    return number(least, Double.MAX_VALUE);
  }

  /** A finite number from {@code least} to {@code most}. */
  public static ValueType<Double> number(double least, double most) {
    return number(
        "a number",
        plain(least),
        most == Double.MAX_VALUE ? "" : plain(most),
        ValueType::decimal,
        value -> value >= least && value <= most);
  }

  /**
   * Java's numbers may also be hexadecimal, or end with the letter of their type: {@code 1d} is no
   * day there, and one of what was asked for.
   *
   * @throws NumberFormatException when it is no number
   */
  public static Double decimal(String value) {
    if (!value.matches("[-+.0-9eE]+")) {
      throw new NumberFormatException(value);
    }
    return Double.valueOf(value);
  }

  private static <T> ValueType<T> number(
      String kind, String least, String most, Function<String, T> parser, Predicate<T> allowed) {
    String expected =
        "expected "
            + kind
            + (most.isEmpty() ? " of at least " + least : " from " + least + " to " + most);
    return of(
        most.isEmpty() ? least + " or more" : least + " to " + most,
        value -> {
          try {
            T number = parser.apply(value);
            if (allowed.test(number)) {
              return number;
            }
          } catch (NumberFormatException e) {
            throw new IllegalArgumentException(expected, e);
          }
          throw new IllegalArgumentException(expected);
        });
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  /** One of several words, upper and lower case alike. */
  public static ValueType<String> oneOf(String... words) {
    Map<String, String> choices = new LinkedHashMap<>();
    Arrays.stream(words).forEach(word -> choices.put(word, word));
    return oneOf(choices);
  }

  /** One of the constants of an enum, in lower case. */
  public static <E extends Enum<E>> ValueType<E> oneOf(Class<E> constants) {
    Map<String, E> choices = new LinkedHashMap<>();
    for (E constant : constants.getEnumConstants()) {
      choices.put(constant.name().toLowerCase(Locale.ROOT), constant);
    }
    return oneOf(choices);
  }

  /**
   * One of several words, upper and lower case alike, as what it stands for.
   *
   * @param choices in the order in which they are told
   */
  public static <T> ValueType<T> oneOf(Map<String, T> choices) {
    String words = String.join(", ", choices.keySet());
    Map<String, T> lower = new LinkedHashMap<>();
    choices.forEach((word, value) -> lower.put(word.toLowerCase(Locale.ROOT), value));
    return of(
        words,
        value -> {
          T chosen = lower.get(value.toLowerCase(Locale.ROOT));
          if (chosen == null) {
            throw new IllegalArgumentException("expected one of " + words);
          }
          return chosen;
        });
  }

  /** Two words and what they stand for. */
  public static <T> Map<String, T> named(String first, T is, String second, T other) {
    Map<String, T> choices = new LinkedHashMap<>();
    choices.put(first, is);
    choices.put(second, other);
    return choices;
  }

  /** The words of a comma list, without empty ones. */
  public static ValueType<List<String>> list() {
    return list("comma list", word -> word);
  }

  /**
   * A comma list, without empty elements.
   *
   * @param element parses each; it throws an IllegalArgumentException whose message says what was
   *     expected
   */
  public static <T> ValueType<List<T>> list(String values, Function<String, T> element) {
    return of(
        values,
        value ->
            Arrays.stream(value.split(",", -1))
                .map(String::trim)
                .filter(word -> !word.isEmpty())
                .map(element)
                .toList());
  }
}
