package site.ycsb.tls.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static site.ycsb.tls.testkit.Records.values;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.socket.count.TlsEvidence;
import site.ycsb.tls.socket.count.TransportCounts;
import site.ycsb.tls.socket.count.TransportListener;
import site.ycsb.tls.testserver.ListenerWitness;

/**
 * The tests that every binding must pass with its test server. The integration test of a binding
 * extends this class, says what is particular to its database, and adds tests of its own:
 *
 * <pre>{@code
 * class MongoDbBindingIT extends BindingContract {
 *   MongoDbBindingIT() {
 *     super(new MongoDbBinding());
 *   }
 *
 *   @Override
 *   protected int connectionsPerClient() {
 *     return 2;
 *   }
 * }
 * }</pre>
 *
 * <p>All tests of a class use one server, or one per listener if the server can have only one TLS
 * setting. They are skipped, with the reason, where it cannot run. They use YCSB's default table
 * and fields. Not thread-safe: the tests run one after the other. Those with the order {@link
 * #REFUSALS} come after those that count, because a server may count a refused connection late; the
 * server is killed at the end.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(120)
public abstract class BindingContract {
  /** The name of the listener without TLS. */
  protected static final String PLAIN = "plain";

  protected static final String TLS_1_2 = "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384";
  protected static final String TLS_1_3 = "TLS_AES_256_GCM_SHA384";

  /** YCSB's default table. */
  protected static final String TABLE = "usertable";

  protected static final Records RECORDS = new Records(TABLE);

  /** The order of tests whose connections are refused. */
  protected static final int REFUSALS = Integer.MAX_VALUE - 1;

  private static final int END = Integer.MAX_VALUE;

  private static final TransportListener NOBODY = new TransportListener() {};

  private final Binding binding;
  private final Map<String, ListenerTestbed> testbeds = new LinkedHashMap<>();

  protected BindingContract(Binding binding) {
    this.binding = binding;
  }

  /** What each listener pins, by its name: {@link #PLAIN} and at least one with TLS 1.3. */
  protected Map<String, Map<String, String>> listeners() {
    return listeners(TLS_1_2, TLS_1_3);
  }

  /** A plain listener, and one per suite with its name and a key of RSA-2048. */
  protected static Map<String, Map<String, String>> listeners(String... suites) {
    Map<String, Map<String, String>> listeners = new LinkedHashMap<>();
    listeners.put(PLAIN, Map.of());
    for (String suite : suites) {
      listeners.put(suite, Map.of("tls.cipher", suite, "tls.keysize", "2048"));
    }
    return listeners;
  }

  /** {@code testbed.*}: how the server is started. */
  protected Map<String, String> serverProperties() {
    return Given.properties("testbed.heap=256m");
  }

  /** The connections that a thread's client opens and closes; one by default. */
  protected int connectionsPerClient() {
    return 1;
  }

  /** The connections of a cycle of the churn workload; as many as a client's by default. */
  protected int connectionsPerCycle() {
    return connectionsPerClient();
  }

  /** The connections that all threads share, open as long as the database is; none by default. */
  protected int sharedConnections() {
    return 0;
  }

  /** Whether updates and deletes of a record that does not exist succeed. */
  protected boolean writesMissingRecords() {
    return false;
  }

  /** The connections of opening a database that the transport does not count: the preflight's. */
  protected int uncountedConnections() {
    return 1;
  }

  /** Whether a churn client connects in {@code init}; otherwise at its first operation. */
  protected boolean churnConnectsInInit() {
    return true;
  }

  /** Whether a churn client can do with exactly one connection; otherwise it must say why not. */
  protected boolean hasSingleConnections() {
    return true;
  }

  /** Whether the server's witness tells resumed sessions from others. */
  protected boolean serverTellsResumption() {
    return true;
  }

  /** Whether scans are in the order of keys; otherwise in the server's order. */
  protected boolean scansInOrderOfKeys() {
    return true;
  }

  /** The properties of a pool of two connections for all threads; none if there is no such pool. */
  protected String[] sharedPool() {
    return new String[0];
  }

  /** The properties of a client of the address, if possible with {@link Refusal#PASSWORD}. */
  protected Map<String, String> clientProperties(String host, int port) {
    return recipe().clientProperties(host, port, serverProperties());
  }

  /** The longest time until a server is refused: long before a driver's own time-out. */
  protected Duration soon() {
    return Duration.ofSeconds(20);
  }

  /** What is said of a server that does not answer a pinned client. */
  protected String pinnedSilence() {
    return "says nothing";
  }

  /** The server with this listener. */
  protected final ListenerTestbed testbed(String listener) {
    return testbeds.get(listener);
  }

  /**
   * A client of the listener, with its pin and these properties, which come last.
   *
   * @throws DatabaseException when the server cannot be reached, or not in the pinned way
   */
  protected final OpenDatabase open(String listener, String... properties)
      throws DatabaseException {
    return testbed(listener).open(listener, properties);
  }

  /** What the server saw at the listener since its start. */
  protected final ListenerWitness witness(String listener)
      throws IOException, InterruptedException {
    return testbed(listener).server().witness().getOrDefault(listener, ListenerWitness.NOTHING);
  }

  /** Fails the test unless a client of the listener with these properties is refused soon. */
  protected final void assertRefused(String listener, String says, String... properties) {
    new Refusal(soon()).assertOf(() -> open(listener, properties).close(), says);
  }

  /** The listeners' names, for parameterized tests. */
  protected final Stream<String> everyListener() {
    return listeners().keySet().stream();
  }

  /** The names of those with TLS. */
  protected final Stream<String> tlsListeners() {
    return everyListener().filter(name -> !name.equals(PLAIN));
  }

  /** The first listener with TLS 1.3. */
  protected final String pinned() {
    return tlsListeners()
        .filter(name -> TLS_1_3.equals(listeners().get(name).get("tls.cipher")))
        .findFirst()
        .orElseThrow();
  }

  private TestServer recipe() {
    return binding.testServer().orElseThrow();
  }

  @BeforeAll
  final void start() throws IOException, InterruptedException {
    if (recipe().hasManyListeners()) {
      ListenerTestbed all = ListenerTestbed.start(binding, listeners(), serverProperties());
      everyListener().forEach(name -> testbeds.put(name, all));
    } else {
      for (Map.Entry<String, Map<String, String>> one : listeners().entrySet()) {
        testbeds.put(
            one.getKey(),
            ListenerTestbed.start(
                binding, Map.of(one.getKey(), one.getValue()), serverProperties()));
      }
    }
  }

  @AfterAll
  final void stop() throws IOException {
    for (ListenerTestbed testbed : Set.copyOf(testbeds.values())) {
      testbed.close();
    }
  }

  @Test
  final void isFound() {
    assertThat(ServiceLoader.load(Binding.class))
        .filteredOn(found -> found.name().equals(binding.name()))
        .singleElement()
        .isInstanceOf(binding.getClass());
  }

  /** Asked from this machine's other addresses. */
  @ParameterizedTest
  @Needs(Requirement.OTHER_ADDRESS)
  @MethodSource("everyListener")
  final void testServerListensOnLoopbackOnly(String listener) throws Exception {
    int port = testbed(listener).server().address(listener).getPort();
    List<InetAddress> others =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(address -> !address.isLoopbackAddress())
            .toList();
    for (InetAddress other : others) {
      try (Socket socket = new Socket()) {
        assertThatThrownBy(() -> socket.connect(new InetSocketAddress(other, port), 10_000))
            .as("%s, port %d", other, port)
            .isInstanceOf(IOException.class);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("everyListener")
  final void doesAllOperations(String listener) throws Exception {
    try (OpenDatabase session = open(listener)) {
      doesAllOperations(session);
    }
  }

  /** Inserts, reads, scans, updates, deletes, and clears the table. */
  protected final void doesAllOperations(OpenDatabase session) throws Exception {
    session.pool().clear(TABLE);
    DB db = session.newClient();
    assertThat(db.insert(TABLE, "a", values("field0", "1", "field1", "é\n'\\")))
        .isEqualTo(Status.OK);
    assertThat(db.insert(TABLE, "b", values("field0", "2"))).isEqualTo(Status.OK);
    assertThat(db.insert(TABLE, "c", values("field1", "4", "field0", "3"))).isEqualTo(Status.OK);

    assertThat(RECORDS.read(db, "a", null)).isEqualTo(Map.of("field0", "1", "field1", "é\n'\\"));
    assertThat(RECORDS.read(db, "a", Set.of("field1"))).isEqualTo(Map.of("field1", "é\n'\\"));
    assertThat(RECORDS.read(db, "b", null)).isEqualTo(Map.of("field0", "2"));
    assertThat(RECORDS.read(db, "none", null)).isNull();

    assertThat(db.update(TABLE, "a", values("field0", "5"))).isEqualTo(Status.OK);
    assertThat(db.update(TABLE, "a", values("field0", "5"))).isEqualTo(Status.OK);
    Status missing = writesMissingRecords() ? Status.OK : Status.NOT_FOUND;
    assertThat(db.update(TABLE, "none", values("field0", "5"))).isEqualTo(missing);
    if (writesMissingRecords()) {
      assertThat(db.delete(TABLE, "none")).isEqualTo(Status.OK);
    }
    assertThat(RECORDS.read(db, "a", null)).isEqualTo(Map.of("field0", "5", "field1", "é\n'\\"));
    assertThat(RECORDS.read(db, "none", null)).isNull();

    scans(db);

    assertThat(db.delete(TABLE, "b")).isEqualTo(Status.OK);
    assertThat(db.delete(TABLE, "b")).isEqualTo(missing);
    assertThat(RECORDS.read(db, "b", null)).isNull();
    db.cleanup();

    DB next = session.newClient();
    assertThat(RECORDS.read(next, "c", null)).isEqualTo(Map.of("field0", "3", "field1", "4"));
    if (scansInOrderOfKeys()) {
      assertThat(RECORDS.scan(next, "a", 9, Set.of("field0")))
          .containsExactly(Map.of("field0", "5"), Map.of("field0", "3"));
    }
    next.cleanup();

    session.pool().clear(TABLE);
    session.pool().clear("no_such_table");
    DB last = session.newClient();
    assertThat(RECORDS.read(last, "a", null)).isNull();
    last.cleanup();
    assertThat(session.pool().description()).containsKeys("server", "driver");
  }

  /** The records a, b and c. */
  private void scans(DB db) {
    int longest = 0;
    for (String start : List.of("a", "b", "c")) {
      List<Map<String, String>> scanned = RECORDS.scan(db, start, 9, null);
      assertThat(scanned).doesNotHaveDuplicates();
      assertThat(scanned.get(0)).isEqualTo(RECORDS.read(db, start, null));
      assertThat(RECORDS.scan(db, start, 1, Set.of("field0")))
          .containsExactly(RECORDS.read(db, start, Set.of("field0")));
      longest = Math.max(longest, scanned.size());
    }
    assertThat(longest).isEqualTo(3);
    if (scansInOrderOfKeys()) {
      assertThat(RECORDS.scan(db, "a", 2, Set.of("field0")))
          .containsExactly(Map.of("field0", "5"), Map.of("field0", "2"));
      assertThat(RECORDS.scan(db, "b", 99, null))
          .containsExactly(Map.of("field0", "2"), Map.of("field0", "3", "field1", "4"));
      assertThat(RECORDS.scan(db, "d", 9, null)).isNull();
    }
  }

  /** The server's own view, asked for by another way than the client's. */
  @ParameterizedTest
  @MethodSource("everyListener")
  final void serverSawWhatTheClientCounted(String listener) throws Exception {
    int inserts = 20;
    String value = "x".repeat(200);
    ListenerWitness before = witness(listener);
    try (OpenDatabase session = open(listener)) {
      session.pool().clear(TABLE);
      TransportCounts setUp = session.transport().counts();
      DB db = session.newClient();
      assertThat(session.transport().counts().minus(setUp).opened())
          .isEqualTo(connectionsPerClient());
      for (int i = 0; i < inserts; i++) {
        assertThat(db.insert(TABLE, "k" + i, values("field0", value))).isEqualTo(Status.OK);
      }
      db.cleanup();

      ListenerWitness seen = witness(listener).minus(before);
      TransportCounts counts = session.transport().counts();
      assertThat(seen.connections()).isEqualTo(counts.opened() + uncountedConnections());
      assertThat(counts.minus(setUp).opened()).isEqualTo(connectionsPerClient());
      assertThat(counts.opened() - counts.closed()).isEqualTo(sharedConnections());
      assertThat(counts.failed()).isZero();
      assertThat(counts.minus(setUp).payloadBytesOut())
          .isGreaterThan((long) inserts * value.length());
      if (listener.equals(PLAIN)) {
        assertThat(seen.handshakes()).isEmpty();
        assertThat(counts.fullHandshakes()).isZero();
        assertThat(session.transport().evidence()).isEmpty();
      } else {
        assertThat(seen.fullHandshakes())
            .isEqualTo(counts.fullHandshakes() + uncountedConnections());
        assertThat(counts.fullHandshakes()).isEqualTo(counts.opened());
        assertThat(counts.wireBytesOut()).isGreaterThan(counts.payloadBytesOut());
        assertNegotiated(listener, seen, session.transport().evidence().orElseThrow());
      }
    }
  }

  private void assertNegotiated(String listener, ListenerWitness seen, TlsEvidence evidence) {
    Map<String, String> pin = listeners().get(listener);
    assertThat(seen.failed()).isZero();
    assertThat(seen.resumedHandshakes()).isZero();
    assertThat(seen.handshakes().keySet())
        .singleElement()
        .satisfies(
            negotiated -> {
              assertThat(negotiated.cipherSuite()).isEqualTo(pin.get("tls.cipher"));
              assertThat(negotiated.protocol()).isEqualTo(evidence.protocol());
            });
    assertThat(evidence.cipherSuite()).isEqualTo(pin.get("tls.cipher"));
    assertThat(evidence.serverKey()).isEqualTo("RSA-" + pin.get("tls.keysize"));
  }

  @ParameterizedTest
  @MethodSource("everyListener")
  final void churnOfClientsMakesTheSameConnectionsInEachCycle(String listener) throws Exception {
    churns(listener, ChurnScope.CLIENT, connectionsPerCycle(), 1);
    churns(listener, ChurnScope.CLIENT, connectionsPerCycle(), 3);
  }

  @ParameterizedTest
  @MethodSource("everyListener")
  final void churnOfConnectionsMakesExactlyOnePerCycleOrSaysWhyNot(String listener)
      throws Exception {
    if (hasSingleConnections()) {
      churns(listener, ChurnScope.CONNECTION, 1, 1);
      churns(listener, ChurnScope.CONNECTION, 1, 3);
    } else {
      try (OpenDatabase session = open(listener)) {
        assertThatThrownBy(() -> session.pool().newChurnClient(ChurnScope.CONNECTION, NOBODY))
            .isInstanceOf(UnsupportedOperationException.class)
            .hasMessageContaining("churn.scope=client");
      }
    }
  }

  private void churns(String listener, ChurnScope scope, int perCycle, int reads) throws Exception {
    long cycles = 5;
    try (OpenDatabase session = open(listener, "churn.operations=" + reads)) {
      session.pool().clear(TABLE);
      DB loader = session.newClient();
      assertThat(loader.insert(TABLE, "churn", values("field0", "1"))).isEqualTo(Status.OK);
      loader.cleanup();
      session.pool().newChurnClient(scope, NOBODY); // a binding may first ask what can be had
      ListenerWitness before = witness(listener);
      ConnectionCounter counter = new ConnectionCounter();
      for (long cycle = 1; cycle <= cycles; cycle++) {
        DB db = session.pool().newChurnClient(scope, counter);
        db.init();
        for (int i = 0; i < reads; i++) {
          assertThat(read(db, "churn")).isEqualTo(Status.OK);
        }
        db.cleanup();
        assertThat(counter.closings()).isEqualTo(cycle * perCycle);
      }

      ListenerWitness seen = witness(listener).minus(before);
      long handshakes = listener.equals(PLAIN) ? 0 : cycles * perCycle;
      assertThat(seen.connections()).isEqualTo(cycles * perCycle);
      assertThat(seen.fullHandshakes()).isEqualTo(handshakes);
      assertThat(seen.resumedHandshakes()).isZero();
      assertThat(counter.connections()).isEqualTo(cycles * perCycle);
      assertThat(counter.connectNanos()).isPositive();
      assertThat(counter.fullHandshakes()).isEqualTo(handshakes);
      assertThat(counter.resumedHandshakes()).isZero();
      assertThat(counter.failures()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("tlsListeners")
  final void resumesSessionsWhereAskedAndBothEndsSaySo(String listener) throws Exception {
    ListenerWitness before = witness(listener);
    try (OpenDatabase session = open(listener, "tls.resumption=on")) {
      for (int i = 0; i < 3; i++) {
        DB db = session.pool().newChurnClient(ChurnScope.CLIENT, NOBODY);
        db.init();
        assertThat(read(db, "none")).isEqualTo(Status.NOT_FOUND);
        db.cleanup();
      }
      TransportCounts counts = session.transport().counts();
      assertThat(counts.resumedHandshakes()).isPositive();
      if (serverTellsResumption()) {
        assertThat(witness(listener).minus(before).resumedHandshakes())
            .isEqualTo(counts.resumedHandshakes());
      }
    }
  }

  @ParameterizedTest
  @Order(REFUSALS)
  @CsvSource({
    "tls.cipher, TLS_AES_128_GCM_SHA256, does not offer TLS_AES_128_GCM_SHA256",
    "tls.cipher, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, does not offer TLSv1.2",
    "tls.keysize, 4096, RSA-4096",
    "tls.keysize, EC-256, EC-256",
  })
  final void refusesAServerThatDoesNotMatchThePin(String property, String value, String says) {
    assertRefused(pinned(), says, property + "=" + value);
  }

  @Test
  @Order(REFUSALS)
  final void saysThatAPlainServerDoesNotSpeakTls() {
    assertRefused(PLAIN, "leave out tls.cipher", "tls.cipher=" + TLS_1_3);
  }

  @Test
  @Order(REFUSALS)
  final void saysThatATlsServerWasSpokenToWithoutTls() {
    Map<String, String> plain =
        TypedProperties.merged(testbed(pinned()).server().clientProperties(pinned()));
    plain.keySet().removeIf(name -> name.toString().startsWith("tls."));
    new Refusal(soon()).assertOf(() -> OpenDatabase.open(binding, plain).close(), "set tls.cipher");
  }

  @Test
  @Order(REFUSALS)
  final void saysThatNothingListensThere() throws Exception {
    // Bound and not listening: no other process can get the port.
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int port = bound.getLocalPort();
      assertRefused(PLAIN, "nothing listens at 127.0.0.1:" + port, at("127.0.0.1", port));
    }
  }

  @Test
  @Tag("full")
  @Order(REFUSALS)
  final void saysThatAServerKeepsSilent() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String[] address = at("127.0.0.1", silent.getLocalPort());
      assertRefused(PLAIN, "does not answer", address);
      assertRefused(pinned(), pinnedSilence(), address);
    }
  }

  private String[] at(String host, int port) {
    return clientProperties(host, port).entrySet().stream()
        .map(property -> property.getKey() + "=" + property.getValue())
        .toArray(String[]::new);
  }

  @Test
  @Order(END)
  final void operationsFailSoonWhenTheServerIsKilled() throws Exception {
    try (OpenDatabase session = open(pinned());
        OpenDatabase shared = open(PLAIN, sharedPool())) {
      DB own = session.newClient();
      DB ofAll = shared.newClient();
      assertThat(read(own, "none")).isEqualTo(Status.NOT_FOUND);
      assertThat(read(ofAll, "none")).isEqualTo(Status.NOT_FOUND);
      DB late = session.pool().newChurnClient(ChurnScope.CLIENT, NOBODY);
      DB single =
          session
              .pool()
              .newChurnClient(
                  hasSingleConnections() ? ChurnScope.CONNECTION : ChurnScope.CLIENT, NOBODY);

      testbeds.values().forEach(ListenerTestbed::kill);

      Instant start = Instant.now();
      for (DB client : List.of(own, ofAll, own)) {
        assertFailed(read(client, "none"));
      }
      assertChurnFails(late);
      assertChurnFails(single);
      assertThat(Duration.between(start, Instant.now())).isLessThan(soon());
      for (DB client : List.of(own, ofAll, late, single)) {
        client.cleanup();
      }
    }
  }

  private static void assertFailed(Status status) {
    assertThat(status.getName()).isEqualTo("ERROR");
    assertThat(status.getDescription()).isNotBlank().doesNotContain("\n");
  }

  private void assertChurnFails(DB db) throws DBException {
    if (churnConnectsInInit()) {
      assertThatThrownBy(db::init)
          .isInstanceOf(DBException.class)
          .message()
          .isNotBlank()
          .doesNotContain("\n");
    } else {
      db.init();
      assertFailed(read(db, "none"));
    }
  }

  private static Status read(DB db, String key) {
    return db.read(TABLE, key, null, new HashMap<>());
  }
}
