package site.ycsb.tls.comparison.run;

import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
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
   * Looks whether there can be one of this name, which {@code --out} gave.
   *
   * @throws UsageException when there is a file of this name
   */
  public static void requireNoFile(Path out) {
    if (Files.exists(out) && !Files.isDirectory(out)) {
      throw refusal(out, new NotDirectoryException(out.toString()));
    }
  }

  /** The refusal of one of {@code --out} that cannot be made or written to. */
  public static UsageException refusal(Path out, FileSystemException e) {
    return refusal(out.toString(), "another directory with --out", e);
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
