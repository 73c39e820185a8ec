package site.ycsb.tls.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import site.ycsb.tls.file.WholeFile;
import site.ycsb.tls.property.UsageException;

/** {@link CostModel} as JSON. Thread-safe. */
public final class CostModelFile {
  /** The file's name in its directory. */
  public static final String NAME = "model.json";

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private CostModelFile() {}

  /** Writes the file whole or not at all. */
  public static void write(CostModel model, Path directory) throws IOException {
    WholeFile.write(directory.resolve(NAME), JSON.writeValueAsBytes(model));
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
    try {
      JsonNode tree = JSON.readTree(file.toFile());
      if (tree == null || tree.path("format").asInt() != CostModel.FORMAT) {
        throw new IOException(
            "%s: not a model of format %d; was it written by another version?"
                .formatted(file, CostModel.FORMAT));
      }
      return JSON.treeToValue(tree, CostModel.class);
    } catch (JsonProcessingException e) {
      throw new IOException(file + " is not a model: " + e.getOriginalMessage(), e);
    }
  }
}
