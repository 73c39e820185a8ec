package site.ycsb.tls.cost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import site.ycsb.tls.file.JsonFile;
import site.ycsb.tls.property.UsageException;

/** {@link CostModel} as JSON. Thread-safe. */
public final class CostModelFile {
  /** The file's name in its directory. */
  public static final String NAME = "model.json";

  private CostModelFile() {}

  /** Writes the file whole or not at all. */
  public static void write(CostModel model, Path directory) throws IOException {
    JsonFile.write(directory.resolve(NAME), model);
  }

  /**
   * Reads the model of a directory.
   *
   * @throws UsageException when there is none
   * @throws IOException when it cannot be read, or has another format
   */
  public static CostModel read(Path directory) throws IOException {
    Path file = directory.resolve(NAME);
    if (!Files.isRegularFile(file)) {
      throw new UsageException(
          "%s: no %s there; expected the directory of a finished 'bin/ycsb model'"
              .formatted(directory, NAME));
    }
    return JsonFile.read(file, CostModel.class, CostModel.FORMAT);
  }
}
