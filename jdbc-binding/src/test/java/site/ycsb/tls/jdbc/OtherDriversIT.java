package site.ycsb.tls.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static site.ycsb.tls.testkit.Records.values;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.StartTls;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.PostgreSqlServer;

/** Drivers that are not bundled take their connections from the transport too. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("full")
class OtherDriversIT {
  private static final String TABLE = "usertable";
  private static final String STATIC_RSA = "TLS_RSA_WITH_AES_256_GCM_SHA384";

  @Test
  @Needs(Requirement.MARIADB)
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
  @Needs(Requirement.MARIADB)
  void mySqlConnectorWithThePin() throws Exception {
    try (Testbeds mariadb = Testbeds.start("tls.cipher=" + Testbeds.TLS_1_3);
        OpenDatabase session = OpenDatabase.open(new JdbcBinding(), withMySqlDriver(mariadb))) {
      doesAllOperations(session);
      assertThat(session.pool().description())
          .containsEntry("serverNegotiated", "TLSv1.3 " + Testbeds.TLS_1_3);
      assertThat(mariadb.witness().fullHandshakes()).isEqualTo(3);
      assertThat(session.transport().counts().fullHandshakes()).isEqualTo(3);
      assertThatThrownBy(
              () ->
                  OpenDatabase.open(
                      new JdbcBinding(),
                      withMySqlDriver(mariadb, "tls.cipher=TLS_AES_128_GCM_SHA256")))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("does not offer TLS_AES_128_GCM_SHA256");
    }
  }

  private static Map<String, String> withMySqlDriver(Testbeds mariadb, String... further) {
    Map<String, String> properties = mariadb.properties(further);
    properties.put("db.url", properties.get("db.url").replace("jdbc:mariadb:", "jdbc:mysql:"));
    return properties;
  }

  @Test
  @Needs({Requirement.POSTGRESQL, Requirement.STATIC_RSA})
  void pgJdbcWithoutTlsAndWithThePin() throws Exception {
    try (PostgreSqlServer server = PostgreSqlServer.start()) {
      try (OpenDatabase session = OpenDatabase.open(new JdbcBinding(), withPgJdbc(server))) {
        doesAllOperations(session);
        assertThat(session.pool().description()).containsEntry("serverNegotiated", "no TLS");
        assertThat(session.transport().counts().opened()).isEqualTo(3);
      }
      String[] pin = {
        // Without a group: PostgreSQL 15 has none that this JVM, which pins x25519, could take.
        "tls.cipher=" + STATIC_RSA, "tls.keysize=2048", "tls.legacy=true", "tls.ca=" + server.ca()
      };
      try (OpenDatabase session = OpenDatabase.open(new JdbcBinding(), withPgJdbc(server, pin))) {
        doesAllOperations(session);
        assertThat(session.pool().description())
            .containsEntry("serverNegotiated", "TLSv1.2 AES256-GCM-SHA384");
        assertThat(session.transport().counts().fullHandshakes()).isEqualTo(3);
      }
      assertThat(Testbeds.accepted(server.port(), StartTls.POSTGRES))
          .extracting(answer -> answer.suite().name())
          .contains(STATIC_RSA);
      pin[1] = "tls.keysize=4096";
      assertThatThrownBy(() -> OpenDatabase.open(new JdbcBinding(), withPgJdbc(server, pin)))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("RSA-4096");
    }
  }

  private static Map<String, String> withPgJdbc(PostgreSqlServer server, String... further) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "db.url=jdbc:postgresql://127.0.0.1:" + server.port() + "/postgres",
                "db.user=ycsb",
                "jdbc.createtable=true"));
    all.addAll(Arrays.asList(further));
    return Given.properties(all.toArray(String[]::new));
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
