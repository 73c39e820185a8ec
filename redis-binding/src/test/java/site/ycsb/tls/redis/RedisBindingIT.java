package site.ycsb.tls.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Records.values;
import static site.ycsb.tls.testkit.Refusal.failed;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ClientKillParams;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.ServerClock;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.PinnedServerContext;
import site.ycsb.tls.socket.count.TransportCounts;
import site.ycsb.tls.testkit.BindingContract;
import site.ycsb.tls.testkit.ConnectionCutter;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.testkit.ListenerTestbed;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Records;
import site.ycsb.tls.testkit.Refusal;

/** Against real Redis servers, without TLS and with it. */
@Needs(Requirement.REDIS)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RedisBindingIT extends BindingContract {
  RedisBindingIT() {
    super(new RedisBinding());
  }

  @Override
  protected Map<String, String> serverProperties() {
    return Map.of();
  }

  @Override
  protected boolean serverTellsResumption() {
    return false;
  }

  /** In the order of their hash codes. */
  @Override
  protected boolean scansInOrderOfKeys() {
    return false;
  }

  @Override
  protected Map<String, String> clientProperties(String host, int port) {
    return Map.of(
        "redis.host",
        host,
        "redis.port",
        Integer.toString(port),
        "redis.password",
        Refusal.PASSWORD);
  }

  /** Another client of the server, without TLS. */
  private Jedis other() {
    return new Jedis("127.0.0.1", testbed(PLAIN).server().address(PLAIN).getPort());
  }

  /** Jedis itself would go on with the broken one. */
  @ParameterizedTest
  @ValueSource(strings = {PLAIN, "tls"})
  void aConnectionThatBrokeIsReplacedByOneThatIsAuthenticated(String listener) throws Exception {
    Map<String, Map<String, String>> listeners =
        Map.of(PLAIN, Map.of(), "tls", Map.of("tls.cipher", "TLS_AES_128_GCM_SHA256"));
    try (ListenerTestbed testbed = ListenerTestbed.start(new RedisBinding(), listeners);
        Jedis other = new Jedis("127.0.0.1", testbed.server().address(PLAIN).getPort())) {
      other.configSet("requirepass", Refusal.PASSWORD);
      try (OpenDatabase session = testbed.open(listener, "redis.password=" + Refusal.PASSWORD)) {
        DB db = session.newClient();
        killNewestClient(other);

        assertThat(db.read(TABLE, "none", null, new HashMap<>()).getName()).isEqualTo("ERROR");
        assertThat(db.read(TABLE, "none", null, new HashMap<>())).isEqualTo(Status.NOT_FOUND);
        db.cleanup();
      }
    }
  }

  private static void killNewestClient(Jedis other) {
    long newest =
        Pattern.compile("(?m)^id=(\\d+)")
            .matcher(other.clientList())
            .results()
            .mapToLong(id -> Long.parseLong(id.group(1)))
            .max()
            .orElseThrow();
    other.clientKill(new ClientKillParams().id(Long.toString(newest)));
  }

  @Test
  void storesRecordsAsUpstreamDoes() throws Exception {
    try (OpenDatabase session = open(PLAIN);
        Jedis other = other()) {
      session.pool().clear(TABLE);
      DB db = session.newClient();
      assertThat(db.insert(TABLE, "user7", values("field0", "1", "field1", "2")))
          .isEqualTo(Status.OK);

      assertThat(other.hgetAll("user7")).isEqualTo(Map.of("field0", "1", "field1", "2"));
      assertThat(other.zscore("_indices", "user7")).isEqualTo("user7".hashCode());
      assertThat(other.dbSize()).isEqualTo(2);

      db.delete(TABLE, "user7");
      assertThat(other.dbSize()).isZero();
      db.cleanup();
    }
  }

  /** A comparison loads data of different shapes, and runs that insert take turns. */
  @Test
  void tablesDoNotOverwriteEachOther() throws Exception {
    try (OpenDatabase session = open(PLAIN);
        Jedis other = other()) {
      for (String table : List.of(TABLE, "ycsb_1")) {
        session.pool().clear(table);
      }
      DB db = session.newClient();
      db.insert(TABLE, "user7", values("field0", "1"));
      db.insert("ycsb_1", "user7", values("field0", "2"));
      db.insert("ycsb_1", "user8", values("field0", "3"));

      assertThat(RECORDS.read(db, "user7", null)).isEqualTo(Map.of("field0", "1"));
      assertThat(new Records("ycsb_1").read(db, "user7", null)).isEqualTo(Map.of("field0", "2"));
      assertThat(RECORDS.scan(db, "user7", 9, null)).hasSize(1);
      assertThat(new Records("ycsb_1").scan(db, "user7", 9, null)).hasSize(2);
      assertThat(other.keys("*"))
          .containsExactlyInAnyOrder(
              "user7", "_indices", "ycsb_1:user7", "ycsb_1:user8", "_indices:ycsb_1");

      session.pool().clear("ycsb_1");
      assertThat(other.keys("*")).containsExactlyInAnyOrder("user7", "_indices");
      session.pool().clear(TABLE);
      db.cleanup();
    }
  }

  @Test
  void anUpdateMakesNoRecordAndLeavesTheOthersAsTheyWere() throws Exception {
    try (OpenDatabase session = open(PLAIN);
        Jedis other = other()) {
      session.pool().clear(TABLE);
      other.hset("partly", Map.of("field0", "1"));
      DB db = session.newClient();

      assertThat(db.update(TABLE, "none", values("field0", "9"))).isEqualTo(Status.NOT_FOUND);
      assertThat(db.update(TABLE, "partly", values("field5", "9"))).isEqualTo(Status.NOT_FOUND);
      assertThat(db.update(TABLE, "partly", values("field0", "2", "field5", "3")))
          .isEqualTo(Status.OK);

      assertThat(other.exists("none")).isFalse();
      assertThat(other.hgetAll("partly")).isEqualTo(Map.of("field0", "2", "field5", "3"));
      other.del("partly");
      db.cleanup();
    }
  }

  @Test
  void clearsItsOwnRecordsOnlyAndAnyNumberOfThem() throws Exception {
    try (OpenDatabase session = open(PLAIN);
        Jedis other = other()) {
      session.pool().clear(TABLE);
      other.set("not-a-record", "kept");
      DB db = session.newClient();
      for (int i = 0; i < 2500; i++) {
        assertThat(db.insert(TABLE, "user" + i, values("field0", "1"))).isEqualTo(Status.OK);
      }
      assertThat(other.zcard("_indices")).isEqualTo(2500);
      session.pool().clear(TABLE);

      assertThat(other.keys("*")).containsExactly("not-a-record");
      other.del("not-a-record");
      db.cleanup();
    }
  }

  /** Values are bytes, not text. */
  @Test
  void keepsEveryByte() throws Exception {
    byte[] bytes = new byte[256];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    try (OpenDatabase session = open(pinned())) {
      DB db = session.newClient();
      db.insert(TABLE, "bytes", Map.of("field0", new ByteArrayByteIterator(bytes)));
      Map<String, ByteIterator> read = new HashMap<>();
      assertThat(db.read(TABLE, "bytes", null, read)).isEqualTo(Status.OK);
      assertThat(read.get("field0").toArray()).isEqualTo(bytes);
      db.cleanup();
    }
  }

  @Test
  void aReadIsOneRecordEachWay() throws Exception {
    try (OpenDatabase session = open(pinned())) {
      DB db = session.newClient();
      db.insert(TABLE, "one", values("field0", "x".repeat(1000)));
      for (int i = 0; i < 5; i++) {
        TransportCounts before = session.transport().counts();
        assertThat(RECORDS.read(db, "one", null)).hasSize(1);
        TransportCounts counted = session.transport().counts().minus(before);
        assertThat(counted.recordsOut()).isEqualTo(1);
        assertThat(counted.recordsIn()).isEqualTo(1);
      }
      db.cleanup();
    }
  }

  @Test
  void updatesKeysBetweenOperations() throws Exception {
    try (OpenDatabase session = open(TLS_1_3, "tls.renegotiate=1")) {
      DB db = session.newClient();
      for (int i = 0; i < 5; i++) {
        assertThat(session.transport().renegotiate()).isEqualTo(1);
        assertThat(RECORDS.read(db, "none", null)).isNull();
      }
      assertThat(session.transport().counts().fullHandshakes()).isEqualTo(2);
      db.cleanup();
    }
  }

  @Test
  void describesServerAndDriver() throws Exception {
    try (OpenDatabase session = open(PLAIN)) {
      assertThat(session.pool().description())
          .hasEntrySatisfying(
              "server", name -> assertThat(name).matches("(Redis|valkey) [0-9.]+.*"))
          .hasEntrySatisfying("driver", name -> assertThat(name).matches("jedis [0-9.]+"))
          .doesNotContainKey("serverIoThreads");
    }
    assertThat(testbed(pinned()).server().product())
        .matches("(redis|valkey)-server [0-9.]+ \\(build [0-9a-f]+\\) OpenSSL [0-9.]+.*");
  }

  /** It counts what the questions cost too: a connection, and its own commands. */
  @Test
  void theServerTellsItsCpuTime() throws Exception {
    try (OpenDatabase session = open(pinned());
        ServerClock clock = session.pool().serverClock().orElseThrow()) {
      long before = clock.cpuNanos();
      DB db = session.newClient();
      for (int i = 0; i < 200; i++) {
        RECORDS.read(db, "none", null);
      }
      db.cleanup();
      assertThat(clock.cpuNanos()).isGreaterThan(before);
      assertThat(session.transport().counts().opened()).isEqualTo(2);
    }
  }

  /** Servers with a time-out cut connections that are idle, as it is in a long run. */
  @Test
  void theServerTellsItsCpuTimeAfterItCutTheConnection() throws Exception {
    try (Jedis other = other();
        OpenDatabase session = open(PLAIN)) {
      // Connects, so that the clock's connection is the newest.
      other.ping();
      try (ServerClock clock = session.pool().serverClock().orElseThrow()) {
        long before = clock.cpuNanos();
        killNewestClient(other);
        assertThat(clock.cpuNanos()).isGreaterThanOrEqualTo(before);
      }
      assertThat(session.transport().counts().opened()).isEqualTo(1);
    }
  }

  /** As HAProxy and stunnel do: what TLS costs would be missing in the server's CPU time. */
  @Test
  void theServerIsNotAskedForItsCpuTimeWhereAProxyEndsTls() throws Exception {
    ServerKey key = ServerKey.parse("EC-256");
    PinnedServerContext proxy =
        PinnedServerContext.of(
            TlsPin.of("TLS_AES_128_GCM_SHA256"), CertificateAuthority.create(key).issueServer(key));
    try (ConnectionCutter between =
            ConnectionCutter.to(
                testbed(PLAIN).server().address(PLAIN),
                proxy.serverSocket(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50));
        OpenDatabase session =
            OpenDatabase.open(
                new RedisBinding(),
                Map.of(
                    "redis.host",
                    "127.0.0.1",
                    "redis.port",
                    Integer.toString(between.port()),
                    "tls.cipher",
                    "TLS_AES_128_GCM_SHA256",
                    "tls.verify",
                    "none"))) {
      assertThat(session.pool().serverClock()).isEmpty();
      assertThat(session.pool().description())
          .hasEntrySatisfying(
              DatabasePool.NO_SERVER_CLOCK,
              why -> assertThat(why).contains("a proxy ends TLS", "server.cpu"));
    }
    for (String direct : List.of(PLAIN, pinned())) {
      try (OpenDatabase session = open(direct);
          ServerClock clock = session.pool().serverClock().orElseThrow()) {
        assertThat(clock.cpuNanos()).isPositive();
        assertThat(session.pool().description()).doesNotContainKey(DatabasePool.NO_SERVER_CLOCK);
      }
    }
  }

  @Test
  @Order(REFUSALS)
  void saysThatThePasswordIsWrongWithoutIt() {
    assertRefused(PLAIN, "redis.password", "redis.password=" + Refusal.PASSWORD);
    assertRefused(
        pinned(),
        "redis.cpassword",
        "redis.cusername=nobody",
        "redis.cpassword=" + Refusal.PASSWORD);
  }

  @Test
  @Order(REFUSALS)
  void authenticatesAndSaysThatAPasswordIsMissing() throws Exception {
    try (Jedis other = other()) {
      other.aclSetUser("me", "on", ">" + Refusal.PASSWORD, "~*", "+@all");
      other.configSet("requirepass", "of-all");
      try {
        assertRefused(PLAIN, "set redis.password");
        assertRefused(PLAIN, "refuses the password", "redis.password=" + Refusal.PASSWORD);
        for (List<String> given :
            List.of(
                List.of("redis.password=of-all"),
                List.of("redis.cusername=me", "redis.cpassword=" + Refusal.PASSWORD))) {
          try (OpenDatabase session = open(PLAIN, given.toArray(String[]::new))) {
            DB db = session.newClient();
            assertThat(RECORDS.read(db, "none", null)).isNull();
            db.cleanup();
          }
        }
      } finally {
        other.configSet("requirepass", "");
        other.aclDelUser("me");
      }
    }
  }

  @Test
  @Order(REFUSALS)
  void saysThatRedisDoesNotRenegotiate() {
    failed(() -> open(TLS_1_2, "tls.renegotiate=1"))
        .hasMessageContaining("renegotiat")
        .hasMessageContaining("leave out tls.renegotiate");
  }

  @Test
  @Order(REFUSALS)
  void failsAnOperationOnAKeyThatIsNoRecord() throws Exception {
    try (OpenDatabase session = open(PLAIN);
        Jedis other = other()) {
      other.set("text", "1");
      DB db = session.newClient();
      Status read = db.read(TABLE, "text", null, new HashMap<>());
      assertThat(read.getName()).isEqualTo("ERROR");
      assertThat(read.getDescription()).contains("the server said WRONGTYPE");
      other.del("text");
      db.cleanup();
    }
  }

  @Test
  @Order(REFUSALS)
  void refusesANodeOfACluster() throws Exception {
    try (ListenerTestbed cluster =
        ListenerTestbed.start(
            new RedisBinding(),
            Map.of(PLAIN, Map.of()),
            Given.properties("testbed.options=--cluster-enabled=yes"))) {
      new Refusal(soon()).assertOf(() -> cluster.open(PLAIN).close(), "is a node of a cluster");
    }
  }
}
