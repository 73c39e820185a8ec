package site.ycsb.tls.testbed.cassandra;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.service.CassandraDaemon;
import org.apache.cassandra.utils.FBUtilities;
import site.ycsb.tls.server.ListenerWitness;
import site.ycsb.tls.server.RunningServer;
import site.ycsb.tls.server.ServerHealth;
import site.ycsb.tls.server.TestServerMain;

/**
 * The process of one node: Cassandra's own daemon, and the protocol of every test server, so that a
 * node ends with the process that started it and reports what it negotiated. Its settings are in
 * the JVM's arguments (see {@link NodeSettings}).
 */
final class CassandraNode implements RunningServer {
  private final RingView view;

  private CassandraNode(RingView view) {
    this.view = view;
  }

  /**
   * Runs the node; see {@link TestServerMain}. It listens as its settings say; its arguments are
   * the addresses of all nodes of the ring.
   */
  public static void main(String[] args) throws InterruptedException {
    System.exit(TestServerMain.serve(args, (spec, ring) -> start(ring)));
  }

  /** Cassandra itself ends the JVM, with a line in the log, when it cannot start. */
  private static CassandraNode start(List<String> ring) throws UnknownHostException {
    CassandraDaemon.main(new String[0]);
    return new CassandraNode(RingView.of(ring));
  }

  @Override
  public String name() {
    return "Cassandra";
  }

  @Override
  public String version() {
    return FBUtilities.getReleaseVersionString();
  }

  @Override
  public Map<String, InetSocketAddress> addresses() {
    String host = DatabaseDescriptor.getListenAddress().getHostAddress();
    return Map.of(
        NodeSettings.CLIENT,
        InetSocketAddress.createUnresolved(host, DatabaseDescriptor.getNativeTransportPort()),
        NodeSettings.INTERNODE,
        InetSocketAddress.createUnresolved(host, DatabaseDescriptor.getStoragePort()));
  }

  @Override
  public Map<String, ListenerWitness> witness() {
    return Map.of(
        NodeSettings.CLIENT,
        Handshakes.of(NodeSettings.CLIENT),
        NodeSettings.INTERNODE,
        Handshakes.of(NodeSettings.INTERNODE));
  }

  @Override
  public ServerHealth health() {
    return view.health();
  }

  /** Cassandra's own shutdown hook writes the data in memory and closes the ports. */
  @Override
  public void close() {}
}
