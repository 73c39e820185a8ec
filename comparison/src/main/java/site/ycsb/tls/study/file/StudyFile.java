package site.ycsb.tls.study.file;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import site.ycsb.tls.document.Ids;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.study.Part;
import site.ycsb.tls.study.Study;

/** The file of a study. */
public final class StudyFile {
  private StudyFile() {}

  /**
   * Reads the file.
   *
   * @throws UsageException when it is not a study; the message begins with file and line, and says
   *     what was given and what was expected
   */
  public static Study read(Path file) throws IOException {
    try {
      String name = file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
      return parse(name, file.toString(), Files.readString(file));
    } catch (CharacterCodingException e) {
      throw new UsageException(file + ":1: the file is not UTF-8", e);
    }
  }

  /**
   * Reads a text.
   *
   * @param name of the study
   * @param file its name in messages
   */
  public static Study parse(String name, String file, String text) {
    YamlFields fields =
        YamlValue.parse(file, text)
            .fields("title", "citation", "did", "differs", "binding", "parts", "unchecked");
    List<YamlValue> parts = fields.need("parts").list();
    Set<String> names = new HashSet<>();
    return new Study(
        name,
        fields.need("title").text(),
        fields.need("citation").text(),
        fields.need("did").text(),
        fields.need("differs").texts(),
        fields.need("binding").text(),
        parts.stream().map(value -> part(value, names)).toList(),
        fields.find("unchecked", YamlValue::texts, List.of()));
  }

  private static Part part(YamlValue value, Set<String> names) {
    Part part = new PartReader(value).read();
    if (!names.add(Ids.of(part.name()))) {
      throw value.error("a second part is named " + part.name());
    }
    return part;
  }
}
