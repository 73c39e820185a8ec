package site.ycsb.tls.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * That one process at a time works in a folder. The operating system releases it when the process
 * ends, in whichever way; the file stays.
 */
public final class FolderLock implements AutoCloseable {
  private static final long PAUSE_NANOS = 20_000_000;

  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes it.
   *
   * @param file is locked, and made if need be; its folder exists
   * @return empty when another process has it, or this one already
   */
  public static Optional<FolderLock> take(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return Optional.of(new FolderLock(channel));
      }
    } catch (OverlappingFileLockException e) {
      // This process has it: the same answer.
    }
    channel.close();
    return Optional.empty();
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
    channel.close();
  }
}
