package site.ycsb.tls.testbed.redis;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.testserver.program.ProgramArguments;

/**
 * The recipe's settings other than the listeners.
 *
 * @param data a directory for the server's files, absolute
 * @param program the server's
 * @param options of its configuration, by name
 */
record RedisSettings(Path data, Path program, Map<String, String> options) {
  /** Understands {@code data=PATH}, {@code program=PATH} and any number of {@code --NAME=VALUE}. */
  static RedisSettings parse(List<String> arguments) {
    ProgramArguments given = new ProgramArguments(arguments);
    Map<String, String> options = new LinkedHashMap<>();
    for (String option : given.options()) {
      int equals = option.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("expected --NAME=VALUE, given " + option);
      }
      options.put(option.substring("--".length(), equals), option.substring(equals + 1));
    }
    return new RedisSettings(given.path("data"), given.path("program"), options);
  }

  /** The same with the files in another directory. */
  RedisSettings in(Path directory) {
    return new RedisSettings(directory, program, options);
  }

  /** The program's name, such as {@code valkey-server}. */
  String name() {
    return program.getFileName().toString();
  }
}
