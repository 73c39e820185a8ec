package site.ycsb.tls.jdbc;

import java.io.IOException;
import java.util.Map;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.testkit.ListenerTestbed;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Records;
import site.ycsb.tls.testserver.ListenerWitness;

/**
 * A test server with one listener, in a process of its own, and clients of it as the command line
 * makes them: from properties.
 */
final class Testbeds implements AutoCloseable {
  static final String TLS_1_3 = "TLS_AES_256_GCM_SHA384";
  static final Records RECORDS = new Records("usertable");

  private static final String LISTENER = "listener";

  private final ListenerTestbed testbed;

  private Testbeds(ListenerTestbed testbed) {
    this.testbed = testbed;
  }

  /** The MariaDB of this machine; a test that starts it needs one. */
  static Testbeds start(String... tls) throws IOException, InterruptedException {
    return start(Map.of(), tls);
  }

  /** The same with further {@code testbed.*} properties. */
  static Testbeds start(Map<String, String> properties, String... tls)
      throws IOException, InterruptedException {
    Map<String, String> all = Given.properties("testbed.bufferpool=32M");
    all.putAll(properties);
    return new Testbeds(
        ListenerTestbed.start(new JdbcBinding(), Map.of(LISTENER, Given.properties(tls)), all));
  }

  /** A client of the server, with what it pins and these properties, which come last. */
  OpenDatabase open(String... properties) throws DatabaseException {
    return testbed.open(LISTENER, properties);
  }

  /** What makes that client. */
  Map<String, String> properties(String... properties) {
    return testbed.properties(LISTENER, properties);
  }

  ListenerWitness witness() throws IOException, InterruptedException {
    return testbed.server().witness().get(LISTENER);
  }

  @Override
  public void close() throws IOException {
    testbed.close();
  }
}
