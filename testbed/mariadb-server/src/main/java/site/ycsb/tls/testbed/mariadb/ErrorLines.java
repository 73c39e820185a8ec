package site.ycsb.tls.testbed.mariadb;

import java.util.List;
import java.util.regex.Pattern;
import site.ycsb.tls.testserver.program.LogLines;

/** Finds the error in the log of a server, or of its installer. */
final class ErrorLines {
  /** A running server marks its errors, one that executes the installer's statements begins so. */
  private static final Pattern ERROR = Pattern.compile("^(?:.*\\[ERROR\\] |ERROR: )(.*)$");

  /** The server's last line, which does not contain the reason. */
  private static final String FAREWELL = "Aborting";

  /** The beginning of the installer's own general text. */
  private static final String INSTALLER = "Installation of system tables failed!";

  private ErrorLines() {}

  /** The texts of the lines marked as errors, in one line; of the last line when there are none. */
  static String of(List<String> log) {
    List<String> said = log.stream().takeWhile(line -> !line.startsWith(INSTALLER)).toList();
    return LogLines.errors(said, ERROR, text -> !text.equals(FAREWELL));
  }
}
