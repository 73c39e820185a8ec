package site.ycsb.tls.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** Records as text, of one table. */
public record Records(String table) {

  /** Fields to write: names and values in turns. */
  public static Map<String, ByteIterator> values(String... namesAndValues) {
    Map<String, ByteIterator> values = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(
          namesAndValues[i], new ByteArrayByteIterator(namesAndValues[i + 1].getBytes(UTF_8)));
    }
    return values;
  }

  /**
   * Reads a record; an error fails the test.
   *
   * @param fields null: all
   * @return null when there is none
   */
  public Map<String, String> read(DB db, String key, Set<String> fields) {
    Map<String, ByteIterator> result = new HashMap<>();
    return found(db.read(table, key, fields, result)) ? text(result) : null;
  }

  /**
   * Scans from the key on; an error fails the test.
   *
   * @param fields null: all
   * @return null when there is none
   */
  @SuppressWarnings("JdkObsolete") // YCSB's signature
  public List<Map<String, String>> scan(DB db, String start, int count, Set<String> fields) {
    Vector<HashMap<String, ByteIterator>> result = new Vector<>();
    return found(db.scan(table, start, count, fields, result))
        ? result.stream().map(Records::text).toList()
        : null;
  }

  private static boolean found(Status status) {
    assertThat(status).isIn(Status.OK, Status.NOT_FOUND);
    return status.isOk();
  }

  private static Map<String, String> text(Map<String, ByteIterator> values) {
    Map<String, String> text = new HashMap<>();
    values.forEach((name, value) -> text.put(name, value.toString()));
    return text;
  }
}
