package site.ycsb.tls.study.result;

import java.io.IOException;
import java.nio.file.Path;
import site.ycsb.tls.file.JsonFile;

/** {@code study.json} in the directory of a study. */
public final class StudyResultFile {
  /** The name of the file. */
  public static final String NAME = "study.json";

  private StudyResultFile() {}

  /** Writes it, whole or not at all. */
  public static void write(Path directory, StudyResult result) throws IOException {
    JsonFile.write(directory.resolve(NAME), result);
  }

  /**
   * Reads it.
   *
   * @throws IOException when it is not there, damaged, or of a newer format
   */
  public static StudyResult read(Path directory) throws IOException {
    return JsonFile.read(directory.resolve(NAME), StudyResult.class, StudyResult.FORMAT);
  }
}
