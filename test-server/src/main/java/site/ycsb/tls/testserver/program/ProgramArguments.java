package site.ycsb.tls.testserver.program;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The arguments of a test server that starts a program: {@code NAME=VALUE} for itself, and the
 * program's own options, which begin with --.
 *
 * @param all as they were given
 */
public record ProgramArguments(List<String> all) {

  /** The value of {@code NAME=VALUE}; empty when it is not given. */
  public Optional<String> value(String name) {
    return all.stream()
        .filter(argument -> argument.startsWith(name + "="))
        .map(argument -> argument.substring(name.length() + 1))
        .findFirst();
  }

  /**
   * The absolute path of {@code NAME=PATH}.
   *
   * @throws IllegalArgumentException when it is not given
   */
  public Path path(String name) {
    return value(name)
        .map(path -> Path.of(path).toAbsolutePath())
        .orElseThrow(() -> new IllegalArgumentException("expected " + name + "=PATH in " + all));
  }

  /** The program's own options, as they are. */
  public List<String> options() {
    return all.stream().filter(argument -> argument.startsWith("--")).toList();
  }
}
