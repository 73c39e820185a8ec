package site.ycsb.tls.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Records.values;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.ListenerTestbed;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Records;

/** Data of a node are there for the next one with the same directory. */
@Needs(Requirement.JAVA_17)
@Timeout(300)
@Tag("full")
class DataStayIT {
  private static final String TABLE = "t";
  private static final Records RECORDS = new Records(TABLE);
  private static final String[] SCHEMA = {"table=" + TABLE, "fieldcount=2", "fieldnameprefix=f"};
  private static final String DHE = "TLS_DHE_RSA_WITH_AES_256_CBC_SHA";

  @TempDir private Path directory;

  /** Plain, then the same data through a pin: the order in which whole runs may come to them. */
  @Test
  void dataOfAPlainNodeAreThereBehindAPinAndTheirTableAfterAKill() throws Exception {
    try (Testbeds plain = Testbeds.start(directory);
        OpenDatabase session = plain.open(SCHEMA)) {
      DB db = session.newClient();
      assertThat(db.insert(TABLE, "kept", values("f0", "é\n"))).isEqualTo(Status.OK);
      db.cleanup();
      assertThat(plain.server.stop()).isTrue();
    }
    String[] pin = {"tls.cipher=" + DHE, "tls.keysize=1024"};
    try (Testbeds pinned = Testbeds.start(directory, pin);
        OpenDatabase session = pinned.open(SCHEMA)) {
      DB db = session.newClient();
      assertThat(RECORDS.read(db, "kept", null)).isEqualTo(Map.of("f0", "é\n"));
      db.cleanup();
      assertThat(session.pool().description())
          .containsEntry("connectionsSeenByNodes", "{TLSv1.2 " + DHE + "=2}");
      assertThat(session.transport().evidence())
          .hasValueSatisfying(tls -> assertThat(tls.serverKey()).isEqualTo("RSA-1024"));
      // As one that is slow to stop is. What it wrote in its last seconds may be lost, by its
      // default.
      ListenerTestbed.kill(pinned.server);
    }
    try (Testbeds again = Testbeds.start(directory, pin);
        OpenDatabase session = again.open("table=" + TABLE, "cassandra.createtable=false")) {
      DB db = session.newClient();
      assertThat(RECORDS.read(db, "none", null)).isNull();
      db.cleanup();
    }
  }
}
