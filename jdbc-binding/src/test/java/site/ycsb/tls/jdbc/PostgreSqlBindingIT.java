package site.ycsb.tls.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.DB;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.BindingContract;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.testkit.ListenerTestbed;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Refusal;
import site.ycsb.tls.testkit.WitnessCounts;

/** Against real PostgreSQLs, without TLS and with it. */
@Needs(Requirement.POSTGRESQL)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PostgreSqlBindingIT extends BindingContract {
  PostgreSqlBindingIT() {
    super(new JdbcBinding());
  }

  /** With the group that all versions have. */
  @Override
  protected Map<String, Map<String, String>> listeners() {
    Map<String, Map<String, String>> listeners = new LinkedHashMap<>();
    super.listeners()
        .forEach(
            (name, tls) -> {
              Map<String, String> all = new LinkedHashMap<>(tls);
              if (!tls.isEmpty()) {
                all.put("tls.group", "secp256r1");
              }
              listeners.put(name, all);
            });
    return listeners;
  }

  @Override
  protected Map<String, String> serverProperties() {
    return Given.properties("testbed.server=postgresql", "testbed.bufferpool=32M");
  }

  /** Its protocol begins in clear, so nothing is asked before. */
  @Override
  protected int uncountedConnections() {
    return 0;
  }

  @Override
  protected boolean serverResumes() {
    return false;
  }

  @Override
  protected Map<String, String> clientProperties(String host, int port) {
    return Map.of(
        "db.url",
        "jdbc:postgresql://" + host + ":" + port + "/ycsb?connectTimeout=1",
        "db.user",
        "ycsb",
        "db.passwd",
        Refusal.PASSWORD);
  }

  /** A server that says nothing does not even offer TLS. */
  @Override
  protected String pinnedSilence() {
    return "does not answer";
  }

  @ParameterizedTest
  @CsvSource({
    PLAIN + ", no TLS",
    TLS_1_2 + ", TLSv1.2 ECDHE-RSA-AES256-GCM-SHA384",
    TLS_1_3 + ", TLSv1.3 TLS_AES_256_GCM_SHA384"
  })
  void theServerSaysWhatItNegotiated(String listener, String words) throws Exception {
    try (OpenDatabase session = open(listener)) {
      assertThat(session.pool().description()).containsEntry("serverNegotiated", words);
    }
  }

  @Test
  void describesServerAndDriver() throws Exception {
    try (OpenDatabase session = open(pinned())) {
      assertThat(session.pool().description())
          .hasEntrySatisfying("server", name -> assertThat(name).startsWith("PostgreSQL "))
          .hasEntrySatisfying("driver", name -> assertThat(name).contains("42."))
          .containsEntry("serverMemory", "32MB of shared buffers");
    }
    assertThat(testbed(pinned()).server().product())
        .matches("postgres [0-9.]+ .*OpenSSL [0-9.]+.*");
  }

  /** One port for clients without TLS and with each suite; the server says which they had. */
  @Test
  @Order(REFUSALS)
  void oneServerTellsItsClientsApart() throws Exception {
    try (ListenerTestbed all =
        ListenerTestbed.start(new JdbcBinding(), listeners(), serverProperties())) {
      for (String listener : listeners().keySet()) {
        try (OpenDatabase session = all.open(listener)) {
          DB db = session.newClient();
          assertThat(RECORDS.read(db, "none", null)).isNull();
          db.cleanup();
        }
        assertThat(all.server().witness().get(listener).connections()).isEqualTo(2);
      }
      assertThat(WitnessCounts.fullHandshakes(all.server().witness().get(TLS_1_2))).isEqualTo(2);
      assertThat(all.server().witness().get(PLAIN).handshakes()).isEmpty();
    }
  }

  /** As products that speak the protocol: a table of the server's has no rows, or is another. */
  @Test
  @Order(REFUSALS)
  void aServerThatDoesNotTellWhatItNegotiatedIsMeasured() throws Exception {
    try (ListenerTestbed all =
            ListenerTestbed.start(new JdbcBinding(), listeners(), serverProperties());
        Connection server = connection(all.properties(PLAIN));
        Statement statement = server.createStatement()) {
      for (String others : List.of("SELECT * FROM pg_catalog.pg_stat_ssl LIMIT 0", "SELECT 1")) {
        statement.execute("CREATE SCHEMA others");
        statement.execute("CREATE VIEW others.pg_stat_ssl AS " + others);
        statement.execute(
            "CREATE VIEW others.pg_settings AS SELECT * FROM pg_catalog.pg_settings LIMIT 0");
        for (String listener : listeners().keySet()) {
          String url =
              all.properties(listener).get("db.url")
                  + "?options=-csearch_path=others,pg_catalog,public";
          try (OpenDatabase session =
              all.open(listener, "db.url=" + url, "jdbc.autocommit=false")) {
            assertThat(session.pool().description())
                .doesNotContainKeys("serverNegotiated", "serverMemory");
            DB db = session.newClient();
            assertThat(RECORDS.read(db, "none", null)).isNull();
            db.cleanup();
          }
        }
        statement.execute("DROP SCHEMA others CASCADE");
      }
    }
  }

  /** As the agents of a fleet do; IF NOT EXISTS does not see what is not committed. */
  @ParameterizedTest
  @Order(REFUSALS)
  @ValueSource(strings = {"true", "false"})
  void takesATableThatAnotherLoadGeneratorMakesAtTheSameTime(String autoCommit) throws Exception {
    String[] asked = {
      "table=at_once_" + autoCommit, "jdbc.createtable=true", "jdbc.autocommit=" + autoCommit
    };
    Map<String, String> properties = testbed(PLAIN).properties(PLAIN, asked);
    ExecutorService later = Executors.newSingleThreadExecutor();
    try (Connection first = connection(properties);
        Connection watch = connection(properties)) {
      first.setAutoCommit(false);
      try (Statement statement = first.createStatement()) {
        statement.execute(JdbcOptions.parse(properties).createTable().orElseThrow().definition());
      }
      Future<OpenDatabase> opening = later.submit(() -> open(PLAIN, asked));
      while (!opening.isDone() && !someoneWaits(watch)) {
        Thread.onSpinWait();
      }
      first.commit();
      opening.get().close();
    } finally {
      later.shutdown();
    }
  }

  private static Connection connection(Map<String, String> properties) throws SQLException {
    return DriverManager.getConnection(
        properties.get("db.url") + "?sslmode=disable", properties.get("db.user"), Refusal.PASSWORD);
  }

  private static boolean someoneWaits(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet waiting =
            statement.executeQuery(
                "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")) {
      return waiting.next();
    }
  }
}
