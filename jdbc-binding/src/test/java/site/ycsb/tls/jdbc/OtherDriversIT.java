package site.ycsb.tls.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Records.values;
import static site.ycsb.tls.testkit.Refusal.failed;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.WitnessCounts;

/** Drivers that are not bundled take their connections from the transport too. */
@Needs(Requirement.MARIADB)
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("full")
class OtherDriversIT {
  private static final String TABLE = "usertable";

  @Test
  void mySqlConnectorWithoutTls() throws Exception {
    try (Testbeds mariadb = Testbeds.start();
        OpenDatabase session = OpenDatabase.open(new JdbcBinding(), withMySqlDriver(mariadb))) {
      doesAllOperations(session);
      assertThat(session.pool().description()).containsEntry("serverNegotiated", "no TLS");
      assertThat(mariadb.witness().connections()).isEqualTo(3);
      assertThat(session.transport().counts().opened()).isEqualTo(3);
    }
  }

  @Test
  void mySqlConnectorWithThePin() throws Exception {
    try (Testbeds mariadb = Testbeds.start("tls.cipher=" + Testbeds.TLS_1_3);
        OpenDatabase session = OpenDatabase.open(new JdbcBinding(), withMySqlDriver(mariadb))) {
      doesAllOperations(session);
      assertThat(session.pool().description())
          .containsEntry("serverNegotiated", "TLSv1.3 " + Testbeds.TLS_1_3);
      assertThat(WitnessCounts.fullHandshakes(mariadb.witness())).isEqualTo(3);
      assertThat(session.transport().counts().fullHandshakes()).isEqualTo(3);
      failed(
              () ->
                  OpenDatabase.open(
                      new JdbcBinding(),
                      withMySqlDriver(mariadb, "tls.cipher=TLS_AES_128_GCM_SHA256")))
          .hasMessageContaining("does not offer TLS_AES_128_GCM_SHA256");
    }
  }

  private static Map<String, String> withMySqlDriver(Testbeds mariadb, String... further) {
    Map<String, String> properties = mariadb.properties(further);
    properties.put("db.url", properties.get("db.url").replace("jdbc:mariadb:", "jdbc:mysql:"));
    return properties;
  }

  private static void doesAllOperations(OpenDatabase session) throws Exception {
    session.pool().clear(TABLE);
    DB db = session.newClient();
    assertThat(db.insert(TABLE, "a", values("field0", "1", "field1", "é'\\"))).isEqualTo(Status.OK);
    assertThat(db.insert(TABLE, "b", values("field0", "2"))).isEqualTo(Status.OK);
    assertThat(Testbeds.RECORDS.read(db, "a", null))
        .isEqualTo(Map.of("field0", "1", "field1", "é'\\"));
    assertThat(db.update(TABLE, "a", values("field0", "3"))).isEqualTo(Status.OK);
    assertThat(Testbeds.RECORDS.scan(db, "a", 9, Set.of("field0")))
        .containsExactly(Map.of("field0", "3"), Map.of("field0", "2"));
    assertThat(db.delete(TABLE, "b")).isEqualTo(Status.OK);
    assertThat(db.delete(TABLE, "b")).isEqualTo(Status.NOT_FOUND);
    db.cleanup();
  }
}
