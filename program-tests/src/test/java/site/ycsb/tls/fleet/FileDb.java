package site.ycsb.tls.fleet;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.tls.testkit.UniformClient;

/**
 * A client that writes down the keys that it is asked for: in {@code file.dir}, a file for each
 * process and thread. {@code file.millis} is how long each operation takes. With {@code file.label}
 * it writes down when each operation began and ended instead, in ns of the clock that all processes
 * of a machine share; the file has the name of the label and the number of the agent.
 */
public final class FileDb extends UniformClient {
  private static final AtomicInteger CLIENTS = new AtomicInteger();
  private PrintStream out;
  private long millis;
  private String label;

  @Override
  public void init() throws DBException {
    millis = Long.parseLong(getProperties().getProperty("file.millis", "0"));
    label = getProperties().getProperty("file.label", "");
    String name =
        label.isEmpty()
            ? ProcessHandle.current().pid() + "-" + CLIENTS.incrementAndGet()
            : label + "-" + getProperties().getProperty("fleet.member").replaceFirst("/.*", "");
    Path file = Path.of(getProperties().getProperty("file.dir")).resolve(name);
    try {
      out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new DBException(e);
    }
  }

  /** All lines of all clients, sorted. */
  static List<String> lines(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .flatMap(
              file -> {
                try {
                  return Files.readAllLines(file).stream();
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              })
          .sorted()
          .toList();
    }
  }

  @Override
  protected Status operate(String name, String key) {
    long began = System.nanoTime();
    if (label.isEmpty()) {
      out.println(name + " " + key);
    }
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Status.ERROR;
    }
    if (!label.isEmpty()) {
      out.println(began + " " + System.nanoTime());
    }
    return Status.OK;
  }

  @Override
  public void cleanup() {
    out.close();
  }
}
