package site.ycsb.tls.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * That one process at a time works in a folder. The operating system releases it when the process
 * ends, in whichever way; the file stays.
 */
public final class FolderLock implements AutoCloseable {
  private static final long PAUSE_NANOS = 20_000_000;

  /**
   * The files that this process has locked. They are not opened again: on POSIX, closing a file
   * releases all locks of the process on it, in whichever way they were taken (fcntl(2)).
   */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private FolderLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes it.
   *
   * @param file is locked, and made if need be; its folder exists
   * @return empty when another process has it, or this one already
   */
  public static Optional<FolderLock> take(Path file) throws IOException {
    Path real = file.toAbsolutePath().getParent().toRealPath().resolve(file.getFileName());
    if (!OWN.add(real)) {
      return Optional.empty();
    }
    boolean taken = false;
    try {
      FileChannel channel =
          FileChannel.open(real, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      taken = channel.tryLock() != null;
      if (taken) {
        return Optional.of(new FolderLock(real, channel));
      }
      channel.close();
      return Optional.empty();
    } finally {
      if (!taken) {
        OWN.remove(real);
      }
    }
  }

  /**
   * Takes it as soon as nobody else has it: for what takes a moment.
   *
   * @param file is locked, and made if need be; its folder exists
   */
  public static FolderLock await(Path file) throws IOException {
    Optional<FolderLock> lock = take(file);
    while (lock.isEmpty()) {
      LockSupport.parkNanos(PAUSE_NANOS);
      lock = take(file);
    }
    return lock.get();
  }

  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      channel.close();
      OWN.remove(file);
    }
  }
}
