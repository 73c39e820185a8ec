package site.ycsb.tls.testbed.redis;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The recipe's settings other than the listeners.
 *
 * @param data a directory for the server's files, absolute
 * @param program the server's
 * @param options of its configuration, by name
 */
record RedisSettings(Path data, Path program, Map<String, String> options) {
  private static final String DATA = "data=";
  private static final String PROGRAM = "program=";
  private static final String OPTION = "--";

  RedisSettings {
    data = data.toAbsolutePath();
    options = new LinkedHashMap<>(options);
  }

  /** Understands {@code data=PATH}, {@code program=PATH} and any number of {@code --NAME=VALUE}. */
  static RedisSettings parse(List<String> arguments) {
    Map<String, String> options = new LinkedHashMap<>();
    for (String argument : arguments) {
      if (argument.startsWith(OPTION)) {
        int equals = argument.indexOf('=');
        if (equals < 0) {
          throw new IllegalArgumentException("expected --NAME=VALUE, given " + argument);
        }
        options.put(argument.substring(OPTION.length(), equals), argument.substring(equals + 1));
      }
    }
    return new RedisSettings(
        Path.of(value(arguments, DATA)), Path.of(value(arguments, PROGRAM)), options);
  }

  /** The same with the files in another directory. */
  RedisSettings in(Path directory) {
    return new RedisSettings(directory, program, options);
  }

  /** The program's name, such as {@code valkey-server}. */
  String name() {
    return program.getFileName().toString();
  }

  private static String value(List<String> arguments, String name) {
    Optional<String> given =
        arguments.stream()
            .filter(argument -> argument.startsWith(name))
            .map(argument -> argument.substring(name.length()))
            .findFirst();
    return given.orElseThrow(
        () ->
            new IllegalArgumentException(
                "expected %sPATH %sPATH [--NAME=VALUE ...]".formatted(DATA, PROGRAM)));
  }
}
