package site.ycsb.tls.comparison.run;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A client whose reads end badly where its properties say so, and that can say when they were. One
 * thread only.
 *
 * <ul>
 *   <li>{@code trouble.times=FOLDER}: in the end, start and end of all reads are written to a file
 *       there that is named after {@code slow.millis}; ns of the clock that all processes share
 *   <li>{@code trouble.after=N} and {@code trouble.kind}: the Nth read dies ({@code halt}), fails
 *       ({@code error}), does not return ({@code hang}), takes 1.2 s ({@code pause}) or stops the
 *       process for 3 s ({@code stop})
 *   <li>{@code trouble.missing=KEY}: there is no such record; {@code all}: there is none
 *   <li>{@code trouble.once=FILE}: the trouble comes once, to whoever makes the file
 * </ul>
 */
public class TroubledDatabase extends SlowDatabase {
  private final List<String> times = new ArrayList<>();
  private Path file;
  private long reads;
  private long after;
  private String kind;
  private String once;
  private String missing;

  @Override
  public void init() throws DBException {
    super.init();
    after = Long.parseLong(getProperties().getProperty("trouble.after", "0"));
    kind = getProperties().getProperty("trouble.kind", "");
    once = getProperties().getProperty("trouble.once", "");
    missing = getProperties().getProperty("trouble.missing", "");
    String folder = getProperties().getProperty("trouble.times", "");
    file =
        folder.isEmpty() ? null : Path.of(folder, getProperties().getProperty("slow.millis", "1"));
  }

  @Override
  public void cleanup() throws DBException {
    super.cleanup();
    try {
      if (file != null) {
        Files.write(file, times);
      }
    } catch (IOException e) {
      throw new DBException(e);
    }
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    if (missing.equals(key) || missing.equals("all")) {
      return Status.NOT_FOUND;
    }
    reads++;
    if (reads == after && isMine()) {
      return trouble();
    }
    long start = System.nanoTime();
    Status status = super.read(table, key, fields, result);
    if (file != null) {
      times.add(start + " " + System.nanoTime());
    }
    return status;
  }

  private boolean isMine() {
    try {
      if (!once.isEmpty()) {
        Files.createFile(Path.of(once));
      }
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private Status trouble() {
    switch (kind) {
      case "halt" -> Runtime.getRuntime().halt(9);
      case "hang" -> sleep(Long.MAX_VALUE);
      case "pause" -> {
        sleep(1200);
        return Status.OK;
      }
      case "stop" -> {
        return stop();
      }
      default -> {
        // An error.
      }
    }
    return Status.ERROR;
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Status stop() {
    long own = ProcessHandle.current().pid();
    String command = "kill -STOP %d; sleep 3; kill -CONT %d".formatted(own, own);
    try {
      new ProcessBuilder("sh", "-c", command).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return Status.OK;
  }
}
