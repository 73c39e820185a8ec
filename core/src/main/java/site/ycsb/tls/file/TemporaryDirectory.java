package site.ycsb.tls.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory that is removed with its content: when it is closed or, if its process was killed,
 * when this user's next process makes one.
 *
 * <p>A process holds a lock on a file beside the content as long as it lives. The operating system
 * releases it when the process ends. A process id would not do: another process may have it by now,
 * or a process in another container.
 */
public final class TemporaryDirectory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TemporaryDirectory.class);
  private static final String OURS = "ycsb-tls-";

  /**
   * Beginning of the names of directories that are being removed. They need no lock: every process
   * may remove what one that was killed meanwhile left of them.
   */
  private static final String REMOVED = OURS + "removed-";

  private static final String LOCK = ".lock";

  /** Its name until it is locked. */
  private static final String UNLOCKED = LOCK + ".new";

  /** Purpose, process id, and the number that makes it the only one. */
  private static final Pattern NAME = Pattern.compile(OURS + "[a-z-]+-[0-9]+-[0-9]+");

  /** Longer than making a directory takes, from its name to its locked file. */
  private static final Duration BEING_MADE = Duration.ofSeconds(5);

  private static final FileAttribute<?> OWNER_MAY_EXECUTE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  /**
   * Part of the names of this process's directories: closing one of their lock files would release
   * the lock.
   */
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
   * Makes a directory, readable by this user only, and removes those of killed processes.
   *
   * @param purpose part of its name
   */
  public static TemporaryDirectory create(String purpose) throws IOException {
    return make(makeRoot(OURS + purpose + OWN));
  }

  /**
   * The same in another folder than the temporary one, such as that to which the content will be
   * moved.
   *
   * @param folder is there
   * @param purpose part of its name
   */
  public static TemporaryDirectory in(Path folder, String purpose) throws IOException {
    return make(Files.createTempDirectory(folder, OURS + purpose + OWN));
  }

  private static TemporaryDirectory make(Path root) throws IOException {
    // It is locked before it gets its name: a lock file that is not locked belongs to a killed
    // process.
    Path unnamed = root.resolve(UNLOCKED);
    FileChannel lock =
        FileChannel.open(
            unnamed,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    lock.lock();
    Files.move(unnamed, root.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
    Path content = Files.createDirectory(root.resolve("files"), OWNER_MAY_EXECUTE);
    // Others may pass through, in case the content is opened to another user, such as that of a
    // server started by root.
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx--x--x"));
    removeLeftBehind(root);
    return new TemporaryDirectory(root, content, lock);
  }

  /**
   * A new directory in the temporary folder or, where its files may not be executed, in {@code
   * /var/tmp} if they may there: test servers unpack native libraries in theirs.
   */
  private static Path makeRoot(String prefix) throws IOException {
    Path usual = Files.createTempDirectory(prefix);
    Path elsewhere = Path.of("/var/tmp");
    if (mayExecuteIn(usual) || !Files.isDirectory(elsewhere)) {
      return usual;
    }
    Path other = Files.createTempDirectory(elsewhere, prefix);
    boolean better = mayExecuteIn(other);
    delete(better ? usual : other);
    return better ? other : usual;
  }

  private static boolean mayExecuteIn(Path root) throws IOException {
    Path file = Files.createTempFile(root, "", ".sh", OWNER_MAY_EXECUTE);
    try {
      return Files.isExecutable(file);
    } finally {
      Files.delete(file);
    }
  }

  /** The directory, initially empty. */
  public Path path() {
    return content;
  }

  /**
   * One thread at a time: a process that locks a file twice gets an exception, and closing the file
   * once releases both locks.
   */
  private static synchronized void removeLeftBehind(Path own) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(own.getParent(), OURS + "*")) {
      for (Path root : all) {
        removeIfLeftBehind(root, own);
      }
    }
  }

  private static void removeIfLeftBehind(Path root, Path own) {
    try {
      String name = root.getFileName().toString();
      if (name.contains(OWN) || !isDirectoryOfSameUser(root, own)) {
        return;
      }
      if (name.startsWith(REMOVED)) {
        delete(root);
      } else {
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
      removeIfNeverMade(root);
    } catch (IOException e) {
      LOG.debug("{} is left for the next time", root, e);
    }
  }

  /**
   * A directory without a lock file is just being made, is gone, or its process was killed while it
   * made it; or it is somebody's of a similar name, such as an unpacked archive. So it is removed
   * only if it has one of our names, and nothing in it that was made later.
   */
  private static void removeIfNeverMade(Path root) {
    if (!NAME.matcher(root.getFileName().toString()).matches()) {
      return;
    }
    try {
      Instant made = Files.getLastModifiedTime(root, LinkOption.NOFOLLOW_LINKS).toInstant();
      if (made.plus(BEING_MADE).isAfter(Instant.now())) {
        return;
      }
      Files.deleteIfExists(root.resolve(UNLOCKED));
      // Fails if there is anything else.
      Files.delete(root);
    } catch (IOException e) {
      LOG.debug("{} is left for the next time, or is gone", root, e);
    }
  }

  /** Ignores links, and files that other users can write. */
  private static boolean isDirectoryOfSameUser(Path root, Path own) throws IOException {
    return Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)
        && Files.getOwner(root, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(own));
  }

  private static void remove(Path root) throws IOException {
    String rest = root.getFileName().toString().substring(OURS.length());
    Path removed = root.resolveSibling(REMOVED + rest);
    Files.move(root, removed, StandardCopyOption.ATOMIC_MOVE);
    delete(removed);
  }

  /**
   * Removes a directory with all that is in it. Follows no links. Another process may do the same
   * at the same time.
   */
  public static void delete(Path root) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            return continueIfGone(failure);
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException failure)
              throws IOException {
            FileVisitResult result = continueIfGone(failure);
            Files.deleteIfExists(directory);
            return result;
          }
        });
  }

  private static FileVisitResult continueIfGone(IOException failure) throws IOException {
    if (failure == null || failure instanceof NoSuchFileException) {
      return FileVisitResult.CONTINUE;
    }
    throw failure;
  }

  @Override
  public void close() throws IOException {
    try (lock) {
      remove(root);
    }
  }

  /**
   * Leaves the files to whoever wants to look; the next process that calls {@link #create} removes
   * them.
   */
  public void leave() throws IOException {
    lock.close();
  }
}
