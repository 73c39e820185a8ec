package site.ycsb.tls.file;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that are there whole or not at all. */
public final class WholeFile {
  private WholeFile() {}

  /**
   * Writes the file, or leaves the one that is there as it was. Missing directories are made. It is
   * written beside its place and then renamed, which is atomic. It is on the disk by then: after a
   * power cut a renamed file may otherwise be empty.
   */
  public static void write(Path file, byte[] content) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    Path unfinished = directory.resolve(file.getFileName() + ".tmp");
    try {
      // Not a channel, which a thread that is interrupted cannot write to.
      try (FileOutputStream out = new FileOutputStream(unfinished.toFile())) {
        out.write(content);
        out.getFD().sync();
      }
      Files.move(
          unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }
}
