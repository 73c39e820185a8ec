package site.ycsb.tls.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
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

  private static Map<String, String> properties(PostgreSqlServer server) {
    return Given.properties(
        "db.url=jdbc:postgresql://127.0.0.1:" + server.port() + "/postgres",
        "db.user=ycsb",
        "jdbc.createtable=true");
  }

  /** Cycles with so many operations each; returns the server's CPU seconds until now. */
  private static double work(OpenDatabase session, ServerCpu cpu, int cycles, int operations)
      throws Exception {
    for (int i = 0; i < cycles; i++) {
      DB db = session.pool().newClient();
      db.init();
      for (int j = 0; j < operations; j++) {
        assertThat(db.update(TABLE, "a", values("field0", "x".repeat(1000)))).isEqualTo(Status.OK);
      }
      db.cleanup();
    }
    return cpu.now().orElseThrow().nanos() / 1e9;
  }

  private void readingsAreTheKernels(int cycles, int operations) throws Exception {
    double ofScript;
    double ofPostmaster;
    double kernels;
    try (PostgreSqlServer server = PostgreSqlServer.start()) {
      try (OpenDatabase session = OpenDatabase.open(new JdbcBinding(), properties(server));
          ServerCpu script = new ServerProcesses.Local(List.of(server.scriptId())).open();
          ServerCpu postmaster = new ServerProcesses.Local(List.of(server.postmasterId())).open()) {
        session.pool().clear(TABLE);
        DB db = session.pool().newClient();
        db.init();
        assertThat(db.insert(TABLE, "a", values("field0", "1"))).isEqualTo(Status.OK);
        ofScript = work(session, script, cycles, operations);
        ofPostmaster = postmaster.now().orElseThrow().nanos() / 1e9;
        db.cleanup();
      }
      kernels = server.stop();
    }
    // The kernel's account has the end of the server, too.
    assertThat(ofScript).isBetween(0.85 * kernels, 1.02 * kernels);
    assertThat(ofPostmaster).isBetween(0.85 * kernels, 1.02 * kernels);
  }

  @Test
  void keptConnectionsAreCounted() throws Exception {
    readingsAreTheKernels(1, 6000);
  }

  @Test
  void connectionsThatEndAreCounted() throws Exception {
    readingsAreTheKernels(150, 1);
  }
}
