package site.ycsb.tls.testbed.redis;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import site.ycsb.tls.testserver.program.LogLines;

/** Finds the error in a server's log. */
final class RedisLog {
  /** The last line of a server that has no port. */
  static final String PORT_TAKEN = "Failed listening on port";

  /** {@code 1234:M 28 Nov 2026 03:47:21.123 # Failed …}; the mark is that of a warning. */
  private static final Pattern MARKED = Pattern.compile("^\\d+:\\w .*? # (.*)$");

  /** Of a file of configuration: the line, and what is wrong with it. */
  private static final Pattern CONFIGURATION = Pattern.compile("^>>> (.*)$");

  /** Marked lines of each start. */
  private static final Pattern USUAL =
      Pattern.compile(
          "(?i)warning.*|.*oO0Oo.*|.*Redis version=.*|.*Valkey version=.*|Configuration loaded.*|Server initialized.*");

  private RedisLog() {}

  /** The lines that say what is wrong, in one; the last line when there are none. */
  static String error(List<String> log) {
    String wrongLines = LogLines.marked(log, CONFIGURATION).collect(Collectors.joining("; "));
    return wrongLines.isEmpty()
        ? LogLines.errors(log, MARKED, text -> !USUAL.matcher(text).matches())
        : wrongLines + ": " + LogLines.last(log);
  }
}
