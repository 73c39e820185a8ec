package site.ycsb.tls.session;

import java.util.Optional;
import site.ycsb.tls.property.UsageException;

/**
 * Values such as {@code env:DB_PASSWORD}, which are read from an environment variable. So a
 * password need not be in a command line, which every user of the machine can read.
 */
public final class EnvironmentValues {
  private static final String PREFIX = "env:";

  private EnvironmentValues() {}

  /**
   * The value, or the value of the environment variable that it names.
   *
   * @param name of the property, for the message
   * @throws UsageException when there is no such variable
   */
  public static String resolve(String name, String value) {
    if (!value.startsWith(PREFIX)) {
      return value;
    }
    String variable = value.substring(PREFIX.length());
    return Optional.ofNullable(System.getenv(variable))
        .orElseThrow(
            () ->
                new UsageException(
                    "%s=%s: there is no environment variable '%s'; set and export it, or give the value in a file with -P"
                        .formatted(name, value, variable)));
  }
}
