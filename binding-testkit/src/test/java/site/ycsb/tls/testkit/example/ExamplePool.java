package site.ycsb.tls.testkit.example;

import java.util.Map;
import site.ycsb.DB;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.count.TransportListener;

/** What the threads share: where the server is. */
record ExamplePool(ExampleConnector connector, Transport transport) implements DatabasePool {
  static ExamplePool open(ExampleConnector connector, Transport transport)
      throws DatabaseException {
    connector.preflight(transport);
    connector.ask(transport, "read", "none", "none");
    return new ExamplePool(connector, transport);
  }

  @Override
  public DB newClient() {
    return new ExampleClient(connector, transport);
  }

  /** A client is a connection, so both scopes are the same. */
  @Override
  public DB newChurnClient(ChurnScope scope, TransportListener listener) {
    return new ExampleClient(connector, transport.withListener(listener));
  }

  @Override
  public void clear(String table) throws DatabaseException {
    connector.ask(transport, "clear", table, "");
  }

  @Override
  public Map<String, String> description() {
    return Map.of("server", "example", "driver", "example");
  }

  @Override
  public void close() {
    // Connections belong to the clients.
  }
}
