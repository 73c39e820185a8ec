package site.ycsb.tls.file;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Results as JSON, in a file that has a number of its format. Those that are kept for long may be
 * compressed with gzip: {@code .gz} follows the name. Thread-safe.
 */
public final class JsonFile {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private static final String COMPRESSED = ".gz";

  private JsonFile() {}

  /** Whether the file is there, as it is or compressed. */
  public static boolean exists(Path file) {
    return Files.isRegularFile(file) || Files.isRegularFile(compressed(file));
  }

  private static Path compressed(Path file) {
    return file.resolveSibling(file.getFileName() + COMPRESSED);
  }

  private static InputStream open(Path file) throws IOException {
    Path compressed = compressed(file);
    return Files.isRegularFile(file) || !Files.isRegularFile(compressed)
        ? Files.newInputStream(file)
        : new GZIPInputStream(Files.newInputStream(compressed));
  }

  /** The content as text; ends with a line feed. */
  public static String text(Object content) throws IOException {
    return JSON.writeValueAsString(content) + "\n";
  }

  /** The content as a tree. */
  public static JsonNode tree(Object content) {
    return JSON.valueToTree(content);
  }

  /**
   * Writes the file, whole or not at all; missing directories are made. A compressed one beside it
   * is an earlier one, and is removed.
   */
  public static void write(Path file, Object content) throws IOException {
    WholeFile.write(file, text(content).getBytes(StandardCharsets.UTF_8));
    Files.deleteIfExists(compressed(file));
  }

  /** Removes the file, as it is and compressed. */
  public static void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
    Files.deleteIfExists(compressed(file));
  }

  /**
   * Reads the file, or the compressed one if only that is there. Fields that this version does not
   * know are left out.
   *
   * @param newest format that this version knows; the oldest is 1
   * @throws IOException when it cannot be read, is damaged, or has another format; the message is
   *     one line and names the file
   */
  public static <T> T read(Path file, Class<T> type, int newest) throws IOException {
    try (InputStream content = open(file)) {
      JsonNode tree = JSON.readTree(content.readAllBytes());
      JsonNode format = tree.path("format");
      if (!format.isInt() || format.intValue() < 1 || format.intValue() > newest) {
        throw new IOException(
            "%s: its format is %s, expected %s; is the file complete, and did this version write it?"
                .formatted(
                    file,
                    format.isMissingNode() ? "not given" : format,
                    newest == 1 ? "1" : "1 to " + newest));
      }
      return JSON.treeToValue(tree, type);
    } catch (JacksonException e) {
      throw damaged(file, e.getOriginalMessage(), e);
    } catch (ZipException | EOFException e) {
      throw damaged(compressed(file), String.valueOf(e.getMessage()), e);
    }
  }

  private static IOException damaged(Path file, String why, IOException cause) {
    return new IOException(file + " is damaged: " + why.lines().findFirst().orElse(""), cause);
  }
}
