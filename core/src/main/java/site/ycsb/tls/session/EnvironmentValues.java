package site.ycsb.tls.session;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;

/**
 * Values such as {@code env:DB_PASSWORD}, which are read from an environment variable. So a
 * password need not be in a command line, which every user of the machine can read.
 */
public final class EnvironmentValues {
  private static final String PREFIX = "env:";

  private EnvironmentValues() {}

  /**
   * Puts the values of environment variables in place of their names. A property of which nobody
   * declares that it is a secret, or none, is added to {@code results.masked}.
   *
   * @param properties are changed
   * @param names that are declared
   * @param environment usually {@code System.getenv()}
   * @throws UsageException when there is no such variable
   */
  public static void resolve(
      Map<String, String> properties, PropertyNames names, Map<String, String> environment) {
    Set<String> undeclared =
        properties.entrySet().stream()
            .filter(given -> given.getValue().startsWith(PREFIX))
            .map(given -> PropertyNames.ofAnyVariant(given.getKey()))
            .filter(name -> !names.isDeclared(name))
            .collect(Collectors.toCollection(TreeSet::new));
    properties.replaceAll((name, value) -> resolve(name, value, environment));
    if (!undeclared.isEmpty()) {
      undeclared.addAll(
          new TypedProperties(properties).get(RunProperties.RESULTS_MASKED, List.of()));
      properties.put(RunProperties.RESULTS_MASKED.name(), String.join(",", undeclared));
    }
  }

  private static String resolve(String name, String value, Map<String, String> environment) {
    if (!value.startsWith(PREFIX)) {
      return value;
    }
    String variable = value.substring(PREFIX.length());
    return Optional.ofNullable(environment.get(variable))
        .orElseThrow(
            () ->
                new UsageException(
                    "%s=%s: there is no environment variable '%s'; set and export it, or give the value in a file with -P"
                        .formatted(name, value, variable)));
  }
}
