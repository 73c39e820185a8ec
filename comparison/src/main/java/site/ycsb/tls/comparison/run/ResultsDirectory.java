package site.ycsb.tls.comparison.run;

import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import site.ycsb.tls.file.FileFailure;
import site.ycsb.tls.property.UsageException;

/** Directories for results. */
public final class ResultsDirectory {
  private ResultsDirectory() {}

  /** The default: {@code results/TIME-NAME}. */
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

  /**
   * The refusal of one that cannot be made or written to.
   *
   * @param given for the message, such as {@code results.dir=x}
   * @param instead what to give instead of it
   */
  public static UsageException refusal(String given, String instead, FileSystemException e) {
    return new UsageException(
        "%s cannot be written (%s); give %s".formatted(given, FileFailure.inWords(e), instead), e);
  }
}
