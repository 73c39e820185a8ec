package site.ycsb.tls.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static site.ycsb.tls.testkit.Refusal.failed;

import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.testkit.Given;

class CassandraPoolTest {
  private static final String ASKED = "cassandra.replicationfactor=3";

  @Test
  void refusesAKeySpaceWithAnotherReplicationFactor() {
    failed(() -> require(Map.of("class", "SimpleStrategy", "replication_factor", "1"), ASKED))
        .hasMessageContaining("cassandra.replicationfactor=3, but the key space ycsb is there with")
        .hasMessageContaining("replication_factor=1");
    failed(() -> require(Map.of("class", "N", "dc1", "3", "dc2", "2"), ASKED));
    failed(() -> require(Map.of(), ASKED)).hasMessageContaining("ycsb is not there");
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

  /** The driver's own words name an option of its own. */
  @Test
  void hostsInSeveralDataCentresNeedTheLocalOnesName() {
    assertThat(
            CassandraPool.ofOpening(
                new IllegalStateException(
                    "No local DC was provided, but the contact points are from different DCs: a=dc1, b=dc2; please set the local DC explicitly (see basic.load-balancing-policy.local-datacenter in the config)"),
                false))
        .hasMessage(
            "No local DC was provided, but the contact points are from different DCs: a=dc1, b=dc2: name the local data centre with cassandra.localdatacenter");
  }

  private static void require(Map<String, String> replication, String... properties)
      throws DatabaseException {
    CassandraPool.requireReplication(
        CassandraOptions.parse(Given.properties(properties), false), replication);
  }
}
