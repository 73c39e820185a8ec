package site.ycsb.tls.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** What a server says of a connection and of itself. */
interface ServerSession {

  /** What this connection negotiated, as protocol and suite; empty: no TLS. */
  Optional<String> negotiated(Connection connection) throws SQLException;

  /** What the results should say of the server beside its name and version, as far as it tells. */
  Map<String, String> settings(Connection connection) throws SQLException;
}
