package site.ycsb.tls.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static site.ycsb.tls.testkit.Records.values;
import static site.ycsb.tls.testkit.Refusal.failed;
import static site.ycsb.tls.testkit.Refusal.refused;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.tls.binding.BatchingClient;
import site.ycsb.tls.binding.StartTls;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.probe.ServerAnswer;
import site.ycsb.tls.probe.ServerProbe;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.count.TransportCounts;
import site.ycsb.tls.testkit.BindingContract;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Refusal;

/** Against real MariaDBs, without TLS and with it. */
@Needs(Requirement.MARIADB)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JdbcBindingIT extends BindingContract {
  private static final String TWO_FIELDS = "fieldcount=2";

  /** More than all else that a server sends at the beginning; a full handshake has 2 300. */
  private static final int CERTIFICATE_BYTES = 1500;

  JdbcBindingIT() {
    super(new JdbcBinding());
  }

  @Override
  protected Map<String, String> serverProperties() {
    return Given.properties("testbed.server=installed", "testbed.bufferpool=32M");
  }

  /** Its protocol begins in clear, so nothing is asked before. */
  @Override
  protected int uncountedConnections() {
    return 0;
  }

  @Override
  protected boolean serverTellsResumption() {
    return false;
  }

  @Override
  protected Map<String, String> clientProperties(String host, int port) {
    return Map.of(
        "db.url",
        "jdbc:mariadb://" + host + ":" + port + "/ycsb?connectTimeout=1000",
        "db.passwd",
        Refusal.PASSWORD);
  }

  /** A server that says nothing does not even offer TLS. */
  @Override
  protected String pinnedSilence() {
    return "does not answer";
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc.autocommit=true", "jdbc.autocommit=false"})
  void doesAllOperationsWithAutocommitAndWithout(String property) throws Exception {
    try (OpenDatabase session = open(PLAIN, property, TWO_FIELDS)) {
      doesAllOperations(session);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc.autocommit=true", "jdbc.autocommit=false"})
  void refusesToInsertARecordTwice(String property) throws Exception {
    try (OpenDatabase session = open(PLAIN, property)) {
      session.pool().clear(TABLE);
      DB db = session.newClient();
      assertThat(db.insert(TABLE, "a", values("field0", "1"))).isEqualTo(Status.OK);
      Status twice = db.insert(TABLE, "a", values("field0", "9"));
      assertThat(twice.getName()).isEqualTo("ERROR");
      assertThat(twice.getDescription()).contains("Duplicate entry").doesNotContain("conn=");
      assertThat(RECORDS.read(db, "a", null)).isEqualTo(Map.of("field0", "1"));
      db.cleanup();
    }
  }

  @Test
  void sendsInsertsInBatchesAndTheRestAtTheEnd() throws Exception {
    try (OpenDatabase session =
        open(PLAIN, TWO_FIELDS, "jdbc.batchupdateapi=true", "db.batchsize=3")) {
      session.pool().clear(TABLE);
      DB db = session.pool().newClient();
      DB other = session.newClient();
      db.init();

      assertThat(db.insert(TABLE, "a", values("field0", "1"))).isEqualTo(Status.BATCHED_OK);
      assertThat(db.insert(TABLE, "b", values("field0", "2"))).isEqualTo(Status.BATCHED_OK);
      assertThat(((BatchingClient) db).unsent()).isEqualTo(2);
      assertThat(RECORDS.read(other, "a", null)).isNull();
      assertThat(db.insert(TABLE, "c", values("field0", "3"))).isEqualTo(Status.OK);
      assertThat(((BatchingClient) db).unsent()).isZero();
      assertThat(RECORDS.scan(other, "a", 9, null)).hasSize(3);

      db.insert(TABLE, "d", values("field0", "4"));
      assertThat(RECORDS.read(other, "d", null)).isNull();
      db.insert(TABLE, "e", values("field1", "5")); // other fields: another statement
      assertThat(RECORDS.read(other, "d", null)).isEqualTo(Map.of("field0", "4"));
      assertThat(((BatchingClient) db).unsent()).isEqualTo(1);
      db.cleanup();
      assertThat(RECORDS.read(other, "e", null)).isEqualTo(Map.of("field1", "5"));
      other.cleanup();
    }
  }

  @Test
  void tellsWhenTheLastBatchCannotBeWritten() throws Exception {
    try (OpenDatabase session =
        open(PLAIN, TWO_FIELDS, "jdbc.batchupdateapi=true", "db.batchsize=9")) {
      session.pool().clear(TABLE);
      DB db = session.newClient();
      db.insert(TABLE, "a", values("field0", "1"));
      db.insert(TABLE, "a", values("field0", "2"));

      assertThatThrownBy(db::cleanup)
          .isInstanceOf(DBException.class)
          .hasMessageContaining("the last 2 writes")
          .hasMessageContaining("Duplicate entry");
    }
  }

  @Test
  void commitsEachBatchOfWrites() throws Exception {
    try (OpenDatabase session =
        open(PLAIN, TWO_FIELDS, "jdbc.autocommit=false", "db.batchsize=2")) {
      session.pool().clear(TABLE);
      DB db = session.newClient();
      db.insert(TABLE, "a", values("field0", "1"));
      DB other = session.newClient();
      assertThat(RECORDS.read(other, "a", null)).isNull();
      db.insert(TABLE, "b", values("field0", "2"));
      other.cleanup();
      other.init();
      assertThat(RECORDS.read(other, "a", null)).isEqualTo(Map.of("field0", "1"));
      other.cleanup();
      db.cleanup();
    }
  }

  @Test
  void undoesTheTransactionOfAWriteThatFails() throws Exception {
    try (OpenDatabase session =
        open(PLAIN, TWO_FIELDS, "jdbc.autocommit=false", "db.batchsize=9")) {
      session.pool().clear(TABLE);
      DB db = session.newClient();
      assertThat(db.insert(TABLE, "a", values("field0", "1"))).isEqualTo(Status.BATCHED_OK);
      assertThat(db.insert(TABLE, "a", values("field0", "2")).getDescription())
          .contains("1 earlier operations of the transaction are undone");
      assertThat(RECORDS.read(db, "a", null)).isNull();
      db.cleanup();
    }
  }

  /** The other one may be a load generator that is parked, and ends its transaction much later. */
  @ParameterizedTest
  @ValueSource(ints = {1, 9})
  void aTransactionThatWaitsForAnotherOnesLocksNamesTheReason(int batch) throws Exception {
    String[] asked = {
      "db.url="
          + testbed(PLAIN).properties(PLAIN).get("db.url")
          + "?sessionVariables=innodb_lock_wait_timeout=0",
      "jdbc.autocommit=false",
      "db.batchsize=" + batch
    };
    try (OpenDatabase holding = open(PLAIN, "jdbc.autocommit=false", "db.batchsize=9");
        OpenDatabase session = open(PLAIN, asked)) {
      holding.pool().clear(TABLE);
      DB first = holding.newClient();
      DB db = session.newClient();
      assertThat(first.insert(TABLE, "a", values("field0", "1"))).isEqualTo(Status.BATCHED_OK);
      assertThat(
              db.update(TABLE, "a", values("field0", "2")).getDescription().endsWith("one thread)"))
          .isEqualTo(batch > 1);
      first.cleanup();
      db.cleanup();
    }
  }

  /** They were added to a batch and not sent. */
  @Test
  void doesNotSendLaterWhatIsUndone() throws Exception {
    try (OpenDatabase session =
        open(
            PLAIN,
            TWO_FIELDS,
            "jdbc.autocommit=false",
            "jdbc.batchupdateapi=true",
            "db.batchsize=3")) {
      session.pool().clear(TABLE);
      DB db = session.newClient();
      db.insert(TABLE, "a", values("field0", "1"));
      db.insert(TABLE, "b", values("field0", "2"));
      assertThat(db.read("no_such_table", "a", null, new HashMap<>()).getDescription())
          .contains("2 earlier operations of the transaction are undone");
      db.insert(TABLE, "c", values("field0", "3"));
      db.insert(TABLE, "d", values("field0", "4"));
      assertThat(db.insert(TABLE, "e", values("field0", "5"))).isEqualTo(Status.OK);
      db.cleanup();

      DB other = session.newClient();
      assertThat(RECORDS.scan(other, "a", 9, Set.of("field0")))
          .containsExactly(Map.of("field0", "3"), Map.of("field0", "4"), Map.of("field0", "5"));
      other.cleanup();
    }
  }

  @Test
  void createsTheTableOnlyWhenAsked() throws Exception {
    try (OpenDatabase session = open(PLAIN, "table=other", "jdbc.createtable=false")) {
      DB db = session.newClient();
      assertThat(db.read("other", "a", null, new HashMap<>()).getDescription())
          .contains("other")
          .contains("doesn't exist");
      session.pool().clear("other");
      db.cleanup();
    }
    try (OpenDatabase session = open(PLAIN, "table=other", "fieldnameprefix=f", "fieldcount=1")) {
      DB db = session.newClient();
      assertThat(db.insert("other", "a", values("f0", "1"))).isEqualTo(Status.OK);
      db.cleanup();
    }
  }

  @Test
  void neverMakesAStatementOfANameThatIsNone() throws Exception {
    try (OpenDatabase session = open(PLAIN)) {
      DB db = session.newClient();
      refused(() -> db.delete("usertable; DROP TABLE usertable", "a"))
          .hasMessageContaining("expected letters");
      db.cleanup();
    }
  }

  @Test
  void describesServerAndDriver() throws Exception {
    try (OpenDatabase session = open(PLAIN)) {
      assertThat(session.pool().description())
          .containsEntry("serverNegotiated", "no TLS")
          .hasEntrySatisfying("server", name -> assertThat(name).startsWith("MariaDB "))
          .hasEntrySatisfying("driver", name -> assertThat(name).contains("3.5.11"))
          .containsKey("serverTlsLibrary")
          .containsEntry("compression", "OFF")
          .containsEntry("serverMemory", (32 << 20) + " bytes of buffer pool, O_DIRECT")
          .hasEntrySatisfying(
              "serverData", data -> assertThat(data).matches("[1-9][0-9]+ bytes in tables"));
    }
  }

  @Test
  void compressesAndSaysSoWhenAsked() throws Exception {
    String url = testbed(PLAIN).server().clientProperties(PLAIN).get("db.url");
    try (OpenDatabase session = open(PLAIN, "db.url=" + url + "?useCompression=true")) {
      assertThat(session.pool().description()).containsEntry("compression", "ON");
    }
  }

  @Test
  @Order(REFUSALS)
  void refusesTheWrongPasswordInOneLineWithoutIt() {
    assertThatThrownBy(() -> open(PLAIN, "db.passwd=s3cret"))
        .hasMessageContaining("Access denied")
        .message()
        .doesNotContain("s3cret", "\n");
  }

  /** MariaDB does not tell; but its certificate crosses the wire in each full handshake. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void resumesOnlyWhenAsked(boolean resumption) throws Exception {
    Map<String, String> properties =
        testbed(TLS_1_3).properties(TLS_1_3, "tls.resumption=" + (resumption ? "on" : "off"));
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
    try (OpenDatabase session = open(TLS_1_3, "tls.renegotiate=1")) {
      DB db = session.newClient();
      for (int i = 0; i < 5; i++) {
        TransportCounts before = session.transport().counts();
        assertThat(session.transport().renegotiate()).isEqualTo(1);
        RECORDS.read(db, "user1", null);
        TransportCounts counted = session.transport().counts().minus(before);
        assertThat(counted.recordsOut()).as("key update and query").isEqualTo(2);
        assertThat(counted.recordsIn()).as("key update and result").isEqualTo(2);
        assertThat(counted.fullHandshakes()).isZero();
      }
      db.cleanup();
    }
  }

  @Test
  @Order(REFUSALS)
  void saysWhichSuiteItAcceptsThoughItBeginsInClear() throws Exception {
    int port = testbed(TLS_1_3).server().address(TLS_1_3).getPort();
    List<ServerAnswer> answers =
        new ServerProbe("127.0.0.1", port, Duration.ofSeconds(60), Optional.of(StartTls.MYSQL))
            .ask(JvmSuites.ofDefaultProvider().available(), answer -> {});
    assertThat(answers)
        .filteredOn(ServerAnswer::accepted)
        .singleElement()
        .satisfies(
            answer -> {
              assertThat(answer.suite()).hasToString(TLS_1_3);
              assertThat(answer.serverKey()).hasToString("RSA-2048");
            });
  }

  @Test
  @Order(REFUSALS)
  void saysThatMariaDbDoesNotRenegotiate() {
    failed(() -> open(TLS_1_2, "tls.renegotiate=1"))
        .hasMessageContaining("does not renegotiate TLSv1.2")
        .hasMessageContaining("leave out tls.renegotiate");
  }

  @Test
  @Order(REFUSALS)
  void saysThatTheServerOffersNoTls() {
    assertRefused(PLAIN, "does not offer TLS", "tls.cipher=" + TLS_1_3);
  }
}
