package site.ycsb.tls.dynamodb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Records.values;
import static site.ycsb.tls.testkit.Refusal.failed;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.probe.ServerAnswer;
import site.ycsb.tls.probe.ServerProbe;
import site.ycsb.tls.probe.SuiteAvailability;
import site.ycsb.tls.testkit.ListenerTestbed;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Records;
import site.ycsb.tls.testkit.SharedClientContract;

/** With the real test server, in a process of its own. */
@Needs(Requirement.DYNAMODB_LOCAL)
@Tag("bare")
class DynamoDbBindingIT extends SharedClientContract {
  /** A suite that Jetty's own lists leave out. */
  private static final String CBC = "TLS_DHE_RSA_WITH_AES_128_CBC_SHA";

  private static final String[] RANGE = {
    "dynamodb.primaryKeyType=HASH_AND_RANGE",
    "dynamodb.hashKeyName=part",
    "dynamodb.primaryKey=name",
    "table=ranged"
  };

  private static final Records RANGED = new Records("ranged");

  DynamoDbBindingIT() {
    super(new DynamoDbBinding());
  }

  @Override
  protected Map<String, Map<String, String>> listeners() {
    return ListenerTestbed.listeners(List.of(TLS_1_2, TLS_1_3, CBC));
  }

  @Override
  protected boolean churnConnectsInInit() {
    return false;
  }

  @Override
  protected boolean scansInOrderOfKeys() {
    return false;
  }

  @Override
  protected String[] sharedPool() {
    return new String[] {"dynamodb.shared=true", "dynamodb.connectMax=2"};
  }

  /** The SDK's own time-out is 30 s. */
  @Override
  protected Duration soon() {
    return Duration.ofSeconds(28);
  }

  /** {@code size} is a reserved word of DynamoDB's expressions. */
  @ParameterizedTest
  @MethodSource("everyListener")
  void takesReservedWordsAndEmptyValuesAndReplacesARecord(String listener) throws Exception {
    try (OpenDatabase session = open(listener)) {
      session.pool().clear(TABLE);
      DB db = session.newClient();
      assertThat(db.insert(TABLE, "a", values("f", "1", "size", "é\n"))).isEqualTo(Status.OK);
      assertThat(db.insert(TABLE, "b", values("f", "2", "size", ""))).isEqualTo(Status.OK);

      assertThat(RECORDS.read(db, "a", null)).isEqualTo(Map.of("f", "1", "size", "é\n"));
      assertThat(RECORDS.read(db, "a", Set.of("size"))).isEqualTo(Map.of("size", "é\n"));
      assertThat(RECORDS.read(db, "a", Set.of("other"))).isNull();

      assertThat(db.update(TABLE, "a", values("f", "4", "size", "5"))).isEqualTo(Status.OK);
      assertThat(RECORDS.read(db, "a", null)).isEqualTo(Map.of("f", "4", "size", "5"));
      assertThat(db.insert(TABLE, "a", values("f", "6"))).isEqualTo(Status.OK);
      assertThat(RECORDS.read(db, "a", null)).isEqualTo(Map.of("f", "6"));
      db.cleanup();
    }
  }

  @Test
  void describesServerTableAndDriver() throws Exception {
    try (OpenDatabase session = open(PLAIN)) {
      assertThat(session.pool().description())
          .containsKeys("server", "region", "table", "driver", DatabasePool.NOT_FOR_PUBLICATION)
          .extractingByKey("driver")
          .asString()
          .startsWith("aws-sdk-java 2.");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {PLAIN, TLS_1_3})
  void scansByQueryInTheOrderOfKeysWhereThereIsARangeKey(String listener) throws Exception {
    try (OpenDatabase session = open(listener, RANGE)) {
      session.pool().clear("ranged");
      DB db = session.newClient();
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
      try (OpenDatabase session = open(PLAIN, properties)) {
        String table = properties.length == 0 ? TABLE : "ranged";
        session.pool().clear(table);
        DB db = session.newClient();
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
    try (OpenDatabase session = open(PLAIN)) {
      session.pool().clear(TABLE);
      DB db = session.newClient();
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

  /** Each pair that this JVM can offer, offered alone. */
  @ParameterizedTest
  @Order(REFUSALS)
  @ValueSource(strings = {TLS_1_2, TLS_1_3, CBC})
  void pinnedPortTakesOnePairAndRefusesAllOthers(String listener) throws Exception {
    InetSocketAddress address = testbed(listener).server().address(listener);
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
    try (OpenDatabase session = open(PLAIN, "table=provisioned", "dynamodb.capacity=70/30")) {
      assertThat(session.pool().description()).containsEntry("table", "provisioned, 70/30 units");
    }
    open(PLAIN, "table=provisioned").close();
    for (String other : new String[] {"70/31", "on-demand"}) {
      failed(() -> open(PLAIN, "table=provisioned", "dynamodb.capacity=" + other))
          .hasMessageStartingWith(
              "dynamodb.capacity=%s, but the table provisioned is there with 70/30", other);
    }
    open(PLAIN, "table=ondemand").close();
    try (OpenDatabase session = open(PLAIN, "table=ondemand", "dynamodb.capacity=on-demand")) {
      assertThat(session.pool().description()).containsEntry("table", "ondemand, PAY_PER_REQUEST");
    }
  }

  @Test
  void saysThatTheTableIsMissing() {
    failed(() -> open(PLAIN, "table=absent", "dynamodb.createtable=false"))
        .hasMessageContaining("absent")
        .hasMessageContaining("dynamodb.createtable=true");
  }

  @Test
  void saysThatTheTableHasAnotherKey() throws Exception {
    open(PLAIN, RANGE).close();
    failed(() -> open(PLAIN, "table=ranged"))
        .hasMessageContaining("part (HASH) + name (RANGE)")
        .hasMessageContaining("ycsb_key (HASH)");
  }

  @Test
  @Order(REFUSALS)
  void saysThatAServerIsNotADynamoDb() throws Exception {
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.start();
    try {
      String endpoint = "dynamodb.endpoint=127.0.0.1:" + other.getAddress().getPort();
      assertRefused(PLAIN, "404", endpoint);
    } finally {
      other.stop(0);
    }
  }

  /** DynamoDB Local refuses nobody; this server answers as Amazon's does. */
  @Test
  void throttlingHasAStatusOfItsOwnAndIsNotRetried() throws Exception {
    Throttling service = new Throttling();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", service::answer);
    server.start();
    try (OpenDatabase session =
        open(PLAIN, "dynamodb.endpoint=127.0.0.1:" + server.getAddress().getPort())) {
      DB db = session.newClient();
      for (int i = 1; i <= 3; i++) {
        Status status = read(db);
        assertThat(status.getName()).isEqualTo("THROTTLED");
        assertThat(status.isOk()).isFalse();
        assertThat(status.getDescription())
            .isEqualTo("ProvisionedThroughputExceededException: slower, please");
        assertThat(service.refused).hasValue(1 + i); // the first opened the connection
      }
      db.cleanup();
    } finally {
      server.stop(0);
    }
  }

  private static final class Throttling {
    private final AtomicInteger refused = new AtomicInteger();

    void answer(HttpExchange exchange) throws IOException {
      boolean describe =
          exchange.getRequestHeaders().getFirst("X-Amz-Target").endsWith(".DescribeTable");
      if (!describe) {
        refused.incrementAndGet();
      }
      byte[] body =
          (describe
                  ? "{\"Table\":{\"TableName\":\"usertable\",\"TableStatus\":\"ACTIVE\","
                      + "\"BillingModeSummary\":{\"BillingMode\":\"PAY_PER_REQUEST\"},"
                      + "\"KeySchema\":[{\"AttributeName\":\"ycsb_key\",\"KeyType\":\"HASH\"}]}}"
                  : "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException\","
                      + "\"message\":\"slower, please\"}")
              .getBytes(UTF_8);
      exchange.getRequestBody().readAllBytes();
      exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
      exchange.sendResponseHeaders(describe ? 200 : 400, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    }
  }

  private static Status read(DB db) {
    return db.read(TABLE, "a", null, new HashMap<>());
  }
}
