package site.ycsb.tls.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeProductTest {
  private static final Set<String> NONE = Set.of();

  @Test
  void namesCassandraWhateverItsClusterIsCalled() {
    assertThat(name(Set.of("5.0.5"), NONE, NONE, "Test Cluster")).isEqualTo("Cassandra 5.0.5");
    assertThat(name(Set.of("5.0.5", "4.1.9"), NONE, NONE, "ScyllaDB"))
        .isEqualTo("Cassandra 4.1.9 and 5.0.5");
  }

  @Test
  void namesProductsThatImitateCassandra() {
    assertThat(name(Set.of("3.0.8"), NONE, Set.of("2025.1.0-0.20250324"), "mine"))
        .isEqualTo("ScyllaDB 2025.1.0-0.20250324 (as Cassandra 3.0.8)");
    assertThat(name(Set.of("4.0.0.6816"), Set.of("6.8.16"), NONE, "mine"))
        .isEqualTo("DataStax Enterprise 6.8.16 (as Cassandra 4.0.0.6816)");
    assertThat(name(Set.of("3.11.2"), NONE, NONE, "Amazon Keyspaces"))
        .isEqualTo("Amazon Keyspaces (as Cassandra 3.11.2)");
  }

  private static String name(
      Set<String> cassandra, Set<String> dse, Set<String> scylla, String cluster) {
    return new NodeProduct(cassandra, dse, scylla, Optional.of(cluster)).toString();
  }
}
