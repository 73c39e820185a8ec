package site.ycsb.tls.cassandra;

import com.datastax.dse.driver.api.core.metadata.DseNodeProperties;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Name and version of the nodes' product by their own words. Other products that speak Cassandra's
 * protocol say the version of Cassandra that they imitate, and add something of their own.
 *
 * @param cassandra versions of Cassandra by {@code system.local} and {@code system.peers}
 * @param dse versions of DataStax Enterprise, from the same tables; empty when they have none
 * @param scylla versions by ScyllaDB's {@code system.versions}; empty when there is no such table
 * @param cluster the cluster's name, which tells Amazon Keyspaces; everybody else may choose it
 */
record NodeProduct(
    Set<String> cassandra, Set<String> dse, Set<String> scylla, Optional<String> cluster) {
  private static final String KEYSPACES = "Amazon Keyspaces";

  NodeProduct {
    cassandra = new TreeSet<>(cassandra);
    dse = new TreeSet<>(dse);
    scylla = new TreeSet<>(scylla);
  }

  /** Asks each node that the session is connected to. */
  static NodeProduct of(CqlSession session) {
    Set<String> cassandra = new TreeSet<>();
    Set<String> dse = new TreeSet<>();
    Collection<Node> nodes = session.getMetadata().getNodes().values();
    for (Node node : nodes) {
      cassandra.add(String.valueOf(node.getCassandraVersion()));
      Optional.ofNullable(node.getExtras().get(DseNodeProperties.DSE_VERSION))
          .ifPresent(version -> dse.add(version.toString()));
    }
    return new NodeProduct(
        cassandra, dse, scylla(session, nodes), session.getMetadata().getClusterName());
  }

  private static Set<String> scylla(CqlSession session, Collection<Node> nodes) {
    Set<String> versions = new TreeSet<>();
    try {
      for (Node node : nodes) {
        if (node.getState() == NodeState.UP && node.getOpenConnections() > 0) {
          Row row =
              session
                  .execute(
                      SimpleStatement.newInstance(
                              "SELECT version FROM system.versions WHERE key = 'local'")
                          .setNode(node))
                  .one();
          Optional.ofNullable(row).map(told -> told.getString("version")).ifPresent(versions::add);
        }
      }
    } catch (QueryValidationException e) {
      // Another product, which has no such table, or a user without the permission.
    }
    return versions;
  }

  /** For example {@code Cassandra 5.0.5}, or {@code ScyllaDB 2025.1.0 (as Cassandra 3.0.8)}. */
  @Override
  public String toString() {
    String as = "Cassandra " + text(cassandra);
    if (!scylla.isEmpty()) {
      return "ScyllaDB " + text(scylla) + " (as " + as + ")";
    }
    if (!dse.isEmpty()) {
      return "DataStax Enterprise " + text(dse) + " (as " + as + ")";
    }
    return cluster.filter(KEYSPACES::equals).map(name -> name + " (as " + as + ")").orElse(as);
  }

  private static String text(Set<String> versions) {
    return String.join(" and ", versions);
  }
}
