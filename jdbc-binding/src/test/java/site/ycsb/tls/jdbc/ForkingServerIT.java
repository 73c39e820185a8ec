package site.ycsb.tls.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static site.ycsb.tls.testkit.Records.values;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.tls.measurement.process.ServerCpu;
import site.ycsb.tls.measurement.process.ServerProcesses;
import site.ycsb.tls.measurement.process.kernel.CpuClock;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.PostgreSqlServer;

/** CPU time of PostgreSQL, which has a process for each connection. */
@Needs(Requirement.POSTGRESQL)
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("full")
class ForkingServerIT {
  private static final String TABLE = "usertable";

  /** Long, so that the server works more than the test and more than it takes to end it. */
  private static final String VALUE = "x".repeat(100_000);

  private static Map<String, String> properties(PostgreSqlServer server) {
    return Given.properties(
        "db.url=jdbc:postgresql://127.0.0.1:" + server.port() + "/postgres",
        "db.user=ycsb",
        "jdbc.createtable=true");
  }

  /** Cycles with so many operations each. */
  private static void work(OpenDatabase session, int cycles, int operations) throws Exception {
    for (int i = 0; i < cycles; i++) {
      DB db = session.newClient();
      for (int j = 0; j < operations; j++) {
        assertThat(db.update(TABLE, "a", values("field0", VALUE))).isEqualTo(Status.OK);
      }
      db.cleanup();
    }
  }

  private static double seconds(ServerCpu cpu) throws Exception {
    return cpu.now().orElseThrow().nanos() / 1e9;
  }

  /**
   * Compares with what the kernel counted for the shell that started the server, and for all that
   * it waited for (getrusage(2)), from beginning to end. The server is ended at once, so that next
   * to nothing is in that account only.
   *
   * @param tolerance of the script's reading, as a share of the kernel's
   */
  private static void readingsAreTheKernels(int cycles, int operations, double tolerance)
      throws Exception {
    double ofScript;
    double ofPostmaster;
    double kernels;
    try (PostgreSqlServer server = PostgreSqlServer.start()) {
      try (OpenDatabase session = OpenDatabase.open(new JdbcBinding(), properties(server));
          ServerCpu script = new ServerProcesses.Local(List.of(server.scriptId())).open();
          ServerCpu postmaster = new ServerProcesses.Local(List.of(server.postmasterId())).open()) {
        session.pool().clear(TABLE);
        DB db = session.newClient();
        assertThat(db.insert(TABLE, "a", values("field0", "1"))).isEqualTo(Status.OK);
        work(session, cycles, operations);
        // The part before the whole: the server's background processes go on between two readings.
        ofPostmaster = seconds(postmaster);
        ofScript = seconds(script);
        db.cleanup();
      }
      kernels = server.stop();
    }
    assertThat(ofScript).isCloseTo(kernels, withinPercentage(tolerance));
    // Without the script, and the program that starts the server as another user. A process that
    // ends between the two readings is in the first one in ns, and in the second in steps of user
    // and of system time.
    double steps = 2 * CpuClock.COARSE_STEP_NANOS / 1e9;
    assertThat(ofPostmaster).isBetween(0.95 * kernels, ofScript + steps);
  }

  @Test
  void keptConnectionsAreCounted() throws Exception {
    readingsAreTheKernels(1, 4000, 2);
  }

  @Test
  void connectionsThatEndAreCounted() throws Exception {
    readingsAreTheKernels(150, 1, 5);
  }
}
