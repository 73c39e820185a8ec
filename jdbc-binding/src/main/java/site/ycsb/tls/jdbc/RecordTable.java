package site.ycsb.tls.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import site.ycsb.tls.binding.TypedProperties;
import site.ycsb.tls.option.UsageException;

/**
 * A table as upstream has it: the key and text fields.
 *
 * @param name its name
 * @param fields the names of its fields
 */
record RecordTable(String name, List<String> fields) {
  /** The column of the key. */
  static final String KEY = "YCSB_KEY";

  RecordTable {
    fields = List.copyOf(fields);
    requireIdentifier(name);
    fields.forEach(RecordTable::requireIdentifier);
  }

  /** The one of {@code CoreWorkload}. */
  static RecordTable parse(TypedProperties values) {
    String prefix = values.text("fieldnameprefix").orElse("field");
    int count = (int) values.whole("fieldcount", 10, 1, 1000);
    return new RecordTable(
        values.text("table").orElse("usertable"),
        IntStream.range(0, count).mapToObj(i -> prefix + i).toList());
  }

  /** The statement that creates it where it does not exist. */
  String definition() {
    List<String> columns = new ArrayList<>();
    columns.add(KEY + " VARCHAR(255) PRIMARY KEY");
    fields.forEach(field -> columns.add(field + " TEXT"));
    return "CREATE TABLE IF NOT EXISTS " + name + " (" + String.join(", ", columns) + ")";
  }

  /**
   * Names of tables and fields become part of statements, so they must be nothing but names.
   *
   * @return the name
   * @throws UsageException when it is anything else
   */
  static String requireIdentifier(String name) {
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw new UsageException(
          "table or field \"" + name + "\": expected letters, digits and _; the first no digit");
    }
    return name;
  }
}
