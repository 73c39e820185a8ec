package site.ycsb.tls.mongodb;

import static org.assertj.core.api.Assertions.assertThatCode;
import static site.ycsb.tls.testkit.Refusal.refused;

import com.mongodb.ReadPreference;
import com.mongodb.ServerAddress;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ServerConnectionState;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerType;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MongoDbPoolTest {
  @ParameterizedTest
  @CsvSource({
    "SINGLE, STANDALONE, primary",
    "SINGLE, REPLICA_SET_PRIMARY, primary",
    "SINGLE, REPLICA_SET_SECONDARY, secondary",
    "SINGLE, REPLICA_SET_SECONDARY, secondaryPreferred",
    "SINGLE, SHARD_ROUTER, secondary",
    "MULTIPLE, REPLICA_SET_PRIMARY, secondary",
    "LOAD_BALANCED, LOAD_BALANCER, nearest"
  })
  void readsAsAsked(ClusterConnectionMode mode, ServerType type, String reads) {
    assertThatCode(() -> require(mode, type, reads)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "SINGLE, STANDALONE, secondary",
    "SINGLE, STANDALONE, nearest",
    "SINGLE, REPLICA_SET_PRIMARY, secondaryPreferred"
  })
  void refusesAPreferenceThatOneServerCannotMeet(
      ClusterConnectionMode mode, ServerType type, String reads) {
    refused(() -> require(mode, type, reads))
        .hasMessageContaining(reads + " has no effect")
        .hasMessageContaining("replicaSet=NAME");
  }

  private static void require(ClusterConnectionMode mode, ServerType type, String reads) {
    MongoDbPool.requireReadPreference(
        ReadPreference.valueOf(reads),
        new ClusterDescription(
            mode,
            type.getClusterType(),
            List.of(
                ServerDescription.builder()
                    .address(new ServerAddress("db", 27017))
                    .state(ServerConnectionState.CONNECTED)
                    .type(type)
                    .ok(true)
                    .build())));
  }
}
