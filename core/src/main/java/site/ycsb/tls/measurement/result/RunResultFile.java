package site.ycsb.tls.measurement.result;

import java.io.IOException;
import java.nio.file.Path;
import site.ycsb.tls.file.JsonFile;

/** {@link RunResult} as JSON. Thread-safe. */
public final class RunResultFile {
  /** The file's name in a run's directory. */
  public static final String NAME = "run.json";

  private RunResultFile() {}

  /**
   * Writes the file whole or not at all; an existing one is replaced, missing directories are made.
   */
  public static void write(RunResult result, Path file) throws IOException {
    JsonFile.write(file, result);
  }

  /**
   * Reads a file that {@link #write} wrote.
   *
   * @throws IOException when it cannot be read, is not such a file, or has a newer format
   */
  public static RunResult read(Path file) throws IOException {
    return JsonFile.read(file, RunResult.class, RunResult.FORMAT);
  }
}
