package site.ycsb.tls.cli;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** The default directory for results. */
final class ResultsDirectory {
  private ResultsDirectory() {}

  /** {@code results/TIME-NAME}. */
  static Path named(String name) {
    String time =
        LocalDateTime.now(ZoneId.systemDefault())
            .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
    return Path.of("results", time + "-" + name);
  }
}
