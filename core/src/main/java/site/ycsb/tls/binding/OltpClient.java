package site.ycsb.tls.binding;

import java.util.List;
import java.util.Locale;

/**
 * What sysbench's OLTP transactions ask of a database, over sysbench's table: the columns {@code
 * id}, {@code k}, {@code c} and {@code pad}. A binding's {@link site.ycsb.DB} implements it besides
 * when it can do that; one that is initialised, used by the thread that uses the client.
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

    /** As reports name it: {@code POINT-SELECT}. */
    public String label() {
      return name().replace('_', '-');
    }

    /** As properties name it: {@code oltp.pointselects}. */
    public String property() {
      return "oltp." + name().replace("_", "").toLowerCase(Locale.ROOT) + "s";
    }
  }

  /** Begins a transaction, with a request of its own. */
  void begin() throws DatabaseException;

  /**
   * Asks, and decodes all of the answer.
   *
   * @param first id of the first row, at least 1
   * @param last id of the last row; the first again for one row
   * @return the first column's values as text, row by row; null where there is none
   */
  List<String> query(Query query, String table, long first, long last) throws DatabaseException;

  /** Ends the transaction. */
  void commit() throws DatabaseException;

  /** Gives the transaction up. */
  void rollback() throws DatabaseException;
}
