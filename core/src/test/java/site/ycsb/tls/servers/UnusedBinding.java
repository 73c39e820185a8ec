package site.ycsb.tls.servers;

import java.util.List;
import java.util.Map;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.socket.Transport;

/** A binding with which nothing is measured. */
public interface UnusedBinding extends Binding {
  @Override
  default String name() {
    return "database";
  }

  @Override
  default String description() {
    return "none";
  }

  @Override
  default List<Property<?>> properties() {
    return List.of();
  }

  @Override
  default boolean namesServer(Map<String, String> properties) {
    return true;
  }

  @Override
  default DatabasePool open(Map<String, String> properties, Transport transport) {
    throw new UnsupportedOperationException("nothing is measured");
  }

  /** A test server that is never started. */
  interface Server extends TestServer {
    @Override
    default String module() {
      return "none";
    }

    @Override
    default String mainClass() {
      return "none";
    }

    @Override
    default Map<String, String> clientProperties(
        String host, int port, Map<String, String> properties) {
      return Map.of();
    }
  }
}
