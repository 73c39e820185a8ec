package site.ycsb.tls.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory that is removed with all that is in it: when it is closed or, where its process was
 * killed, when this user's next process makes one.
 *
 * <p>A process holds a lock on a file beside the content as long as it lives. The system releases
 * it, however the process ended; so a number that another process was given since, or one in
 * another container, is not mistaken for it.
 */
public final class TemporaryDirectory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TemporaryDirectory.class);
  private static final String OURS = "ycsb-tls-";

  /**
   * Sorts before all else, so it is the last to go: who is killed while removing has not lost it.
   */
  private static final String LOCK = ".lock";

  /** In the names of this process's: to close a file of theirs would release the lock on it. */
  private static final String OWN = "-" + ProcessHandle.current().pid() + "-";

  private final Path root;
  private final Path content;
  private final FileChannel lock;

  private TemporaryDirectory(Path root, Path content, FileChannel lock) {
    this.root = root;
    this.content = content;
    this.lock = lock;
  }

  /**
   * Makes one, readable by this user only, and removes those that killed processes left.
   *
   * @param purpose part of its name
   */
  public static TemporaryDirectory create(String purpose) throws IOException {
    Path root = Files.createTempDirectory(OURS + purpose + OWN);
    // Under its name it is locked from the beginning: a file that is not, is left behind.
    Path unnamed = root.resolve(LOCK + ".new");
    FileChannel lock =
        FileChannel.open(
            unnamed,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    lock.lock();
    Files.move(unnamed, root.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
    Path content =
        Files.createDirectory(
            root.resolve("files"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    // To be passed through, should the content be opened to another user: a server that root
    // starts is one.
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx--x--x"));
    removeLeftBehind(root);
    return new TemporaryDirectory(root, content, lock);
  }

  /** The directory, empty in the beginning. */
  public Path path() {
    return content;
  }

  private static void removeLeftBehind(Path own) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(own.getParent(), OURS + "*")) {
      for (Path root : all) {
        removeIfLeftBehind(root, own);
      }
    }
  }

  private static void removeIfLeftBehind(Path root, Path own) {
    try {
      if (!root.getFileName().toString().contains(OWN) && isDirectoryOfSameUser(root, own)) {
        // One that has none yet is being made.
        try (FileChannel channel =
                FileChannel.open(
                    root.resolve(LOCK), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            FileLock lock = channel.tryLock()) {
          if (lock != null) {
            remove(root);
          }
        }
      }
    } catch (NoSuchFileException e) {
      LOG.debug("{} is being made, or is gone", root, e);
    } catch (IOException e) {
      LOG.debug("{} is left for the next time", root, e);
    }
  }

  /** Links lead elsewhere; and who can write to it could have it say anything. */
  private static boolean isDirectoryOfSameUser(Path root, Path own) throws IOException {
    return Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)
        && Files.getOwner(root, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(own));
  }

  /** Follows no links. */
  private static void remove(Path root) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> all = Files.walk(root)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : deepestFirst) {
      Files.deleteIfExists(file);
    }
  }

  @Override
  public void close() throws IOException {
    try (lock) {
      remove(root);
    }
  }
}
