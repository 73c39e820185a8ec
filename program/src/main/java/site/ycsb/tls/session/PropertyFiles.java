package site.ycsb.tls.session;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import site.ycsb.tls.property.UsageException;

/** Files of properties, such as {@code workloads/workloada}. */
public final class PropertyFiles {
  private PropertyFiles() {}

  /**
   * Adds the properties of the file.
   *
   * @param file looked for in the current folder, then in this program's home
   * @throws UsageException when it cannot be read; the message names the file and an example
   */
  public static void read(Path file, Properties into) {
    Path path = Files.exists(file) ? file : Home.path().resolve(file);
    try (Reader reader = Files.newBufferedReader(path)) {
      into.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(
          file
              + ": "
              + (Files.exists(path) ? "cannot be read (" + e.getMessage() + ")" : "no such file")
              + "; expected a file of properties, such as workloads/workloada",
          e);
    }
  }
}
