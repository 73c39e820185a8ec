package site.ycsb.tls.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static site.ycsb.tls.testkit.Records.values;

import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.option.UsageException;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Records;

/** Against a real MariaDB, without TLS. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JdbcOperationsIT {
  private static final String TABLE = "usertable";
  static final Records RECORDS = new Records(TABLE);
  private static final String TWO_FIELDS = "fieldcount=2";

  private static Testbeds testbed;

  @BeforeAll
  static void start() throws Exception {
    testbed = Testbeds.start();
  }

  @AfterAll
  static void stop() throws Exception {
    if (testbed != null) {
      testbed.close();
    }
  }

  @Test
  void isFound() {
    assertThat(ServiceLoader.load(Binding.class))
        .filteredOn(binding -> binding.name().equals("jdbc"))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc.autocommit=true", "jdbc.autocommit=false"})
  void doesAllOperations(String property) throws Exception {
    try (OpenDatabase session = testbed.open(property, TWO_FIELDS)) {
      session.pool().clear(TABLE);
      DB db = session.pool().newClient();
      db.init();

      assertThat(db.insert(TABLE, "a", values("field0", "1", "field1", "é\n'\\")))
          .isEqualTo(Status.OK);
      assertThat(db.insert(TABLE, "b", values("field0", "2"))).isEqualTo(Status.OK);
      assertThat(db.insert(TABLE, "c", values("field0", "3"))).isEqualTo(Status.OK);
      Status twice = db.insert(TABLE, "a", values("field0", "9"));
      assertThat(twice.getName()).isEqualTo("ERROR");
      assertThat(twice.getDescription()).contains("Duplicate entry").doesNotContain("conn=");

      assertThat(RECORDS.read(db, "a", null)).isEqualTo(Map.of("field0", "1", "field1", "é\n'\\"));
      assertThat(RECORDS.read(db, "a", Set.of("field1"))).isEqualTo(Map.of("field1", "é\n'\\"));
      assertThat(RECORDS.read(db, "none", null)).isNull();

      assertThat(db.update(TABLE, "a", values("field0", "4"))).isEqualTo(Status.OK);
      assertThat(db.update(TABLE, "a", values("field0", "4"))).isEqualTo(Status.OK);
      assertThat(db.update(TABLE, "none", values("field0", "4"))).isEqualTo(Status.NOT_FOUND);
      assertThat(RECORDS.read(db, "a", null)).isEqualTo(Map.of("field0", "4", "field1", "é\n'\\"));

      assertThat(RECORDS.scan(db, "a", 2, Set.of("field0")))
          .containsExactly(Map.of("field0", "4"), Map.of("field0", "2"));
      assertThat(RECORDS.scan(db, "b", 99, null))
          .containsExactly(Map.of("field0", "2"), Map.of("field0", "3"));
      assertThat(RECORDS.scan(db, "d", 9, null)).isNull();

      assertThat(db.delete(TABLE, "b")).isEqualTo(Status.OK);
      assertThat(db.delete(TABLE, "b")).isEqualTo(Status.NOT_FOUND);
      db.cleanup();
      db.init();
      assertThat(RECORDS.scan(db, "a", 9, Set.of("field0")))
          .containsExactly(Map.of("field0", "4"), Map.of("field0", "3"));
      db.cleanup();
    }
  }

  @Test
  void sendsInsertsInBatchesAndTheRestAtTheEnd() throws Exception {
    try (OpenDatabase session =
        testbed.open(TWO_FIELDS, "jdbc.batchupdateapi=true", "db.batchsize=3")) {
      session.pool().clear(TABLE);
      DB db = session.pool().newClient();
      DB other = session.newClient();
      db.init();

      assertThat(db.insert(TABLE, "a", values("field0", "1"))).isEqualTo(Status.BATCHED_OK);
      assertThat(db.insert(TABLE, "b", values("field0", "2"))).isEqualTo(Status.BATCHED_OK);
      assertThat(RECORDS.read(other, "a", null)).isNull();
      assertThat(db.insert(TABLE, "c", values("field0", "3"))).isEqualTo(Status.OK);
      assertThat(RECORDS.scan(other, "a", 9, null)).hasSize(3);

      db.insert(TABLE, "d", values("field0", "4"));
      assertThat(RECORDS.read(other, "d", null)).isNull();
      db.insert(TABLE, "e", values("field1", "5")); // other fields: another statement
      assertThat(RECORDS.read(other, "d", null)).isEqualTo(Map.of("field0", "4"));
      db.cleanup();
      assertThat(RECORDS.read(other, "e", null)).isEqualTo(Map.of("field1", "5"));
      other.cleanup();
    }
  }

  @Test
  void tellsWhenTheLastBatchCannotBeWritten() throws Exception {
    try (OpenDatabase session =
        testbed.open(TWO_FIELDS, "jdbc.batchupdateapi=true", "db.batchsize=9")) {
      session.pool().clear(TABLE);
      DB db = session.pool().newClient();
      db.init();
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
        testbed.open(TWO_FIELDS, "jdbc.autocommit=false", "db.batchsize=2")) {
      session.pool().clear(TABLE);
      DB db = session.pool().newClient();
      db.init();
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
        testbed.open(TWO_FIELDS, "jdbc.autocommit=false", "db.batchsize=9")) {
      session.pool().clear(TABLE);
      DB db = session.pool().newClient();
      db.init();
      assertThat(db.insert(TABLE, "a", values("field0", "1"))).isEqualTo(Status.BATCHED_OK);
      assertThat(db.insert(TABLE, "a", values("field0", "2")).getDescription())
          .contains("1 earlier operations of the transaction are undone");
      assertThat(RECORDS.read(db, "a", null)).isNull();
      db.cleanup();
    }
  }

  @Test
  void createsTheTableOnlyWhenAsked() throws Exception {
    try (OpenDatabase session = testbed.open("table=other", "jdbc.createtable=false")) {
      DB db = session.pool().newClient();
      db.init();
      assertThat(db.read("other", "a", null, new HashMap<>()).getDescription())
          .contains("other")
          .contains("doesn't exist");
      session.pool().clear("other");
      db.cleanup();
    }
    try (OpenDatabase session = testbed.open("table=other", "fieldnameprefix=f", "fieldcount=1")) {
      DB db = session.pool().newClient();
      db.init();
      assertThat(db.insert("other", "a", values("f0", "1"))).isEqualTo(Status.OK);
      db.cleanup();
    }
  }

  @Test
  void neverMakesAStatementOfANameThatIsNone() throws Exception {
    try (OpenDatabase session = testbed.open()) {
      DB db = session.pool().newClient();
      db.init();
      assertThatThrownBy(() -> db.delete("usertable; DROP TABLE usertable", "a"))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("expected letters");
      db.cleanup();
    }
  }

  @Test
  void describesServerAndDriver() throws Exception {
    try (OpenDatabase session = testbed.open()) {
      assertThat(session.pool().description())
          .containsEntry("serverNegotiated", "no TLS")
          .hasEntrySatisfying("server", name -> assertThat(name).startsWith("MariaDB "))
          .hasEntrySatisfying("driver", name -> assertThat(name).contains("3.5.11"))
          .containsKey("serverTlsLibrary")
          .containsEntry("serverMemory", (32 << 20) + " bytes of buffer pool, O_DIRECT")
          .hasEntrySatisfying(
              "serverData", data -> assertThat(data).matches("[1-9][0-9]+ bytes in tables"));
    }
  }

  @Test
  void refusesTheWrongPasswordInOneLineWithoutIt() {
    assertThatThrownBy(() -> testbed.open("db.passwd=s3cret"))
        .hasMessageContaining("Access denied")
        .message()
        .doesNotContain("s3cret", "\n");
  }
}
