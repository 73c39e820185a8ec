package site.ycsb.tls.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static site.ycsb.tls.testkit.Records.values;
import static site.ycsb.tls.testkit.Refusal.refused;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.tls.binding.BatchingClient;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Refusal;
import site.ycsb.tls.testkit.SharedClientContract;

/** With the real test server, in a process of its own. */
class MongoDbBindingIT extends SharedClientContract {
  MongoDbBindingIT() {
    super(new MongoDbBinding());
  }

  @Override
  protected Map<String, Map<String, String>> listeners() {
    return Testbeds.LISTENERS;
  }

  /** One of them is the driver's monitor. */
  @Override
  protected int connectionsPerClient() {
    return 2;
  }

  @Override
  protected String[] sharedPool() {
    return new String[] {"mongodb.shared=true", "mongodb.maxconnections=2"};
  }

  @Override
  protected Map<String, String> clientProperties(String host, int port) {
    return Map.of("mongodb.url", "mongodb://me:" + Refusal.PASSWORD + "@" + host + ":" + port);
  }

  @ParameterizedTest
  @MethodSource("everyListener")
  void refusesToInsertARecordTwice(String listener) throws Exception {
    try (OpenDatabase session = open(listener)) {
      session.pool().clear(TABLE);
      DB db = session.newClient();
      assertThat(db.insert(TABLE, "a", values("f", "1"))).isEqualTo(Status.OK);
      assertThat(db.insert(TABLE, "a", values("f", "9"))).matches(MongoDbBindingIT::isError);
      assertThat(RECORDS.read(db, "a", null)).isEqualTo(Map.of("f", "1"));
      db.cleanup();
    }
  }

  @Test
  void describesServerAndDriver() throws Exception {
    try (OpenDatabase session = open(PLAIN)) {
      assertThat(session.pool().description())
          .containsEntry("server", "mongo-java-server 1.47.0")
          .containsKey(DatabasePool.NOT_FOR_PUBLICATION)
          .containsEntry("driver", "mongodb-driver-sync 5.14.0");
    }
  }

  @Test
  void scansInTheOrderOfKeysHoweverTheyCame() throws Exception {
    try (OpenDatabase session = open(PLAIN, "batchsize=100")) {
      session.pool().clear(TABLE);
      DB db = session.newClient();
      Map<String, String> expected = new TreeMap<>();
      for (int i = 0; i < 500; i++) {
        String key = "user" + i * 7919 % 500;
        db.insert(TABLE, key, values("f", key));
        expected.put(key, key);
      }
      expected.keySet().removeIf(key -> key.endsWith("3") && db.delete(TABLE, key).isOk());

      assertThat(RECORDS.scan(db, "user2", 300, null))
          .containsExactlyElementsOf(
              expected.keySet().stream()
                  .filter(key -> key.compareTo("user2") >= 0)
                  .limit(300)
                  .map(key -> Map.of("f", key))
                  .toList());
      db.cleanup();
    }
  }

  @Test
  void insertsInBatchesAndSendsTheLastOneInTheEnd() throws Exception {
    try (OpenDatabase session = open(PLAIN, "mongodb.batchsize=3")) {
      session.pool().clear(TABLE);
      DB db = session.newClient();
      List<Status> statuses = new ArrayList<>();
      for (String key : List.of("a", "b", "c", "d")) {
        statuses.add(db.insert(TABLE, key, values("f", key)));
      }
      assertThat(statuses)
          .containsExactly(Status.BATCHED_OK, Status.BATCHED_OK, Status.OK, Status.BATCHED_OK);
      assertThat(RECORDS.scan(db, "a", 9, null)).hasSize(3);
      assertThat(((BatchingClient) db).unsent()).isEqualTo(1);
      db.cleanup();
      assertThat(((BatchingClient) db).unsent()).isZero();

      DB other = session.newClient();
      assertThat(RECORDS.scan(other, "a", 9, null)).hasSize(4);
      assertThat(other.insert(TABLE, "d", values("f", "again"))).isEqualTo(Status.BATCHED_OK);
      assertThatThrownBy(other::cleanup)
          .isInstanceOf(DBException.class)
          .hasMessageContaining("last 1 records")
          .hasMessageContaining("duplicate key");
    }
  }

  @Test
  void batchThatFailsIsAnErrorOfTheInsertThatSentIt() throws Exception {
    try (OpenDatabase session = open(PLAIN, "mongodb.batchsize=2")) {
      session.pool().clear(TABLE);
      DB db = session.newClient();
      db.insert(TABLE, "a", values("f", "1"));
      assertThat(db.insert(TABLE, "a", values("f", "1"))).matches(MongoDbBindingIT::isError);
      db.cleanup();
    }
  }

  @Test
  void batchesOfSeveralTablesAreKeptApart() throws Exception {
    try (OpenDatabase session = open(PLAIN, "mongodb.batchsize=9")) {
      session.pool().clear(TABLE);
      session.pool().clear("second");
      DB db = session.newClient();
      db.insert(TABLE, "a", values("f", "1"));
      db.insert("second", "b", values("f", "2"));
      db.insert(TABLE, "c", values("f", "3"));
      db.cleanup();
      db = session.newClient();
      assertThat(RECORDS.scan(db, "a", 9, null))
          .containsExactly(Map.of("f", "1"), Map.of("f", "3"));
      db.cleanup();
    }
  }

  @Test
  void upsertReplacesWhatIsThere() throws Exception {
    for (String batch : List.of("1", "2")) {
      try (OpenDatabase session =
          open(PLAIN, "mongodb.upsert=true", "mongodb.batchsize=" + batch)) {
        session.pool().clear(TABLE);
        DB db = session.newClient();
        assertThat(db.insert(TABLE, "a", values("f", "1")).isOk()).isTrue();
        assertThat(db.insert(TABLE, "a", values("g", "2")).isOk()).isTrue();
        db.cleanup();
        db = session.newClient();
        assertThat(RECORDS.read(db, "a", null)).isEqualTo(Map.of("g", "2"));
        db.cleanup();
      }
    }
  }

  @Test
  void readsTextThatAnotherProgramLoaded() throws Exception {
    try (MongoClient other = MongoClients.create(url())) {
      other
          .getDatabase("ycsb")
          .getCollection(TABLE)
          .insertOne(new Document("_id", "text").append("f", "1").append("n", 1));
    }
    try (OpenDatabase session = open(PLAIN)) {
      DB db = session.newClient();
      assertThat(RECORDS.read(db, "text", null)).isEqualTo(Map.of("f", "1"));
      db.cleanup();
    }
  }

  /** It acknowledges every write from memory, whatever is asked; the driver would not notice. */
  @Test
  void refusesWriteConcernsThatTheTestServerDoesNotDo() throws Exception {
    String url = url();
    for (String other :
        List.of(
            "mongodb.writeConcern=unacknowledged",
            "mongodb.writeConcern=journaled",
            "mongodb.writeConcern=replica_acknowledged",
            "mongodb.writeConcern=majority",
            "mongodb.url=" + url + "?w=0",
            "mongodb.url=" + url + "?w=2",
            "mongodb.url=" + url + "?journal=true")) {
      assertThatThrownBy(() -> open(PLAIN, other))
          .as(other)
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("expected mongodb.writeConcern=acknowledged");
    }
    open(PLAIN, "mongodb.writeConcern=acknowledged").close();
    open(PLAIN, "mongodb.url=" + url + "?w=1").close();
  }

  /** The driver would go on without one. */
  @Test
  void refusesCompressorsThatTheServerDoesNotTake() {
    refused(() -> open(PLAIN, "mongodb.url=" + url() + "?compressors=zlib"))
        .hasMessageStartingWith(
            "mongodb.url asks for compressors=zlib, and the server supports none");
  }

  /** The driver would read from it whatever the preference. */
  @Test
  void refusesAReadPreferenceWithOneServer() throws Exception {
    open(PLAIN, "mongodb.readPreference=primary").close();
    refused(() -> open(PLAIN, "mongodb.readPreference=nearest"))
        .hasMessageStartingWith("the read preference nearest has no effect: ");
    refused(() -> open(PLAIN, "mongodb.url=" + url() + "?readPreference=secondary"))
        .hasMessageStartingWith("the read preference secondary has no effect: ");
  }

  @Test
  @Order(REFUSALS)
  void saysThatCredentialsWereRefusedWithoutRepeatingThem() {
    String withUser = url().replace("mongodb://", "mongodb://me:" + Refusal.PASSWORD + "@");
    assertRefused(PLAIN, "user name and password", "mongodb.url=" + withUser);
  }

  private String url() {
    return testbed(PLAIN).server().clientProperties(PLAIN).get("mongodb.url");
  }

  private static boolean isError(Status status) {
    return status.getName().equals("ERROR") && !status.isOk();
  }
}
