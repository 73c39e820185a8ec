package site.ycsb.tls.testbed.cassandra;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import site.ycsb.tls.server.ServerTls;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ServerSpec;
import site.ycsb.tls.testserver.TestServerMain;

/**
 * The test server: one process that starts the nodes of a ring and ends with them.
 *
 * <p>Its {@link ServerSpec} has listeners for clients, and may have one for the nodes' connections
 * with each other, named {@value NodeSettings#INTERNODE}. Its arguments are the directory for the
 * data, which are kept for the next start, and the number of nodes.
 */
public final class CassandraServer {
  private CassandraServer() {}

  /** Runs the ring; see {@link TestServerMain} for the arguments and what it says. */
  public static void main(String[] args) throws InterruptedException {
    System.exit(TestServerMain.serve(args, CassandraServer::start));
  }

  private static Ring start(ServerSpec spec, List<String> arguments) throws Exception {
    if (arguments.size() != 2) {
      throw new IllegalArgumentException(
          "two arguments are expected, the directory for the data and the number of nodes, not "
              + arguments);
    }
    List<ListenerSpec> forClients =
        spec.listeners().stream().filter(l -> !l.name().equals(NodeSettings.INTERNODE)).toList();
    Optional<ServerTls> internode =
        spec.listeners().stream()
            .filter(l -> l.name().equals(NodeSettings.INTERNODE))
            .findFirst()
            .flatMap(ListenerSpec::tls);
    RingLayout layout =
        RingLayout.in(
            Path.of(arguments.get(0)).toAbsolutePath(), Integer.parseInt(arguments.get(1)));
    return Ring.start(
        new ServerSpec(forClients, spec.legacy()),
        layout.clientPorts(forClients.size()),
        layout.nodes(internode));
  }
}
