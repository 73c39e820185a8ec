package site.ycsb.tls.property.run;

import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import site.ycsb.tls.file.Home;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;

/** Files of properties, such as {@code workloads/workloada}. */
public final class PropertyFiles {
  private PropertyFiles() {}

  /**
   * Adds the properties of the file.
   *
   * @param file looked for in the current folder, then in this program's home; UTF-8 or UTF-16 with
   *     a byte order mark, or else ISO-8859-1, which YCSB expects
   * @throws UsageException when it cannot be read; the message names the file and an example
   */
  public static void read(Path file, Map<String, String> into) {
    Path path = Files.exists(file) ? file : Home.path().resolve(file);
    try {
      String text = text(Files.readAllBytes(path));
      if (text.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("it contains NUL characters and is not a text");
      }
      Properties read = new Properties();
      read.load(new StringReader(text));
      into.putAll(TypedProperties.asMap(read));
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(
          file
              + ": "
              + (Files.exists(path) ? "cannot be read (" + e.getMessage() + ")" : "no such file")
              + "; expected a file of properties, such as workloads/workloada",
          e);
    }
  }

  /** Windows' Notepad begins files with a byte order mark. */
  private static String text(byte[] content) {
    int mark = content.length > 1 ? ((content[0] & 0xFF) << 8) | (content[1] & 0xFF) : 0;
    if (mark == 0xFEFF || mark == 0xFFFE) {
      return new String(content, StandardCharsets.UTF_16); // Follows the mark, and drops it.
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      return new String(content, StandardCharsets.ISO_8859_1);
    }
  }
}
