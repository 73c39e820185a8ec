package site.ycsb.tls.mongodb;

import java.util.Map;
import site.ycsb.tls.binding.TestServer;

/** How to start the server in {@code testbed/mongodb-server}, and how to reach it. */
final class MongoDbTestServer implements TestServer {
  @Override
  public String module() {
    return "mongodb-server";
  }

  @Override
  public Tls tls() {
    return Tls.JVM_OR_PROVIDER;
  }

  @Override
  public String mainClass() {
    return "site.ycsb.tls.testbed.mongodb.MongoDbServer";
  }

  @Override
  public Map<String, String> clientProperties(
      String host, int port, Map<String, String> properties) {
    return Map.of(MongoDbOptions.URL.name(), "mongodb://" + host + ":" + port + "/");
  }
}
