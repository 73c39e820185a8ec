package site.ycsb.tls.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that are there whole or not at all. */
public final class WholeFile {
  private WholeFile() {}

  /**
   * Writes the file, or leaves the one that is there as it was. Missing directories are made. It is
   * written beside its place and then renamed, which is atomic.
   */
  public static void write(Path file, byte[] content) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    Path unfinished = directory.resolve(file.getFileName() + ".tmp");
    try {
      Files.write(unfinished, content);
      Files.move(
          unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }
}
