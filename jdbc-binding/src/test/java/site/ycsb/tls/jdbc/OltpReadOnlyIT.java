package site.ycsb.tls.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.engine.BenchmarkRun;
import site.ycsb.tls.engine.StartSignal;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunIdentity;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.engine.worker.WorkloadSource;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.socket.PlainTransport;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.workload.OltpReadOnlyWorkload;
import site.ycsb.tls.workload.Workloads;

/** sysbench's read-only transaction on a real MariaDB. */
@Needs(Requirement.MARIADB)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OltpReadOnlyIT {
  private static final int ROWS = 500;

  private static Testbeds testbed;

  @BeforeAll
  static void startAndLoad() throws Exception {
    testbed = Testbeds.start();
    RunResult load = run(Phase.LOAD, "jdbc.batchupdateapi=true", "db.batchsize=50");
    assertThat(load.problems()).isEmpty();
    assertThat(load.succeeded()).isEqualTo(ROWS);
  }

  @AfterAll
  static void stop() throws Exception {
    if (testbed != null) {
      testbed.close();
    }
  }

  private static RunResult run(Phase phase, String... given) throws Exception {
    Map<String, String> properties =
        testbed.properties(
            "workload=" + OltpReadOnlyWorkload.class.getName(),
            "table=sbtest1",
            "jdbc.tablelayout=sysbench",
            "recordcount=" + ROWS);
    properties.putAll(Given.properties(given));
    RunOptions options = RunOptions.parse(properties, phase);
    Transport transport = OpenDatabase.transport(properties);
    RunIdentity identity =
        new RunIdentity("jdbc", "ycsb run jdbc", "test", Secrets.of(JdbcOptions.PROPERTIES));
    Properties shared = TypedProperties.asProperties(properties);
    try (WorkloadSource workload = Workloads.of(options, shared);
        DatabasePool pool = new JdbcBinding().open(properties, transport)) {
      return new BenchmarkRun(
              options,
              shared,
              identity,
              workload,
              pool,
              transport,
              line -> {},
              StartSignal.AT_ONCE,
              Optional.empty())
          .execute();
    }
  }

  /** A column of numbers or texts, asked over a connection of its own. */
  private static List<String> ask(String query) throws Exception {
    JdbcOptions options = JdbcOptions.parse(testbed.properties());
    try (Connection connection = new JdbcConnector(options, new PlainTransport()).open();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<String> values = new ArrayList<>();
      while (rows.next()) {
        values.add(rows.getString(rows.getMetaData().getColumnCount()));
      }
      return values;
    }
  }

  private static long counted(String name) throws Exception {
    return Long.parseLong(ask("SHOW GLOBAL STATUS LIKE '" + name + "'").get(0));
  }

  @Test
  void loadsSysbenchsTable() throws Exception {
    assertThat(ask("SELECT COUNT(DISTINCT id, c, pad) FROM sbtest1")).containsExactly("" + ROWS);
    assertThat(ask("SELECT MIN(id) FROM sbtest1")).containsExactly("1");
    assertThat(ask("SELECT MAX(id) FROM sbtest1")).containsExactly("" + ROWS);
    assertThat(ask("SELECT COUNT(*) FROM sbtest1 WHERE k BETWEEN 1 AND " + ROWS))
        .containsExactly("" + ROWS);
    assertThat(ask("SELECT c FROM sbtest1")).allMatch(c -> c.matches("([0-9]{11}-){9}[0-9]{11}"));
    assertThat(ask("SELECT pad FROM sbtest1"))
        .allMatch(pad -> pad.matches("([0-9]{11}-){4}[0-9]{11}"));
  }

  @Test
  void aTransactionIsOneOperationAndTheServerSawItAsReported() throws Exception {
    long begun = counted("Com_begin");
    long committed = counted("Com_commit");
    long selected = counted("Com_select");
    long rowsSent = counted("Rows_sent");

    RunResult result =
        run(Phase.TRANSACTIONS, "operationcount=40", "threadcount=2", "oltp.rangesize=100");

    assertThat(counted("Com_begin") - begun).isEqualTo(40);
    assertThat(counted("Com_commit") - committed).isEqualTo(40);
    assertThat(counted("Com_select") - selected).isGreaterThanOrEqualTo(40 * 14);
    assertThat(counted("Rows_sent") - rowsSent).isGreaterThanOrEqualTo(40 * (10 + 301));
    assertThat(result.problems()).isEmpty();
    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(result.succeeded()).isEqualTo(40);
    Map.of(
            "TRANSACTION", 40L,
            "BEGIN", 40L,
            "POINT-SELECT", 400L,
            "SIMPLE-RANGE", 40L,
            "SUM-RANGE", 40L,
            "ORDER-RANGE", 40L,
            "DISTINCT-RANGE", 40L,
            "COMMIT", 40L)
        .forEach(
            (name, count) ->
                assertThat(result.operations().get(name).count()).as(name).isEqualTo(count));
    assertThat(result.operations().get("TRANSACTION").sumNanos())
        .isGreaterThanOrEqualTo(
            result.operations().entrySet().stream()
                .filter(e -> !List.of("TRANSACTION", "CLEANUP").contains(e.getKey()))
                .mapToDouble(e -> e.getValue().sumNanos())
                .sum());
  }

  @Test
  void asksWhatPropertiesSay() throws Exception {
    RunResult result =
        run(
            Phase.TRANSACTIONS,
            "operationcount=3",
            "oltp.pointselects=2",
            "oltp.simpleranges=0",
            "oltp.sumranges=3",
            "oltp.rangesize=" + ROWS);

    assertThat(result.problems()).isEmpty();
    assertThat(result.operations().get("POINT-SELECT").count()).isEqualTo(6);
    assertThat(result.operations().get("SUM-RANGE").count()).isEqualTo(9);
    assertThat(result.operations()).doesNotContainKey("SIMPLE-RANGE");
  }

  @Test
  void rowsThatAreNotThereEndTheRun() throws Exception {
    RunResult result =
        run(
            Phase.TRANSACTIONS,
            "operationcount=1",
            "errors.max=100",
            "oltp.pointselects=0",
            "recordcount=" + (ROWS + 1),
            "oltp.rangesize=" + (ROWS + 1));

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.problems().get(0))
        .contains("SIMPLE-RANGE over the ids 1 to 501 of sbtest1 gave 500 rows, expected 501");
  }

  @Test
  void theReasonOfAFailureIsTold() throws Exception {
    RunResult result =
        run(Phase.TRANSACTIONS, "operationcount=1", "table=none", "jdbc.createtable=false");

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.problems().get(0)).contains("a transaction failed").contains("doesn't exist");
  }

  @Test
  void failedTransactionsAreRolledBackAndCountedApartWhenSomeAreAllowed() throws Exception {
    long rolledBack = counted("Com_rollback");

    RunResult result =
        run(
            Phase.TRANSACTIONS,
            "operationcount=5",
            "table=none",
            "jdbc.createtable=false",
            "errors.max=5");

    assertThat(result.failed()).isEqualTo(5);
    assertThat(result.operations().get("TRANSACTION-FAILED").count()).isEqualTo(5);
    assertThat(counted("Com_rollback") - rolledBack).isEqualTo(5);
  }

  @Test
  void keysOfOtherWorkloadsAreRefusedForThisTable() throws Exception {
    RunResult result =
        run(
            Phase.LOAD,
            "workload=site.ycsb.workloads.CoreWorkload",
            "recordcount=1",
            "db.batchsize=1");

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(ask("SELECT COUNT(*) FROM sbtest1")).containsExactly("" + ROWS);
  }
}
