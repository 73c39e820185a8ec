package site.ycsb.tls.workload;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import site.ycsb.tls.binding.OltpClient.Query;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.property.run.WorkloadProperties;

/**
 * The shape of sysbench's read-only transaction.
 *
 * @param table the table's name
 * @param counts how often each query occurs in a transaction, those over 0 in sysbench's order
 * @param rangeSize rows of a range
 */
public record OltpSettings(String table, Map<Query, Long> counts, long rangeSize) {
  private static final long MOST = 100_000;

  private static final Map<Query, Property<Long>> COUNTS = declared();

  private static final Property<Long> RANGE_SIZE =
      Property.of("oltp.rangesize", ValueType.whole(1, MOST), "100", "rows of a range");

  /** All {@code oltp.*}; the defaults are sysbench's. */
  public static final List<Property<?>> PROPERTIES =
      Stream.<Property<?>>concat(COUNTS.values().stream(), Stream.of(RANGE_SIZE)).toList();

  private static Map<Query, Property<Long>> declared() {
    Map<Query, Property<Long>> counts = new EnumMap<>(Query.class);
    for (Query query : Query.values()) {
      counts.put(
          query,
          Property.of(
              query.property(),
              ValueType.whole(0, MOST),
              query == Query.POINT_SELECT ? "10" : "1",
              query.label() + " queries per transaction"));
    }
    return counts;
  }

  /** Reads {@code oltp.*}. */
  static OltpSettings parse(TypedProperties read) {
    Map<Query, Long> counts = new EnumMap<>(Query.class);
    COUNTS.forEach((query, property) -> counts.put(query, read.get(property)));
    counts.values().removeIf(count -> count == 0);
    if (counts.isEmpty()) {
      throw new UsageException("all of oltp.* are 0: nothing to ask; give oltp.pointselects=10");
    }
    return new OltpSettings(read.get(WorkloadProperties.TABLE), counts, read.get(RANGE_SIZE));
  }

  /**
   * Refuses ranges that are longer than the table.
   *
   * @param rows how many rows there are
   */
  void requireRows(long rows) {
    if (rangeSize > rows) {
      throw new UsageException(
          "oltp.rangesize=%d: there are %d rows by recordcount and insertcount; expected no more"
              .formatted(rangeSize, rows));
    }
  }
}
