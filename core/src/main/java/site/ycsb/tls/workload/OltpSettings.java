package site.ycsb.tls.workload;

import java.util.EnumMap;
import java.util.Map;
import site.ycsb.tls.binding.OltpClient.Query;
import site.ycsb.tls.option.TypedProperties;
import site.ycsb.tls.option.UsageException;

/**
 * The shape of sysbench's read-only transaction.
 *
 * @param table the table's name
 * @param counts how often each query occurs in a transaction, those over 0 in sysbench's order
 * @param rangeSize rows of a range
 */
record OltpSettings(String table, Map<Query, Long> counts, long rangeSize) {
  static final String RANGE_SIZE = "oltp.rangesize";
  private static final long POINT_SELECTS = 10;
  private static final long MOST = 100_000;

  /** Reads {@code oltp.*}; the defaults are sysbench's. */
  static OltpSettings parse(TypedProperties read) {
    Map<Query, Long> counts = new EnumMap<>(Query.class);
    for (Query query : Query.values()) {
      counts.put(query, read.whole(query.property(), usual(query), 0, MOST));
    }
    counts.values().removeIf(count -> count == 0);
    if (counts.isEmpty()) {
      throw new UsageException("all of oltp.* are 0: nothing to ask; give oltp.pointselects=10");
    }
    return new OltpSettings(
        read.text("table").orElse("usertable"), counts, read.whole(RANGE_SIZE, 100, 1, MOST));
  }

  /** How often sysbench has it in a transaction. */
  static long usual(Query query) {
    return query == Query.POINT_SELECT ? POINT_SELECTS : 1;
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
