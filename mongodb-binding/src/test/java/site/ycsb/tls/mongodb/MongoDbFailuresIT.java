package site.ycsb.tls.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.socket.PlainTransport;
import site.ycsb.tls.socket.TransportListener;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.testkit.ListenerTestbed;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Refusal;

/** What bad input gets: one line, within seconds, that says what is wrong. */
@Timeout(120)
class MongoDbFailuresIT {
  /** Long before the driver's own 30 s, with room for a busy machine. */
  private static final Refusal REFUSAL = new Refusal(Duration.ofSeconds(20));

  private static final String TLS = Testbeds.TLS_1_3 + "-RSA-2048";

  private static ListenerTestbed testbed;

  @BeforeAll
  static void start() throws Exception {
    testbed = Testbeds.start();
  }

  @AfterAll
  static void stop() {
    testbed.close();
  }

  @ParameterizedTest
  @CsvSource({
    "tls.cipher, TLS_AES_128_GCM_SHA256, TLS_AES_128_GCM_SHA256",
    "tls.cipher, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, TLSv1.2",
    "tls.keysize, 4096, RSA-4096",
    "tls.keysize, EC-256, EC-256",
  })
  void refusesAServerThatDoesNotMatchThePin(String property, String value, String says) {
    REFUSAL.assertOf(() -> testbed.open(TLS, property + "=" + value), says);
  }

  @Test
  void saysThatAPlainServerDoesNotSpeakTls() {
    REFUSAL.assertOf(() -> testbed.open("plain", "tls.cipher=" + Testbeds.TLS_1_3), "TLS");
  }

  @Test
  void saysThatATlsServerWasSpokenToWithoutTls() {
    String url = testbed.server().clientProperties(TLS).get("mongodb.url");
    REFUSAL.assertOf(() -> testbed.open("plain", "mongodb.url=" + url), "set tls.cipher");
  }

  @Test
  void saysThatNothingListensThere() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    REFUSAL.assertOf(
        () -> testbed.open("plain", "mongodb.url=mongodb://me:s3cret@127.0.0.1:" + port),
        "127.0.0.1:" + port);
  }

  @ParameterizedTest
  @CsvSource({"plain, does not answer", TLS + ", says nothing"})
  void saysThatAServerKeepsSilent(String listener, String says) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String url = "mongodb.url=mongodb://me:s3cret@127.0.0.1:" + silent.getLocalPort();
      REFUSAL.assertOf(() -> testbed.open(listener, url), says);
    }
  }

  @Test
  void saysThatCredentialsWereRefusedWithoutRepeatingThem() {
    String url = testbed.server().clientProperties("plain").get("mongodb.url");
    String withUser = url.replace("mongodb://", "mongodb://me:s3cret@");
    REFUSAL.assertOf(
        () -> testbed.open("plain", "mongodb.url=" + withUser), "user name and password");
  }

  @Test
  void operationsFailSoonWhenTheServerIsKilled() throws Exception {
    try (ListenerTestbed mortal = Testbeds.start();
        OpenDatabase session = mortal.open(TLS);
        OpenDatabase shared = mortal.open("plain", "mongodb.shared=true")) {
      DB db = session.pool().newClient();
      DB ofAll = shared.pool().newClient();
      db.init();
      ofAll.init();
      assertThat(db.read("t", "a", null, new HashMap<>())).isEqualTo(Status.NOT_FOUND);
      assertThat(ofAll.read("t", "a", null, new HashMap<>())).isEqualTo(Status.NOT_FOUND);

      mortal.kill();

      Instant start = Instant.now();
      for (DB client : new DB[] {db, ofAll, db}) {
        Status status = client.read("t", "a", null, new HashMap<>());
        assertThat(status.getName()).isEqualTo("ERROR");
        assertThat(status.getDescription()).isNotBlank().doesNotContain("\n");
      }
      DB late = session.pool().newChurnClient(ChurnScope.CLIENT, new TransportListener() {});
      assertThatThrownBy(late::init).hasMessageNotContaining("\n");
      assertThat(Duration.between(start, Instant.now())).isLessThan(REFUSAL.soon());
      db.cleanup();
      ofAll.cleanup();
      late.cleanup();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mongodb://a,b/", "mongodb://a/?replicaSet=r"})
  void doesNotDoWithoutAMonitorWhereThereAreSeveralServers(String url) {
    assertThat(connector(url).obstacleToUnmonitored())
        .hasValueSatisfying(reason -> assertThat(reason).contains("more than one server"));
  }

  @Test
  void doesNotDoWithoutAMonitorWhereTheServerTakesNoPart() throws Exception {
    try (PlainMongod mongod = new PlainMongod()) {
      assertThat(connector("mongodb://127.0.0.1:" + mongod.port()).obstacleToUnmonitored())
          .hasValueSatisfying(reason -> assertThat(reason).contains("LOAD_BALANCED"));
    }
  }

  private static MongoDbConnector connector(String url) {
    return new MongoDbConnector(
        MongoDbOptions.parse(Given.properties("mongodb.url=" + url), false), new PlainTransport());
  }

  @Test
  void namesTheServerOnlyWhereThereIsAUrl() {
    assertThat(new MongoDbBinding().namesServer(new Properties())).isFalse();
    assertThat(new MongoDbBinding().namesServer(Given.properties("mongodb.url=mongodb://a")))
        .isTrue();
  }
}
