package site.ycsb.tls.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static site.ycsb.tls.testkit.Refusal.refused;

import com.mongodb.ReadPreference;
import com.mongodb.ServerAddress;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ServerConnectionState;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.Document;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.binding.DatabasePool;

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

  /** The test server refuses them, so no run has them here. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "mongodb://db, none, false",
        "mongodb://db/?w=majority, none, false",
        "mongodb://db/?w=0, none, true",
        "mongodb://db, unacknowledged, true",
        "mongodb://db, errors_ignored, true",
        "mongodb://db/?w=0, acknowledged, false"
      })
  void writesThatAreNotAcknowledgedAreNotForPublicationAndTakeNoTurns(
      String url, String writeConcern, boolean said) {
    Map<String, String> properties = new HashMap<>(Map.of("mongodb.url", url));
    if (writeConcern != null) {
      properties.put("mongodb.writeConcern", writeConcern);
    }
    Map<String, String> description =
        MongoDbPool.describe(
            new Document("version", "8.0.1"),
            MongoDbOptions.parse(properties, false).writes(),
            Optional.empty());

    assertThat(description.getOrDefault(DatabasePool.NOT_FOR_PUBLICATION, "").contains("writes"))
        .isEqualTo(said);
    assertThat(new MongoDbBinding().workLeft(properties).isPresent()).isEqualTo(said);
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
