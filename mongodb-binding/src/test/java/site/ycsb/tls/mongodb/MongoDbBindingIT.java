package site.ycsb.tls.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static site.ycsb.tls.testkit.Records.values;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.option.UsageException;
import site.ycsb.tls.server.ListenerWitness;
import site.ycsb.tls.socket.TransportCounts;
import site.ycsb.tls.socket.TransportListener;
import site.ycsb.tls.testkit.ConnectionCounter;
import site.ycsb.tls.testkit.ListenerTestbed;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Records;

/** With the real test server, in a process of its own. */
@Timeout(120)
class MongoDbBindingIT {
  private static final TransportListener NOBODY = new TransportListener() {};

  private static final Records RECORDS = new Records("all");

  private static ListenerTestbed testbed;

  @BeforeAll
  static void start() throws Exception {
    testbed = Testbeds.start();
  }

  @AfterAll
  static void stop() {
    testbed.close();
  }

  static Stream<String> listeners() {
    return Testbeds.LISTENERS.keySet().stream();
  }

  @Test
  void isFound() {
    assertThat(ServiceLoader.load(Binding.class))
        .filteredOn(binding -> binding.name().equals("mongodb"))
        .hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("listeners")
  void doesAllOperations(String listener) throws Exception {
    try (OpenDatabase session = testbed.open(listener)) {
      session.pool().clear("all");
      DB db = session.pool().newClient();
      db.init();

      assertThat(db.insert("all", "a", values("f", "1", "g", "é\n"))).isEqualTo(Status.OK);
      assertThat(db.insert("all", "b", values("f", "2"))).isEqualTo(Status.OK);
      assertThat(db.insert("all", "c", values("f", "3"))).isEqualTo(Status.OK);
      assertThat(db.insert("all", "a", values("f", "9"))).matches(MongoDbBindingIT::isError);

      assertThat(RECORDS.read(db, "a", null)).isEqualTo(Map.of("f", "1", "g", "é\n"));
      assertThat(RECORDS.read(db, "a", Set.of("g"))).isEqualTo(Map.of("g", "é\n"));
      assertThat(RECORDS.read(db, "none", null)).isNull();

      assertThat(db.update("all", "a", values("f", "4"))).isEqualTo(Status.OK);
      assertThat(db.update("all", "none", values("f", "4"))).isEqualTo(Status.NOT_FOUND);
      assertThat(RECORDS.read(db, "a", null)).isEqualTo(Map.of("f", "4", "g", "é\n"));

      assertThat(RECORDS.scan(db, "a", 2, Set.of("f")))
          .containsExactly(Map.of("f", "4"), Map.of("f", "2"));
      assertThat(RECORDS.scan(db, "b", 9, null))
          .containsExactly(Map.of("f", "2"), Map.of("f", "3"));
      assertThat(RECORDS.scan(db, "d", 9, null)).isNull();

      assertThat(db.delete("all", "b")).isEqualTo(Status.OK);
      assertThat(db.delete("all", "b")).isEqualTo(Status.NOT_FOUND);
      assertThat(RECORDS.scan(db, "a", 9, Set.of("f")))
          .containsExactly(Map.of("f", "4"), Map.of("f", "3"));
      db.cleanup();

      session.pool().clear("all");
      session.pool().clear("no such table");
      assertThat(session.pool().description())
          .containsEntry("server", "mongo-java-server 1.47.0")
          .containsKey(DatabasePool.NOT_FOR_PUBLICATION)
          .containsEntry("driver", "mongodb-driver-sync 5.14.0");
    }
  }

  @Test
  void scansInTheOrderOfKeysHoweverTheyCame() throws Exception {
    try (OpenDatabase session = testbed.open("plain", "batchsize=100")) {
      session.pool().clear("all");
      DB db = session.pool().newClient();
      db.init();
      Map<String, String> expected = new TreeMap<>();
      for (int i = 0; i < 500; i++) {
        String key = "user" + i * 7919 % 500;
        db.insert("all", key, values("f", key));
        expected.put(key, key);
      }
      expected.keySet().removeIf(key -> key.endsWith("3") && db.delete("all", key).isOk());

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

  /** The server's own view, asked for by another way than the client's. */
  @ParameterizedTest
  @MethodSource("listeners")
  void serverSawWhatTheClientCounted(String listener) throws Exception {
    ListenerWitness before = testbed.server().witness().get(listener);
    try (OpenDatabase session = testbed.open(listener)) {
      TransportCounts setUp = session.transport().counts();
      DB db = session.pool().newClient();
      db.init();
      for (int i = 0; i < 20; i++) {
        db.insert("witnessed", listener + i, values("f", "1"));
      }
      db.cleanup();

      ListenerWitness seen = testbed.server().witness().get(listener).minus(before);
      TransportCounts counts = session.transport().counts();
      // The preflight's connection is not counted by the client.
      assertThat(seen.connections()).isEqualTo(counts.opened() + 1);
      assertThat(counts.minus(setUp).opened()).isEqualTo(2);
      assertThat(counts.failed()).isZero();
      Map<String, String> pin = Testbeds.LISTENERS.get(listener);
      if (pin.isEmpty()) {
        assertThat(seen.handshakes()).isEmpty();
        assertThat(counts.fullHandshakes()).isZero();
        assertThat(session.transport().evidence()).isEmpty();
      } else {
        assertThat(seen.failed()).isZero();
        assertThat(seen.resumedHandshakes()).isZero();
        assertThat(seen.fullHandshakes()).isEqualTo(counts.fullHandshakes() + 1);
        assertThat(seen.handshakes().keySet())
            .allSatisfy(
                negotiated -> {
                  assertThat(negotiated.cipherSuite()).isEqualTo(pin.get("tls.cipher"));
                  assertThat(negotiated.protocol())
                      .isEqualTo(session.transport().evidence().orElseThrow().protocol());
                });
        assertThat(session.transport().evidence().orElseThrow().cipherSuite())
            .isEqualTo(pin.get("tls.cipher"));
        assertThat(session.transport().evidence().orElseThrow().serverKey())
            .isEqualTo("RSA-" + pin.get("tls.keysize"));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("listeners")
  void churnOfClientsMakesTwoConnectionsPerCycle(String listener) throws Exception {
    churn(listener, ChurnScope.CLIENT, 2);
  }

  @ParameterizedTest
  @MethodSource("listeners")
  void churnOfConnectionsMakesExactlyOnePerCycle(String listener) throws Exception {
    churn(listener, ChurnScope.CONNECTION, 1);
  }

  private static void churn(String listener, ChurnScope scope, long perCycle) throws Exception {
    int cycles = 5;
    try (OpenDatabase session = testbed.open(listener)) {
      DB loader = session.pool().newClient();
      loader.init();
      loader.delete("churn", "a");
      loader.insert("churn", "a", values("f", "1"));
      loader.cleanup();
      session.pool().newChurnClient(scope, NOBODY);
      ListenerWitness before = testbed.server().witness().get(listener);
      ConnectionCounter counter = new ConnectionCounter();
      for (int i = 0; i < cycles; i++) {
        DB db = session.pool().newChurnClient(scope, counter);
        db.init();
        assertThat(db.read("churn", "a", null, new HashMap<>())).isEqualTo(Status.OK);
        db.cleanup();
      }

      ListenerWitness seen = testbed.server().witness().get(listener).minus(before);
      long handshakes = Testbeds.LISTENERS.get(listener).isEmpty() ? 0 : cycles * perCycle;
      assertThat(seen.connections()).isEqualTo(cycles * perCycle);
      assertThat(seen.fullHandshakes()).isEqualTo(handshakes);
      assertThat(seen.resumedHandshakes()).isZero();
      assertThat(counter.connections()).isEqualTo(cycles * perCycle);
      assertThat(counter.fullHandshakes()).isEqualTo(handshakes);
      assertThat(counter.closings()).isEqualTo(cycles * perCycle);
    }
  }

  @Test
  void resumesSessionsWhereAskedAndBothEndsSaySo() throws Exception {
    for (String listener :
        List.of(Testbeds.TLS_1_2 + "-RSA-2048", Testbeds.TLS_1_3 + "-RSA-2048")) {
      ListenerWitness before = testbed.server().witness().get(listener);
      try (OpenDatabase session = testbed.open(listener, "tls.resumption=on")) {
        for (int i = 0; i < 3; i++) {
          DB db = session.pool().newClient();
          db.init();
          db.read("churn", "a", null, new HashMap<>());
          db.cleanup();
        }
        ListenerWitness seen = testbed.server().witness().get(listener).minus(before);
        TransportCounts counts = session.transport().counts();
        assertThat(counts.resumedHandshakes()).isPositive();
        assertThat(seen.resumedHandshakes()).isEqualTo(counts.resumedHandshakes());
      }
    }
  }

  @Test
  void insertsInBatchesAndSendsTheLastOneInTheEnd() throws Exception {
    try (OpenDatabase session = testbed.open("plain", "mongodb.batchsize=3")) {
      session.pool().clear("all");
      DB db = session.pool().newClient();
      db.init();
      List<Status> statuses = new ArrayList<>();
      for (String key : List.of("a", "b", "c", "d")) {
        statuses.add(db.insert("all", key, values("f", key)));
      }
      assertThat(statuses)
          .containsExactly(Status.BATCHED_OK, Status.BATCHED_OK, Status.OK, Status.BATCHED_OK);
      assertThat(RECORDS.scan(db, "a", 9, null)).hasSize(3);
      db.cleanup();

      DB other = session.pool().newClient();
      other.init();
      assertThat(RECORDS.scan(other, "a", 9, null)).hasSize(4);
      assertThat(other.insert("all", "d", values("f", "again"))).isEqualTo(Status.BATCHED_OK);
      assertThatThrownBy(other::cleanup)
          .isInstanceOf(DBException.class)
          .hasMessageContaining("last 1 records")
          .hasMessageContaining("duplicate key");
    }
  }

  @Test
  void batchThatFailsIsAnErrorOfTheInsertThatSentIt() throws Exception {
    try (OpenDatabase session = testbed.open("plain", "mongodb.batchsize=2")) {
      session.pool().clear("all");
      DB db = session.pool().newClient();
      db.init();
      db.insert("all", "a", values("f", "1"));
      assertThat(db.insert("all", "a", values("f", "1"))).matches(MongoDbBindingIT::isError);
      db.cleanup();
    }
  }

  @Test
  void batchesOfSeveralTablesAreKeptApart() throws Exception {
    try (OpenDatabase session = testbed.open("plain", "mongodb.batchsize=9")) {
      session.pool().clear("all");
      session.pool().clear("second");
      DB db = session.pool().newClient();
      db.init();
      db.insert("all", "a", values("f", "1"));
      db.insert("second", "b", values("f", "2"));
      db.insert("all", "c", values("f", "3"));
      db.cleanup();
      db = session.pool().newClient();
      db.init();
      assertThat(RECORDS.scan(db, "a", 9, null))
          .containsExactly(Map.of("f", "1"), Map.of("f", "3"));
      db.cleanup();
    }
  }

  @Test
  void upsertReplacesWhatIsThere() throws Exception {
    for (String batch : List.of("1", "2")) {
      try (OpenDatabase session =
          testbed.open("plain", "mongodb.upsert=true", "mongodb.batchsize=" + batch)) {
        session.pool().clear("all");
        DB db = session.pool().newClient();
        db.init();
        assertThat(db.insert("all", "a", values("f", "1")).isOk()).isTrue();
        assertThat(db.insert("all", "a", values("g", "2")).isOk()).isTrue();
        db.cleanup();
        db = session.pool().newClient();
        db.init();
        assertThat(RECORDS.read(db, "a", null)).isEqualTo(Map.of("g", "2"));
        db.cleanup();
      }
    }
  }

  @Test
  void sharedClientServesAllThreadsFromOnePool() throws Exception {
    String listener = Testbeds.TLS_1_3 + "-RSA-2048";
    try (OpenDatabase session =
        testbed.open(listener, "mongodb.shared=true", "mongodb.maxconnections=2")) {
      TransportCounts before = session.transport().counts();
      session.pool().clear("all");
      List<Thread> threads = new ArrayList<>();
      Queue<Status> statuses = new ConcurrentLinkedQueue<>();
      for (int i = 0; i < 6; i++) {
        String key = "k" + i;
        Thread thread = new Thread(() -> statuses.add(insertOnce(session, key)));
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(statuses).hasSize(6).containsOnly(Status.OK);
      // One more of the pool, and those that emptied the table.
      assertThat(session.transport().counts().minus(before).opened()).isBetween(2L, 3L);
    }
  }

  private static Status insertOnce(OpenDatabase session, String key) {
    try {
      DB db = session.pool().newClient();
      db.init();
      Status status = db.insert("all", key, values("f", "1"));
      db.cleanup();
      return status;
    } catch (DBException e) {
      return new Status("INIT", e.getMessage());
    }
  }

  @Test
  void readsTextThatAnotherProgramLoaded() throws Exception {
    String url = "mongodb://127.0.0.1:" + testbed.server().address("plain").getPort();
    try (MongoClient other = MongoClients.create(url)) {
      other
          .getDatabase("ycsb")
          .getCollection("all")
          .insertOne(new Document("_id", "text").append("f", "1").append("n", 1));
    }
    try (OpenDatabase session = testbed.open("plain")) {
      DB db = session.pool().newClient();
      db.init();
      assertThat(RECORDS.read(db, "text", null)).isEqualTo(Map.of("f", "1"));
      db.cleanup();
    }
  }

  /** The test server would close the connection, and the driver would not notice. */
  @Test
  void refusesUnacknowledgedWritesWithTheTestServer() {
    assertThatThrownBy(() -> testbed.open("plain", "mongodb.writeConcern=unacknowledged"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("mongodb.writeConcern");
    String url = testbed.server().clientProperties("plain").get("mongodb.url");
    assertThatThrownBy(() -> testbed.open("plain", "mongodb.url=" + url + "?w=0"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("w=0");
  }

  private static boolean isError(Status status) {
    return status.getName().equals("ERROR") && !status.isOk();
  }
}
