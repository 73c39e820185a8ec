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
import java.util.Set;
import java.util.TreeSet;
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
   * @return the names that it gives several values, of which the last one counts; usually none
   * @throws UsageException when it cannot be read; the message names the file and an example
   */
  public static Set<String> read(Path file, Map<String, String> into) {
    Path path = Files.exists(file) ? file : Home.path().resolve(file);
    try {
      String text = text(Files.readAllBytes(path));
      if (text.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("it contains NUL characters and is not a text");
      }
      LastValues read = new LastValues();
      read.load(new StringReader(text));
      into.putAll(TypedProperties.asMap(read));
      return read.repeated;
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(
          file
              + ": "
              + (Files.exists(path) ? "cannot be read (" + e.getMessage() + ")" : "no such file")
              + "; expected a file of properties, such as workloads/workloada",
          e);
    }
  }

  /** The last value of each name, as always; and which names have another one before. */
  private static final class LastValues extends Properties {
    private static final long serialVersionUID = 1;

    private final TreeSet<String> repeated = new TreeSet<>();

    @Override
    public synchronized Object put(Object name, Object value) {
      Object before = super.put(name, value);
      if (before != null && !before.equals(value)) {
        repeated.add((String) name);
      }
      return before;
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
