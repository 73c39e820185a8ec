package site.ycsb.tls.comparison.run;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** The default directory for results. */
public final class ResultsDirectory {
  private ResultsDirectory() {}

  /** {@code results/TIME-NAME}. */
  public static Path named(String name) {
    String time =
        LocalDateTime.now(ZoneId.systemDefault())
            .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
    return Path.of("results", time + "-" + name);
  }

  /**
   * {@code results/TIME-NAME-PROCESS}, for commands of which several may begin in the same second.
   */
  public static Path ofThisProcess(String name) {
    return named(name + "-" + ProcessHandle.current().pid());
  }
}
