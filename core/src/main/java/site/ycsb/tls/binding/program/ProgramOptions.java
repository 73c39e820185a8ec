package site.ycsb.tls.binding.program;

import java.util.List;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.ValueType;

/** {@code testbed.options}: what the user passes on to the program of a test server. */
public final class ProgramOptions {
  private ProgramOptions() {}

  /**
   * The property of a binding, whose values are options with spaces between them.
   *
   * @param values in a few words, for tables
   * @param form of each option, a regular expression
   * @param expected in words, for who gave anything else
   * @param description one line
   */
  public static Property<List<String>> property(
      String values, String form, String expected, String description) {
    return Property.optional(
        "testbed.options",
        ValueType.of(
            values,
            given -> {
              List<String> options = List.of(given.split("\\s+"));
              for (String option : options) {
                if (!option.matches(form)) {
                  throw new IllegalArgumentException(
                      "expected %s; '%s' is none".formatted(expected, option));
                }
              }
              return options;
            }),
        "",
        description);
  }
}
