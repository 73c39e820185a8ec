package site.ycsb.tls.cassandra;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.testkit.Given;

class CassandraPoolTest {
  private static final String ASKED = "cassandra.replicationfactor=3";

  @Test
  void refusesAKeySpaceWithAnotherReplicationFactor() {
    assertThatThrownBy(
            () -> require(Map.of("class", "SimpleStrategy", "replication_factor", "1"), ASKED))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("cassandra.replicationfactor=3, but the key space ycsb is there with")
        .hasMessageContaining("replication_factor=1");
    assertThatThrownBy(() -> require(Map.of("class", "N", "dc1", "3", "dc2", "2"), ASKED))
        .isInstanceOf(DatabaseException.class);
    assertThatThrownBy(() -> require(Map.of(), ASKED))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("ycsb is not there");
  }

  @Test
  void takesTheReplicationFactorThatIsAskedForHoweverItIsSet() {
    assertThatCode(
            () -> {
              require(Map.of("class", "SimpleStrategy", "replication_factor", "3"), ASKED);
              require(Map.of("class", "NetworkTopologyStrategy", "dc1", "3", "dc2", "3"), ASKED);
              require(Map.of("class", "SimpleStrategy", "replication_factor", "1"));
              require(Map.of());
            })
        .doesNotThrowAnyException();
  }

  private static void require(Map<String, String> replication, String... properties)
      throws DatabaseException {
    CassandraPool.requireReplication(
        CassandraOptions.parse(Given.properties(properties), false), replication);
  }
}
