package site.ycsb.tls.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static site.ycsb.tls.testkit.Refusal.failed;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.cassandra.CassandraOptions.NewTable;
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

  @Test
  void waitsForTheTableOfTheFirstAgent() throws Exception {
    NewTable table = new NewTable("t", List.of("field0"));
    AtomicInteger looks = new AtomicInteger();

    CassandraPool.await(() -> looks.incrementAndGet() == 3, table, Duration.ofMinutes(1));

    assertThat(looks).hasValue(3);
    failed(() -> CassandraPool.await(() -> false, table, Duration.ZERO))
        .hasMessageStartingWith("there is no table t, and the first agent has not created it");
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
