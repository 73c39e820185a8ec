package site.ycsb.tls.jdbc.driver;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** Questions to a server about a connection and itself. */
public interface ServerSession {
  /** The name in {@link #settings} of whether the connection is compressed, ON or OFF. */
  String COMPRESSION = "compression";

  /** What this connection negotiated, as protocol and suite; empty: no TLS. */
  Optional<String> negotiated(Connection connection) throws SQLException;

  /** Further facts of the server for the results, as far as it reports them. */
  Map<String, String> settings(Connection connection) throws SQLException;
}
