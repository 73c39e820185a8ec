package site.ycsb.tls.binding;

import java.util.List;
import java.util.Locale;

/**
 * The queries of sysbench's OLTP transactions, on sysbench's table with the columns {@code id},
 * {@code k}, {@code c} and {@code pad}. A binding's {@link site.ycsb.DB} may implement it in
 * addition. It is called after {@code init}, by the client's thread.
 */
public interface OltpClient {

  /** The queries, in the order of sysbench's transaction. */
  enum Query {
    /** {@code c} of one id. */
    POINT_SELECT,
    /** {@code c} of the ids of a range. */
    SIMPLE_RANGE,
    /** The sum of {@code k} over a range. */
    SUM_RANGE,
    /** {@code c} of a range, in its order. */
    ORDER_RANGE,
    /** {@code c} of a range, in its order, each value once. */
    DISTINCT_RANGE;

    /** The name in reports: {@code POINT-SELECT}. */
    public String label() {
      return name().replace('_', '-');
    }

    /** The property's name: {@code oltp.pointselects}. */
    public String property() {
      return "oltp." + name().replace("_", "").toLowerCase(Locale.ROOT) + "s";
    }
  }

  /** Begins a transaction, with a separate request. */
  void begin() throws DatabaseException;

  /**
   * Sends the query, and decodes all of the answer.
   *
   * @param first id of the first row, at least 1
   * @param last id of the last row; the first again for one row
   * @return the first column's values as text, row by row; null where there is none
   */
  List<String> query(Query query, String table, long first, long last) throws DatabaseException;

  /** Ends the transaction. */
  void commit() throws DatabaseException;

  /** Rolls the transaction back. */
  void rollback() throws DatabaseException;
}
