package site.ycsb.tls.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static site.ycsb.tls.testkit.Records.values;

import java.net.InetSocketAddress;
import java.time.Duration;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.probe.ServerAnswer;
import site.ycsb.tls.probe.ServerProbe;
import site.ycsb.tls.probe.SuiteAvailability;
import site.ycsb.tls.server.ListenerWitness;
import site.ycsb.tls.socket.TransportCounts;
import site.ycsb.tls.testkit.ConnectionCounter;
import site.ycsb.tls.testkit.ListenerTestbed;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Records;

/** With the real test server, in a process of its own. */
@Timeout(120)
class DynamoDbBindingIT {
  private static final String TABLE = "usertable";
  private static final String[] RANGE = {
    "dynamodb.primaryKeyType=HASH_AND_RANGE",
    "dynamodb.hashKeyName=part",
    "dynamodb.primaryKey=name",
    "table=ranged"
  };

  private static final Records RECORDS = new Records(TABLE);
  private static final Records RANGED = new Records("ranged");

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
        .filteredOn(binding -> binding.name().equals("dynamodb"))
        .hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("listeners")
  void doesAllOperations(String listener) throws Exception {
    try (OpenDatabase session = testbed.open(listener)) {
      session.pool().clear(TABLE);
      DB db = session.pool().newClient();
      db.init();

      assertThat(db.insert(TABLE, "a", values("f", "1", "size", "é\n"))).isEqualTo(Status.OK);
      assertThat(db.insert(TABLE, "b", values("f", "2", "size", ""))).isEqualTo(Status.OK);

      assertThat(RECORDS.read(db, "a", null)).isEqualTo(Map.of("f", "1", "size", "é\n"));
      assertThat(RECORDS.read(db, "a", Set.of("size"))).isEqualTo(Map.of("size", "é\n"));
      assertThat(RECORDS.read(db, "a", Set.of("other"))).isEmpty();
      assertThat(RECORDS.read(db, "none", null)).isNull();

      assertThat(db.update(TABLE, "a", values("f", "4", "size", "5"))).isEqualTo(Status.OK);
      assertThat(db.update(TABLE, "none", values("f", "4"))).isEqualTo(Status.NOT_FOUND);
      assertThat(RECORDS.read(db, "a", null)).isEqualTo(Map.of("f", "4", "size", "5"));
      assertThat(RECORDS.read(db, "none", null)).isNull();
      assertThat(db.insert(TABLE, "a", values("f", "6"))).isEqualTo(Status.OK);
      assertThat(RECORDS.read(db, "a", null)).isEqualTo(Map.of("f", "6"));

      assertThat(db.delete(TABLE, "b")).isEqualTo(Status.OK);
      assertThat(db.delete(TABLE, "b")).isEqualTo(Status.NOT_FOUND);
      assertThat(RECORDS.read(db, "b", null)).isNull();
      db.cleanup();

      session.pool().clear(TABLE);
      session.pool().clear("no-such-table");
      assertThat(session.pool().description())
          .containsKeys("server", "region", "table", "driver", DatabasePool.NOT_FOR_PUBLICATION)
          .extractingByKey("driver")
          .asString()
          .startsWith("aws-sdk-java 2.");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", Testbeds.TLS_1_3})
  void scansByQueryInTheOrderOfKeysWhereThereIsARangeKey(String listener) throws Exception {
    try (OpenDatabase session = testbed.open(listener, RANGE)) {
      session.pool().clear("ranged");
      DB db = session.pool().newClient();
      db.init();
      TreeMap<String, String> expected = new TreeMap<>();
      for (int i = 0; i < 60; i++) {
        String key = "user" + i * 7919 % 60;
        assertThat(db.insert("ranged", key, values("f", key))).isEqualTo(Status.OK);
        expected.put(key, key);
      }

      assertThat(RANGED.scan(db, "user2", 30, null))
          .containsExactlyElementsOf(
              expected.tailMap("user2").values().stream()
                  .limit(30)
                  .map(k -> Map.of("f", k))
                  .toList());
      assertThat(RANGED.scan(db, "user58", 9, Set.of("f")))
          .containsExactly(
              Map.of("f", "user58"),
              Map.of("f", "user59"),
              Map.of("f", "user6"),
              Map.of("f", "user7"),
              Map.of("f", "user8"),
              Map.of("f", "user9"));
      assertThat(RANGED.scan(db, "v", 9, null)).isNull();
      assertThat(db.update("ranged", "user7", values("f", "new"))).isEqualTo(Status.OK);
      assertThat(db.delete("ranged", "user8")).isEqualTo(Status.OK);
      assertThat(RANGED.scan(db, "user7", 2, null))
          .containsExactly(Map.of("f", "new"), Map.of("f", "user9"));
      db.cleanup();
    }
  }

  /** Each of the three items of a page takes most of a page of 1 MB. */
  @Test
  void scansOverSeveralPages() throws Exception {
    String large = "x".repeat(350_000);
    for (String[] properties : new String[][] {{}, RANGE}) {
      try (OpenDatabase session = testbed.open("plain", properties)) {
        String table = properties.length == 0 ? TABLE : "ranged";
        session.pool().clear(table);
        DB db = session.pool().newClient();
        db.init();
        for (int i = 0; i < 7; i++) {
          assertThat(db.insert(table, "k" + i, values("f", large))).isEqualTo(Status.OK);
        }
        assertThat(new Records(table).scan(db, "k0", 5, null)).hasSizeBetween(1, 5);
        if (properties.length > 0) {
          assertThat(new Records(table).scan(db, "k0", 5, null)).hasSize(5);
          assertThat(new Records(table).scan(db, "k2", 50, null)).hasSize(5);
        }
        session.pool().clear(table);
        assertThat(new Records(table).scan(db, "k0", 5, null)).isNull();
        db.cleanup();
      }
    }
  }

  @Test
  void scansWithoutARangeKeyFromTheRecordOnInTheServersOrder() throws Exception {
    try (OpenDatabase session = testbed.open("plain")) {
      session.pool().clear(TABLE);
      DB db = session.pool().newClient();
      db.init();
      for (int i = 0; i < 30; i++) {
        db.insert(TABLE, "k" + i, values("f", "k" + i));
      }
      List<Map<String, String>> all = new ArrayList<>();
      int longest = 0;
      for (int i = 0; i < 30; i++) {
        List<Map<String, String>> found = RECORDS.scan(db, "k" + i, 30, Set.of("f"));
        assertThat(found.get(0)).isEqualTo(Map.of("f", "k" + i));
        assertThat(found).doesNotHaveDuplicates();
        longest = Math.max(longest, found.size());
        all.addAll(RECORDS.scan(db, "k" + i, 1, null));
      }
      assertThat(longest).isEqualTo(30);
      assertThat(all).hasSize(30);
      session.pool().clear(TABLE);
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
      assertThat(session.transport().counts().minus(setUp).opened()).isEqualTo(1);
      for (int i = 0; i < 20; i++) {
        assertThat(db.insert(TABLE, listener + i, values("f", "1"))).isEqualTo(Status.OK);
      }
      db.cleanup();

      ListenerWitness seen = testbed.server().witness().get(listener).minus(before);
      TransportCounts counts = session.transport().counts();
      // The preflight's connection is not counted by the client.
      assertThat(seen.connections()).isEqualTo(counts.opened() + 1);
      assertThat(counts.minus(setUp).opened()).isEqualTo(1);
      assertThat(counts.closed()).isEqualTo(counts.opened());
      assertThat(counts.failed()).isZero();
      assertThat(counts.minus(setUp).payloadBytesOut()).isGreaterThan(20 * 200);
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
        assertThat(session.transport().evidence().orElseThrow().serverKey()).isEqualTo("RSA-2048");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("listeners")
  void churnOfClientsMakesOneConnectionPerCycle(String listener) throws Exception {
    churn(listener, ChurnScope.CLIENT, 1);
  }

  @ParameterizedTest
  @MethodSource("listeners")
  void churnOfConnectionsMakesExactlyOnePerCycle(String listener) throws Exception {
    churn(listener, ChurnScope.CONNECTION, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", Testbeds.TLS_1_2, Testbeds.TLS_1_3})
  void churnKeepsItsConnectionForAsManyReadsAsAsked(String listener) throws Exception {
    churn(listener, ChurnScope.CONNECTION, 3);
  }

  private static void churn(String listener, ChurnScope scope, int reads) throws Exception {
    int cycles = 5;
    try (OpenDatabase session = testbed.open(listener, "churn.operations=" + reads)) {
      DB loader = session.pool().newClient();
      loader.init();
      loader.insert(TABLE, "churn", values("f", "1"));
      loader.cleanup();
      ListenerWitness before = testbed.server().witness().get(listener);
      ConnectionCounter counter = new ConnectionCounter();
      for (int i = 0; i < cycles; i++) {
        DB db = session.pool().newChurnClient(scope, counter);
        db.init();
        for (int j = 0; j < reads; j++) {
          assertThat(db.read(TABLE, "churn", null, new HashMap<>())).isEqualTo(Status.OK);
        }
        db.cleanup();
        assertThat(counter.closings()).isEqualTo(i + 1);
      }

      ListenerWitness seen = testbed.server().witness().get(listener).minus(before);
      long handshakes = Testbeds.LISTENERS.get(listener).isEmpty() ? 0 : cycles;
      assertThat(seen.connections()).isEqualTo(cycles);
      assertThat(seen.fullHandshakes()).isEqualTo(handshakes);
      assertThat(seen.resumedHandshakes()).isZero();
      assertThat(counter.connections()).isEqualTo(cycles);
      assertThat(counter.connectNanos()).isPositive();
      assertThat(counter.fullHandshakes()).isEqualTo(handshakes);
    }
  }

  @Test
  void resumesSessionsWhereAskedAndBothEndsSaySo() throws Exception {
    for (String listener : List.of(Testbeds.TLS_1_2, Testbeds.TLS_1_3)) {
      ListenerWitness before = testbed.server().witness().get(listener);
      try (OpenDatabase session = testbed.open(listener, "tls.resumption=on")) {
        for (int i = 0; i < 3; i++) {
          DB db = session.pool().newClient();
          db.init();
          db.read(TABLE, "a", null, new HashMap<>());
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
  void sharedClientServesAllThreadsFromOnePool() throws Exception {
    try (OpenDatabase session =
        testbed.open(Testbeds.TLS_1_3, "dynamodb.shared=true", "dynamodb.connectMax=2")) {
      TransportCounts before = session.transport().counts();
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
      assertThat(session.transport().counts().minus(before).opened()).isBetween(1L, 2L);
    }
  }

  private static Status insertOnce(OpenDatabase session, String key) {
    try {
      DB db = session.pool().newClient();
      db.init();
      Status status = db.insert(TABLE, key, values("f", "1"));
      db.cleanup();
      return status;
    } catch (DBException e) {
      return new Status("INIT", e.getMessage());
    }
  }

  /** Each pair that this JVM can offer, offered alone. */
  @ParameterizedTest
  @ValueSource(strings = {Testbeds.TLS_1_2, Testbeds.TLS_1_3, Testbeds.CBC})
  void pinnedPortTakesOnePairAndRefusesAllOthers(String listener) throws Exception {
    InetSocketAddress address = testbed.server().address(listener);
    List<SuiteAvailability> pairs = JvmSuites.ofDefaultProvider().available();
    List<ServerAnswer> answers =
        new ServerProbe(address.getHostString(), address.getPort(), Duration.ofSeconds(10))
            .ask(pairs, answer -> {});

    assertThat(answers).hasSameSizeAs(pairs).hasSizeGreaterThan(20);
    assertThat(answers).filteredOn(ServerAnswer::accepted).hasSize(1);
    assertThat(answers)
        .filteredOn(ServerAnswer::accepted)
        .allSatisfy(answer -> assertThat(answer.suite().name()).isEqualTo(listener));
  }

  @Test
  void tableIsMadeWithTheCapacityThatWasAskedFor() throws Exception {
    try (OpenDatabase session =
        testbed.open("plain", "table=provisioned", "dynamodb.capacity=70/30")) {
      assertThat(session.pool().description()).containsEntry("table", "provisioned, 70/30 units");
    }
    try (OpenDatabase session = testbed.open("plain", "table=ondemand")) {
      assertThat(session.pool().description()).containsEntry("table", "ondemand, PAY_PER_REQUEST");
    }
  }

  @Test
  void saysThatTheTableIsMissing() {
    assertThatThrownBy(() -> testbed.open("plain", "table=absent", "dynamodb.createtable=false"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("absent")
        .hasMessageContaining("dynamodb.createtable=true");
  }

  @Test
  void saysThatTheTableHasAnotherKey() throws Exception {
    testbed.open("plain", RANGE).close();
    assertThatThrownBy(() -> testbed.open("plain", "table=ranged"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("part (HASH) + name (RANGE)")
        .hasMessageContaining("ycsb_key (HASH)");
  }
}
