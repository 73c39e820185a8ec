package site.ycsb.tls.study.result;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import site.ycsb.tls.file.WholeFile;

/** {@code study.json} in the directory of a study. */
public final class StudyResultFile {
  /** The name of the file. */
  public static final String NAME = "study.json";

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private StudyResultFile() {}

  /** The content of the file; ends with a line feed. */
  public static String text(StudyResult result) throws IOException {
    return JSON.writeValueAsString(result) + "\n";
  }

  /** Writes it, whole or not at all. */
  public static void write(Path directory, StudyResult result) throws IOException {
    WholeFile.write(directory.resolve(NAME), text(result).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads it.
   *
   * @throws IOException when it is not there, damaged, or of a newer format
   */
  public static StudyResult read(Path directory) throws IOException {
    Path file = directory.resolve(NAME);
    try {
      StudyResult result = JSON.readValue(file.toFile(), StudyResult.class);
      if (result.format() != StudyResult.FORMAT) {
        throw new IOException(
            file + " has format " + result.format() + ", this program reads " + StudyResult.FORMAT);
      }
      return result;
    } catch (JacksonException e) {
      throw new IOException(file + " is damaged: " + e.getOriginalMessage(), e);
    }
  }
}
