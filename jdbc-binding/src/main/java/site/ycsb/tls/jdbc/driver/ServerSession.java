package site.ycsb.tls.jdbc.driver;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** Questions to a server about a connection and itself. */
public interface ServerSession {
  /** The name in {@link #settings} of whether the connection is compressed, ON or OFF. */
  String COMPRESSION = "compression";

  /** The answer of {@link #negotiated} for a connection in clear. */
  String NO_TLS = "no TLS";

  /**
   * Name and version of the server by its own words. The driver's words are those of the product
   * whose protocol the server speaks.
   *
   * @param imitated name and version by the driver, such as {@code PostgreSQL 13.0.0}
   * @return for example {@code CockroachDB CCL v24.3.5 (as PostgreSQL 13.0.0)}
   */
  String product(Connection connection, String imitated) throws SQLException;

  /**
   * What this connection negotiated, as protocol and suite, or {@link #NO_TLS}; empty: the server
   * does not tell.
   */
  Optional<String> negotiated(Connection connection) throws SQLException;

  /** Further facts of the server for the results, as far as it reports them. */
  Map<String, String> settings(Connection connection) throws SQLException;
}
