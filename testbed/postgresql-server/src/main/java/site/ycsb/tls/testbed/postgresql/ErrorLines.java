package site.ycsb.tls.testbed.postgresql;

import java.util.List;
import java.util.regex.Pattern;
import site.ycsb.tls.testserver.program.LogLines;

/** Finds the error in the log of a server, or of a program of its packages. */
final class ErrorLines {
  /** The last line of a server that has no port. */
  static final String PORT_TAKEN = "could not create any TCP/IP sockets";

  private static final Pattern ERROR =
      Pattern.compile("^(?:FATAL: +|PANIC: +|ERROR: +|[a-z_]+: error: |psql: error: )(.*)$");

  private ErrorLines() {}

  /** The texts of the lines marked as errors, in one line; the last line when there are none. */
  static String of(List<String> log) {
    return LogLines.errors(log, ERROR, text -> true);
  }
}
