package site.ycsb.tls.testserver.program;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the log of a program says of its end. */
public final class LogLines {
  private LogLines() {}

  /**
   * The texts of the lines that are marked.
   *
   * @param mark of a whole line; its first group is the text
   */
  public static Stream<String> marked(List<String> log, Pattern mark) {
    return log.stream()
        .flatMap(line -> mark.matcher(line.strip()).results())
        .map((MatchResult found) -> found.group(1).strip());
  }

  /**
   * The texts of the lines that are marked, in one, each once; the last line when there are none.
   *
   * @param mark of a whole line; its first group is the text
   * @param tells whether a text says what is wrong
   */
  public static String errors(List<String> log, Pattern mark, Predicate<String> tells) {
    String errors = marked(log, mark).filter(tells).distinct().collect(Collectors.joining("; "));
    return errors.isEmpty() ? last(log) : errors;
  }

  /** The last line that is not blank. */
  public static String last(List<String> log) {
    return log.stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .reduce("it printed nothing", (earlier, later) -> later);
  }
}
