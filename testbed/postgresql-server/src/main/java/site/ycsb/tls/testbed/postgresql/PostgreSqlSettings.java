package site.ycsb.tls.testbed.postgresql;

import java.nio.file.Path;
import java.util.List;
import site.ycsb.tls.testserver.program.ProgramArguments;

/**
 * The recipe's settings other than the listeners.
 *
 * @param data a directory for all files of the server, absolute
 * @param programs the folder of its programs
 * @param options for {@code postgres}, as they are
 */
record PostgreSqlSettings(Path data, Path programs, List<String> options) {

  /**
   * Understands {@code data=PATH}, {@code programs=FOLDER} and options of {@code postgres}, which
   * begin with --.
   */
  static PostgreSqlSettings parse(List<String> arguments) {
    ProgramArguments given = new ProgramArguments(arguments);
    return new PostgreSqlSettings(given.path("data"), given.path("programs"), given.options());
  }
}
