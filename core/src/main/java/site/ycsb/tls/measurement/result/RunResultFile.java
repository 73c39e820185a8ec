package site.ycsb.tls.measurement.result;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
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

  /**
   * Removes the result of an earlier run from the directory, and those of its agents: the next run
   * there may end without one. The directory may be missing.
   */
  public static void remove(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    JsonFile.delete(directory.resolve(NAME));
    try (DirectoryStream<Path> agents = Files.newDirectoryStream(directory, "agent-[1-9]*")) {
      for (Path agent : agents) {
        if (Files.isDirectory(agent)) {
          JsonFile.delete(agent.resolve(NAME));
        }
      }
    }
  }
}
