package site.ycsb.tls.measurement.process.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Files in which Linux tells something, such as those below {@code /proc}. Thread-safe. */
public final class KernelFile {
  private KernelFile() {}

  /**
   * The text of the file, without blanks at its ends. Each byte is a character: names of processes
   * need not be UTF-8.
   *
   * @return empty when there is no such file, as for a process that has ended, or this user may not
   *     read it
   */
  public static Optional<String> read(Path file) {
    try {
      return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether a process has loaded a library, also where the file has been replaced since.
   *
   * @param process its folder below {@code /proc}
   * @param library how the file's name begins, after a slash
   * @return empty when it is unknown: the process has ended, or is another user's
   */
  public static Optional<Boolean> hasLoaded(Path process, String library) {
    return read(process.resolve("maps")).map(maps -> maps.contains("/" + library));
  }
}
