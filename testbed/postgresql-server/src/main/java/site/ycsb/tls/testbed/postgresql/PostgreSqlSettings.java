package site.ycsb.tls.testbed.postgresql;

import java.nio.file.Path;
import java.util.List;

/**
 * The recipe's settings other than the listeners.
 *
 * @param data a directory for all files of the server, absolute
 * @param programs the folder of its programs
 * @param options for {@code postgres}, as they are
 */
record PostgreSqlSettings(Path data, Path programs, List<String> options) {
  private static final String DATA = "data=";
  private static final String PROGRAMS = "programs=";

  PostgreSqlSettings {
    data = data.toAbsolutePath();
    options = List.copyOf(options);
  }

  /**
   * Understands {@code data=PATH}, {@code programs=FOLDER} and options of {@code postgres}, which
   * begin with --.
   */
  static PostgreSqlSettings parse(List<String> arguments) {
    return new PostgreSqlSettings(
        Path.of(value(arguments, DATA)),
        Path.of(value(arguments, PROGRAMS)),
        arguments.stream().filter(argument -> argument.startsWith("--")).toList());
  }

  private static String value(List<String> arguments, String name) {
    return arguments.stream()
        .filter(argument -> argument.startsWith(name))
        .map(argument -> argument.substring(name.length()))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "expected %sPATH %sFOLDER and options of postgres".formatted(DATA, PROGRAMS)));
  }
}
