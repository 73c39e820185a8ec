package site.ycsb.tls.testbed.mariadb;

import java.util.List;

/** Finds in a server's log what the matter is. */
final class ErrorLines {
  private static final String MARK = "[ERROR] ";

  /** The server's last word, which says nothing of the reason. */
  private static final String FAREWELL = "Aborting";

  private ErrorLines() {}

  /** The texts of the lines marked as errors, in one line; of the last line when there are none. */
  static String of(List<String> log) {
    List<String> errors =
        log.stream()
            .filter(line -> line.contains(MARK))
            .map(line -> line.substring(line.indexOf(MARK) + MARK.length()).strip())
            .filter(text -> !text.equals(FAREWELL))
            .toList();
    if (!errors.isEmpty()) {
      return String.join("; ", errors);
    }
    List<String> said = log.stream().map(String::strip).filter(line -> !line.isEmpty()).toList();
    return said.isEmpty() ? "it said nothing" : said.get(said.size() - 1);
  }
}
