package site.ycsb.tls.testbed.cassandra;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.service.CassandraDaemon;
import org.apache.cassandra.utils.FBUtilities;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.RunningServer;
import site.ycsb.tls.testserver.ServerHealth;
import site.ycsb.tls.testserver.ServerSpec;
import site.ycsb.tls.testserver.TestServerMain;

/**
 * The process of one node: Cassandra's own daemon, and the protocol of every test server, so that a
 * node ends with the process that started it and reports what it negotiated. Its settings are in
 * the JVM's arguments (see {@link NodeSettings}).
 */
record CassandraNode(RingView view, ClientPorts ports) implements RunningServer {
  /**
   * Runs the node; see {@link TestServerMain}. Its listeners are those for clients; between nodes
   * it listens as its settings say. Its arguments are the listeners' ports, with commas, and the
   * addresses of all nodes of the ring.
   */
  public static void main(String[] args) throws InterruptedException {
    System.exit(TestServerMain.serve(args, CassandraNode::start));
  }

  /** Cassandra itself ends the JVM, with a line in the log, when it cannot start. */
  private static CassandraNode start(ServerSpec spec, List<String> arguments) throws IOException {
    List<Integer> ports =
        Arrays.stream(arguments.get(0).split(",", -1)).map(Integer::valueOf).toList();
    CassandraDaemon.main(new String[0]);
    return new CassandraNode(
        RingView.of(arguments.subList(1, arguments.size())),
        ClientPorts.open(spec.listeners(), ports));
  }

  @Override
  public String product() {
    return "Cassandra " + FBUtilities.getReleaseVersionString();
  }

  @Override
  public Map<String, InetSocketAddress> addresses() {
    Map<String, InetSocketAddress> addresses = new LinkedHashMap<>(ports.addresses());
    addresses.put(
        NodeSettings.INTERNODE,
        InetSocketAddress.createUnresolved(
            DatabaseDescriptor.getListenAddress().getHostAddress(),
            DatabaseDescriptor.getStoragePort()));
    return addresses;
  }

  @Override
  public Map<String, ListenerWitness> witness() {
    Map<String, ListenerWitness> witness = new LinkedHashMap<>(ports.witness());
    witness.put(NodeSettings.INTERNODE, Handshakes.of(NodeSettings.INTERNODE));
    return witness;
  }

  @Override
  public ServerHealth health() {
    ServerHealth health = view.health();
    List<String> unready = new ArrayList<>(health.unready());
    if (!ports.areOpen()) {
      unready.add("a port of it for clients is closed");
    }
    return new ServerHealth(unready, health.incidents());
  }

  /** Cassandra's own shutdown hook writes the data in memory and ends the rest. */
  @Override
  public void close() {
    ports.close();
  }
}
