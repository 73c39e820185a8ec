package site.ycsb.tls.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static site.ycsb.tls.testkit.Records.values;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
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
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.probe.StartTls;
import site.ycsb.tls.probe.SuiteAvailability;
import site.ycsb.tls.server.ListenerWitness;
import site.ycsb.tls.server.ListenerWitness.Negotiated;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.TransportCounts;
import site.ycsb.tls.testkit.ConnectionCounter;
import site.ycsb.tls.testkit.OpenDatabase;

/** Against a real MariaDB that accepts one protocol version and one suite. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JdbcPinIT {
  private static final String KEY = "user1";

  /** More than all else that a server sends at the beginning; a full handshake has 2 300. */
  private static final int CERTIFICATE_BYTES = 1500;

  private static Testbeds testbed;

  @BeforeAll
  static void start() throws Exception {
    testbed = Testbeds.start("tls.cipher=" + Testbeds.TLS_1_3, "tls.keysize=2048");
  }

  @AfterAll
  static void stop() throws Exception {
    if (testbed != null) {
      testbed.close();
    }
  }

  @Test
  void saysWhichSuiteItAcceptsThoughItBeginsInClear() throws Exception {
    assertThat(Testbeds.accepted(testbed.port(), StartTls.MYSQL))
        .singleElement()
        .satisfies(
            answer -> {
              assertThat(answer.suite()).hasToString(Testbeds.TLS_1_3);
              assertThat(answer.serverKey()).hasToString("RSA-2048");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, 4096, false, TLSv1.2 ECDHE-RSA-AES256-GCM-SHA384",
    "TLS_RSA_WITH_AES_256_GCM_SHA384, 1024, true, TLSv1.2 AES256-GCM-SHA384",
    "TLS_DHE_RSA_WITH_AES_128_CBC_SHA, 2048, false, TLSv1.2 DHE-RSA-AES128-SHA",
    "TLS_AES_128_GCM_SHA256, EC-256, false, TLSv1.3 TLS_AES_128_GCM_SHA256"
  })
  void serverConfirmsWhatIsPinned(String suite, String key, boolean legacy, String words)
      throws Exception {
    TlsPin pin = TlsPin.of(suite);
    assumeThat(JvmSuites.ofDefaultProvider().of(pin.protocol(), pin.cipherSuite()).status())
        .as("%s in this JVM, which a test cannot lift any more when TLS was used", suite)
        .isEqualTo(SuiteAvailability.Status.AVAILABLE);
    try (Testbeds pinned =
            Testbeds.start("tls.cipher=" + suite, "tls.keysize=" + key, "tls.legacy=" + legacy);
        OpenDatabase session = pinned.open()) {
      writeAndRead(session);
      assertThat(session.pool().description()).containsEntry("serverNegotiated", words);
      assertThat(session.transport().evidence().orElseThrow().cipherSuite()).isEqualTo(suite);
      ListenerWitness seen = pinned.witness();
      assertThat(seen.handshakes())
          .isEqualTo(Map.of(new Negotiated(words.replaceFirst(" .*", ""), suite, false), 2L));
      assertThat(seen.connections()).isEqualTo(2);
    }
  }

  private static void writeAndRead(OpenDatabase session) throws Exception {
    DB db = session.pool().newClient();
    db.init();
    db.delete("usertable", KEY);
    assertThat(db.insert("usertable", KEY, values("field0", "1"))).isEqualTo(Status.OK);
    assertThat(JdbcOperationsIT.RECORDS.read(db, KEY, null)).isEqualTo(Map.of("field0", "1"));
    db.cleanup();
  }

  /** MariaDB does not tell; but its certificate crosses the wire in each full handshake. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void resumesOnlyWhenAsked(boolean resumption) throws Exception {
    Properties properties = testbed.properties("tls.resumption=" + (resumption ? "on" : "off"));
    Transport transport = OpenDatabase.transport(properties);
    JdbcConnector connector = new JdbcConnector(JdbcOptions.parse(properties), transport);
    connector.open().close();
    for (int i = 0; i < 10; i++) {
      TransportCounts before = transport.counts();
      connector.open().close();
      TransportCounts counted = transport.counts().minus(before);

      assertThat(counted.fullHandshakes()).isEqualTo(resumption ? 0 : 1);
      assertThat(counted.resumedHandshakes()).isEqualTo(resumption ? 1 : 0);
      assertThat(counted.wireBytesIn() > CERTIFICATE_BYTES).isEqualTo(!resumption);
    }
  }

  @Test
  void updatesKeysBetweenOperations() throws Exception {
    try (OpenDatabase session = testbed.open("tls.renegotiate=1")) {
      DB db = session.pool().newClient();
      db.init();
      for (int i = 0; i < 5; i++) {
        TransportCounts before = session.transport().counts();
        assertThat(session.transport().renegotiate()).isEqualTo(1);
        JdbcOperationsIT.RECORDS.read(db, KEY, null);
        TransportCounts counted = session.transport().counts().minus(before);
        assertThat(counted.recordsOut()).as("key update and query").isEqualTo(2);
        assertThat(counted.recordsIn()).as("key update and result").isEqualTo(2);
        assertThat(counted.fullHandshakes()).isZero();
      }
      db.cleanup();
    }
  }

  @Test
  void saysThatMariaDbDoesNotRenegotiate() throws Exception {
    try (Testbeds pinned = Testbeds.start("tls.cipher=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384")) {
      assertThatThrownBy(() -> pinned.open("tls.renegotiate=1"))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("does not renegotiate TLSv1.2")
          .hasMessageContaining("leave out tls.renegotiate");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"CLIENT", "CONNECTION"})
  void opensOneConnectionPerChurnCycle(ChurnScope scope) throws Exception {
    ConnectionCounter counter = new ConnectionCounter();
    try (OpenDatabase session = testbed.open()) {
      DB db = session.pool().newChurnClient(scope, counter);
      db.init();
      JdbcOperationsIT.RECORDS.read(db, KEY, null);
      db.cleanup();
    }
    assertThat(counter.connections()).isEqualTo(1);
    assertThat(counter.fullHandshakes()).isEqualTo(1);
    assertThat(counter.closings()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "tls.cipher=TLS_AES_128_GCM_SHA256, does not offer TLS_AES_128_GCM_SHA256",
    "tls.cipher=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, does not offer TLSv1.2",
    "tls.keysize=4096, RSA-4096"
  })
  void refusesAServerThatIsNotAsPinned(String property, String reason) {
    assertThatThrownBy(() -> testbed.open(property))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining(reason)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void saysThatTheServerOffersNoTls() throws Exception {
    try (Testbeds plain = Testbeds.start()) {
      assertThatThrownBy(() -> plain.open("tls.cipher=" + Testbeds.TLS_1_3))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("does not offer TLS")
          .hasMessageContaining("tls.cipher");
    }
  }

  @Test
  void saysThatTheServerWantsTls() {
    assertThatThrownBy(testbed::openPlain)
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("tls.cipher");
  }

  @Test
  void saysThatNothingListens() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    assertThatThrownBy(() -> testbed.open("db.url=jdbc:mariadb://127.0.0.1:" + port + "/ycsb"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("nothing listens at 127.0.0.1:" + port);
  }

  @Test
  void doesNotWaitForeverForAServerThatSaysNothing() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(
              () ->
                  testbed.open(
                      "db.url=jdbc:mariadb://127.0.0.1:"
                          + silent.getLocalPort()
                          + "/ycsb?connectTimeout=1000"))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("does not answer");
    }
  }

  @Test
  void namesTheSwitchForAServerKeyThatOpenSslRefuses() {
    assertThatThrownBy(
            () -> Testbeds.start("tls.cipher=" + Testbeds.TLS_1_3, "tls.keysize=1024").close())
        .hasMessageContaining("RSA-1024")
        .hasMessageContaining("tls.legacy=true");
  }
}
