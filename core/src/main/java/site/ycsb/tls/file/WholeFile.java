package site.ycsb.tls.file;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Files that are there whole or not at all. */
public final class WholeFile {
  /** The file's name, and the process that writes it. */
  private static final Pattern UNFINISHED = Pattern.compile("(.+)\\.([0-9]{1,18})\\.tmp");

  private static final int ATTEMPTS = 10;

  private WholeFile() {}

  /**
   * Writes the file, or leaves the one that is there as it was. Missing directories are made. It is
   * written beside its place and then renamed, which is atomic. It is on the disk by then: after a
   * power cut a renamed file may otherwise be empty. Of several threads or processes that write the
   * same file at once, the last one's is there. Threads take turns: in its process, a file has one
   * place where it is written.
   */
  public static synchronized void write(Path file, byte[] content) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    removeLeftBehind(directory, file.getFileName().toString());
    int attempt = 1;
    while (!isWritten(file, content, attempt == ATTEMPTS)) {
      attempt++;
    }
  }

  /**
   * Whether it was written. If not, a process of another container or machine has taken it away: it
   * sees no process with our number, or has the same.
   */
  private static boolean isWritten(Path file, byte[] content, boolean last) throws IOException {
    Path unfinished = unfinished(file, ProcessHandle.current().pid());
    try {
      // Not a channel, which a thread that is interrupted cannot write to.
      try (FileOutputStream out = new FileOutputStream(unfinished.toFile())) {
        writeAll(out, content, file);
      }
      Files.move(
          unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      return true;
    } catch (NoSuchFileException e) {
      if (last) {
        throw e;
      }
      return false;
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  /** With the file's name in what fails, such as on a full disk: a stream does not know it. */
  private static void writeAll(FileOutputStream out, byte[] content, Path file)
      throws FileSystemException {
    try {
      out.write(content);
      out.getFD().sync();
    } catch (IOException e) {
      FileSystemException named = new FileSystemException(file.toString(), null, e.getMessage());
      named.initCause(e);
      throw named;
    }
  }

  /** Where a process writes the file before it has its name. */
  public static Path unfinished(Path file, long process) {
    return file.resolveSibling(file.getFileName() + "." + process + ".tmp");
  }

  /** What processes that were killed wrote of the file. */
  private static void removeLeftBehind(Path directory, String name) {
    String[] left = directory.toFile().list((folder, each) -> isLeftBehind(each, name));
    if (left == null) {
      return;
    }
    for (String each : left) {
      try {
        Files.deleteIfExists(directory.resolve(each));
      } catch (IOException e) {
        // It is another user's, and harms nobody.
      }
    }
  }

  private static boolean isLeftBehind(String unfinished, String name) {
    Matcher parts = UNFINISHED.matcher(unfinished);
    return parts.matches()
        && parts.group(1).equals(name)
        && ProcessHandle.of(Long.parseLong(parts.group(2))).isEmpty();
  }
}
