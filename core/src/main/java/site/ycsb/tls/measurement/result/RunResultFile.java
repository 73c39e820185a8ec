package site.ycsb.tls.measurement.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import site.ycsb.tls.file.WholeFile;

/** {@link RunResult} as JSON. Thread-safe. */
public final class RunResultFile {
  /** The file's name in a run's directory. */
  public static final String NAME = "run.json";

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private RunResultFile() {}

  /**
   * Writes the file whole or not at all; an existing one is replaced, missing directories are made.
   */
  public static void write(RunResult result, Path file) throws IOException {
    WholeFile.write(file, JSON.writeValueAsBytes(result));
  }

  /**
   * Reads a file that {@link #write} wrote.
   *
   * @throws IOException when it cannot be read, is not such a file, or has a newer format
   */
  public static RunResult read(Path file) throws IOException {
    try {
      JsonNode tree = JSON.readTree(file.toFile());
      int format = tree.path("format").asInt();
      if (format < 1 || format > RunResult.FORMAT) {
        throw new IOException(
            file
                + ": format "
                + format
                + " is not known here (expected 1 to "
                + RunResult.FORMAT
                + "); was it written by another version?");
      }
      return JSON.treeToValue(tree, RunResult.class);
    } catch (JsonProcessingException e) {
      throw new IOException(file + " is not the result of a run: " + e.getOriginalMessage(), e);
    }
  }
}
