package site.ycsb.tls.reliability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A disk in memory of a chosen size. Linux only, needs root. */
final class SmallDisk implements AutoCloseable {
  private static final long PAGE = 4096;

  private final Path directory;

  /**
   * @param bytes its size, rounded up to pages
   * @throws IOException when this machine or this user cannot, with the reason
   */
  SmallDisk(Path directory, long bytes) throws IOException, InterruptedException {
    this.directory = Files.createDirectories(directory);
    // A size of 0 would mean no limit; the first page is the directory's own.
    run("mount", "-t", "tmpfs", "-o", "size=" + (bytes / PAGE + 2) * PAGE, "none");
  }

  /** It takes no writes from now on; not while a file of it is open for writing. */
  void refuseWrites() throws IOException, InterruptedException {
    run("mount", "-o", "remount,ro");
  }

  /** It takes writes again, as many as anybody likes. */
  void enlarge() throws IOException, InterruptedException {
    run("mount", "-o", "remount,rw,size=1g");
  }

  @Override
  public void close() throws IOException, InterruptedException {
    run("umount");
  }

  private void run(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(words));
    command.add(directory.toString());
    Surroundings.run(command);
  }
}
