package site.ycsb.tls.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The names of a table's records in Redis, which has no tables. Those of YCSB's default table are
 * upstream's: the record's key, and {@code _indices} for the sorted set of all keys. Those of other
 * tables begin with the table's name, so that a comparison's tables do not overwrite each other.
 *
 * @param table name of the table
 */
record RecordKeys(String table) {
  private static final String DEFAULT_TABLE = "usertable";
  private static final String INDEX = "_indices";

  private boolean isDefault() {
    return table.equals(DEFAULT_TABLE);
  }

  /** Of the record with this key: {@code user7}, or {@code ycsb_1:user7}. */
  byte[] of(String key) {
    return (isDefault() ? key : table + ":" + key).getBytes(UTF_8);
  }

  /** Of the table's index: {@code _indices}, or {@code _indices:ycsb_1}. */
  byte[] index() {
    return (isDefault() ? INDEX : INDEX + ":" + table).getBytes(UTF_8);
  }

  /** Upstream's order of the index: it spreads keys, and does not order them. */
  static double score(String key) {
    return key.hashCode();
  }
}
