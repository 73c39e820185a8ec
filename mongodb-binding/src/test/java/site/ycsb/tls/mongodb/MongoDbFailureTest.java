package site.ycsb.tls.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ServerAddress;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ClusterType;
import com.mongodb.connection.ServerConnectionState;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerType;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MongoDbFailureTest {
  private static Optional<String> reason(ClusterType cluster, ServerType server) {
    return MongoDbFailure.ofCluster(
        new ClusterDescription(
            ClusterConnectionMode.SINGLE,
            cluster,
            List.of(
                ServerDescription.builder()
                    .address(new ServerAddress("db", 27017))
                    .state(ServerConnectionState.CONNECTED)
                    .type(server)
                    .ok(true)
                    .build())));
  }

  /** On a busy machine it may answer a moment after the time is over. */
  @Test
  void aServerThatSuitsAndCameTooLateIsNotSaidToBeAnother() {
    assertThat(reason(ClusterType.STANDALONE, ServerType.STANDALONE)).isEmpty();
    assertThat(reason(ClusterType.SHARDED, ServerType.SHARD_ROUTER)).isEmpty();
    assertThat(reason(ClusterType.REPLICA_SET, ServerType.REPLICA_SET_SECONDARY))
        .hasValueSatisfying(
            words ->
                assertThat(words)
                    .startsWith("db:27017 (REPLICA_SET_SECONDARY) answered, but none of them may"));
  }
}
