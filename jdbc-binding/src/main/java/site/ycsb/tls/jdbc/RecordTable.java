package site.ycsb.tls.jdbc;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import site.ycsb.tls.jdbc.driver.JdbcProduct;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.property.run.WorkloadProperties;

/**
 * A table that is created if it is missing.
 *
 * @param name its name
 * @param columns their definitions, the key's first
 */
record RecordTable(String name, List<String> columns) {
  /** Asked for in each new connection, for each of its statements. */
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  RecordTable {
    columns = List.copyOf(columns);
    requireIdentifier(name);
  }

  /** The table that the workload's properties describe. */
  static RecordTable parse(TypedProperties values, TableLayout layout, JdbcProduct product) {
    String name = values.get(WorkloadProperties.TABLE);
    return switch (layout) {
      case YCSB -> new RecordTable(name, upstreams(values, product));
      case SYSBENCH -> new RecordTable(name, sysbenchs());
    };
  }

  /** Upstream's: the key and text fields. */
  private static List<String> upstreams(TypedProperties values, JdbcProduct product) {
    String type = product.textType(values.get(WorkloadProperties.FIELDLENGTH));
    String prefix = requireIdentifier(values.get(WorkloadProperties.FIELDNAMEPREFIX));
    int count = values.get(WorkloadProperties.FIELDCOUNT.within(ValueType.integer(1, 1000)));
    return Stream.concat(
            Stream.of(TableLayout.YCSB.key() + " VARCHAR(255) PRIMARY KEY"),
            IntStream.range(0, count).mapToObj(i -> prefix + i + " " + type))
        .toList();
  }

  /** That of sysbench 1.0, without the second index. */
  private static List<String> sysbenchs() {
    return List.of(
        TableLayout.SYSBENCH.key() + " INTEGER NOT NULL PRIMARY KEY",
        "k INTEGER DEFAULT 0 NOT NULL",
        "c CHAR(120) DEFAULT '' NOT NULL",
        "pad CHAR(60) DEFAULT '' NOT NULL");
  }

  /** The statement that creates it if it is missing. */
  String definition() {
    return "CREATE TABLE IF NOT EXISTS " + name + " (" + String.join(", ", columns) + ")";
  }

  /**
   * Names of tables and fields become part of statements, so they must be plain names.
   *
   * @return the name
   * @throws UsageException when it is anything else
   */
  static String requireIdentifier(String name) {
    if (!IDENTIFIER.matcher(name).matches()) {
      throw new UsageException(
          "table or field \""
              + name
              + "\": expected letters, digits and _; the first must not be a digit");
    }
    return name;
  }
}
