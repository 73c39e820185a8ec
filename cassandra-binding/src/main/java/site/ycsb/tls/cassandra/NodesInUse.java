package site.ycsb.tls.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.internal.core.pool.ChannelPool;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import site.ycsb.tls.binding.DatabaseException;

/**
 * Whether a session uses all nodes that it may use. The driver leaves out a node that it cannot
 * connect to, and no operation fails: others do the work, with TLS perhaps fewer than without.
 */
final class NodesInUse {
  private static final long LOOK_MILLIS = 50;

  private NodesInUse() {}

  /**
   * Waits until each node of the local data centre has all of its connections for operations. The
   * driver's one for control, which it counts among a node's open ones, is none of these.
   *
   * @param session made by the driver's own builder
   * @param connections per node
   * @param patience how long at most: the driver adds a new connection a moment later
   * @param failure why a connection failed, if it is known
   * @throws DatabaseException when one has fewer in the end, or none is in the data centre
   */
  static void require(
      CqlSession session, int connections, Duration patience, Supplier<Optional<String>> failure)
      throws DatabaseException, InterruptedException {
    Map<Node, ChannelPool> pools = ((DefaultSession) session).getPools();
    require(
        () -> session.getMetadata().getNodes().values(),
        node -> Optional.ofNullable(pools.get(node)).map(ChannelPool::size).orElse(0),
        connections,
        patience,
        failure);
  }

  /**
   * The same.
   *
   * @param nodes of the cluster, as the driver knows them now
   * @param pooled how many connections for operations a node has now
   * @param connections per node
   */
  static void require(
      Supplier<? extends Collection<? extends Node>> nodes,
      ToIntFunction<Node> pooled,
      int connections,
      Duration patience,
      Supplier<Optional<String>> failure)
      throws DatabaseException, InterruptedException {
    requireLocal(nodes.get());
    long deadline = System.nanoTime() + patience.toNanos();
    Optional<? extends Node> unused = unused(nodes.get(), pooled, connections);
    while (unused.isPresent() && System.nanoTime() < deadline) {
      Thread.sleep(LOOK_MILLIS);
      unused = unused(nodes.get(), pooled, connections);
    }
    if (unused.isPresent()) {
      throw new DatabaseException(
          "the node %s has %d of the %d connections that it should have%s, so others do its work: all nodes of the data centre must be reachable as the hosts are (if their certificates do not have their addresses: tls.verify=chain)"
              .formatted(
                  unused.get().getEndPoint(),
                  pooled.applyAsInt(unused.get()),
                  connections,
                  failure.get().map(reason -> " (" + reason + ")").orElse("")));
    }
  }

  /** The driver only logs that no node is in the data centre that it is given. */
  private static void requireLocal(Collection<? extends Node> nodes) throws DatabaseException {
    if (nodes.stream().noneMatch(node -> node.getDistance() == NodeDistance.LOCAL)) {
      throw new DatabaseException(
          "no node is in the data centre of cassandra.localdatacenter, they are in %s: correct it, or leave it out"
              .formatted(
                  nodes.stream()
                      .map(node -> String.valueOf(node.getDatacenter()))
                      .distinct()
                      .sorted()
                      .collect(Collectors.joining(", "))));
    }
  }

  private static Optional<? extends Node> unused(
      Collection<? extends Node> nodes, ToIntFunction<Node> pooled, int connections) {
    return nodes.stream()
        .filter(node -> node.getDistance() == NodeDistance.LOCAL)
        .filter(node -> pooled.applyAsInt(node) < connections)
        .findFirst();
  }
}
