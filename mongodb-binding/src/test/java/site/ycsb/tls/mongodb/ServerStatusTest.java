package site.ycsb.tls.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ReadPreference;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ClusterType;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.pin.TlsProtocol;

class ServerStatusTest {
  @Test
  void isTheCpuTimeOfTheProcessThatAnsweredFirst() throws Exception {
    try (ServerStatus clock = clock(status("db1", 7, 1_000), status("db1", 7, 1_500))) {
      assertThat(clock.cpuNanos()).isEqualTo(1_000_000);
      assertThat(clock.cpuNanos()).isEqualTo(1_500_000);
    }
  }

  /** A server that was started again has less, another member of a replica set any other. */
  @ParameterizedTest
  @CsvSource({"db2, 7", "db1, 8"})
  void isNotKnownWhenAnotherProcessAnswers(String host, long pid) throws Exception {
    try (ServerStatus clock = clock(status("db1", 7, 1_000), status(host, pid, 900_000))) {
      clock.cpuNanos();
      assertThatThrownBy(clock::cpuNanos)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("db1 7")
          .hasMessageContaining(host + " " + pid)
          .hasMessageNotContaining("\n");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SINGLE, STANDALONE, nearest, true",
    "SINGLE, REPLICA_SET, secondary, true",
    "MULTIPLE, REPLICA_SET, primary, true",
    "MULTIPLE, REPLICA_SET, primaryPreferred, true",
    "MULTIPLE, REPLICA_SET, secondary, false",
    "MULTIPLE, REPLICA_SET, nearest, false",
    "SINGLE, SHARDED, primary, false",
    "MULTIPLE, SHARDED, primary, false",
    "LOAD_BALANCED, LOAD_BALANCED, primary, false",
    "MULTIPLE, UNKNOWN, primary, false"
  })
  void thereIsOneOnlyWhereOneProcessDoesTheWork(
      ClusterConnectionMode mode, ClusterType type, String reads, boolean one) {
    assertThat(
            ServerStatus.isOfOneProcess(
                new ClusterDescription(mode, type, List.of()), ReadPreference.valueOf(reads)))
        .isEqualTo(one);
  }

  /** As behind a proxy that ends TLS: the connection that asks is one with TLS. */
  @ParameterizedTest
  @CsvSource({"TLS_1_0, true", "TLS_1_1, false", "TLS_1_2, false", "TLS_1_3, true"})
  void aServerThatCountsNoConnectionWithTlsHasNoneOfItsCost(TlsProtocol version, boolean none) {
    Document counts =
        new Document("1.0", 0L).append("1.2", 3L).append("1.3", 0L).append("unknown", 0L);

    assertThat(ServerStatus.hasSeenNone(new Document("transportSecurity", counts), version))
        .isEqualTo(none);
    assertThat(ServerStatus.hasSeenNone(status("db1", 7, 1), version)).isFalse();
  }

  private static ServerStatus clock(Document... answers) {
    Queue<Document> left = new ArrayDeque<>(List.of(answers));
    return new ServerStatus(command -> left.remove(), () -> {}, answers[0]);
  }

  private static Document status(String host, long pid, long micros) {
    return new Document("host", host)
        .append("pid", pid)
        .append("extra_info", new Document("user_time_us", micros).append("system_time_us", 0L));
  }
}
