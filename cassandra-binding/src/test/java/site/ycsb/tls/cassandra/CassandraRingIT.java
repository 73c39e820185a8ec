package site.ycsb.tls.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Records.values;
import static site.ycsb.tls.testkit.Refusal.failed;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Records;
import site.ycsb.tls.testserver.ListenerWitness;

/** With three real nodes, their two ports pinned independently: the experiment AR-RR. */
@Needs(Requirement.JAVA_17)
@Timeout(600)
@Tag("full")
class CassandraRingIT {
  private static final String CLIENT = "TLS_DHE_RSA_WITH_AES_256_CBC_SHA";
  private static final String INTERNODE = "TLS_DHE_RSA_WITH_AES_128_CBC_SHA256";

  @TempDir private Path directory;

  @Test
  void bothPortsHaveTheirOwnPin() throws Exception {
    try (Testbeds ring =
            Testbeds.start(
                directory,
                "tls.cipher=" + CLIENT,
                "tls.keysize=2048",
                "internode.cipher=" + INTERNODE,
                "internode.keysize=4096");
        OpenDatabase session =
            ring.open("table=t", "fieldcount=1", "cassandra.replicationfactor=3")) {
      ListenerWitness between = ring.server.witness().get("internode");
      assertThat(between.handshakes().keySet())
          .isNotEmpty()
          .allMatch(n -> n.protocol().equals("TLSv1.2") && n.cipherSuite().equals(INTERNODE));

      DB db = session.newClient();
      for (int i = 0; i < 30; i++) {
        Map<String, String> value = Map.of("field0", "v" + i);
        assertThat(db.insert("t", "key" + i, values("field0", "v" + i))).isEqualTo(Status.OK);
        assertThat(new Records("t").read(db, "key" + i, Set.of("field0"))).isEqualTo(value);
      }
      db.cleanup();

      // At most one connection per node, and one for control; the driver opens the last ones later.
      assertThat(session.pool().description())
          .containsEntry("nodes", "3")
          .hasEntrySatisfying(
              "replication", made -> assertThat(made).contains("replication_factor=3"))
          .hasEntrySatisfying(
              "connectionsSeenByNodes",
              seen -> assertThat(seen).matches("\\{TLSv1\\.2 " + CLIENT + "=[1-4]}"))
          .hasEntrySatisfying(
              "internode",
              seen -> assertThat(seen).matches("\\{TLSv1\\.2 " + INTERNODE + " RSA-4096=[1-3]}"));
      assertThat(ring.server.witness().get(Testbeds.LISTENER).handshakes().keySet())
          .singleElement()
          .satisfies(n -> assertThat(n.cipherSuite()).isEqualTo(CLIENT));
      failed(() -> ring.open("internode.cipher=TLS_DHE_RSA_WITH_AES_128_CBC_SHA"))
          .hasMessageContaining("they are set to {TLSv1.2 " + INTERNODE + " RSA-4096=");
      ring.open("internode.cipher=DHE-RSA-AES128-SHA256").close();
      failed(() -> ring.open("cassandra.replicationfactor=1"))
          .hasMessageStartingWith(
              "cassandra.replicationfactor=1, but the key space ycsb is there with {")
          .hasMessageContaining("replication_factor=3");

      // The launcher and its nodes, whose CPU time is the server's.
      List<Long> processes = ring.server.processIds();
      assertThat(processes).hasSize(4);

      ProcessHandle node = ProcessHandle.of(processes.get(3)).orElseThrow();
      assertThat(node.destroyForcibly()).isTrue();
      node.onExit().join();
      assertThat(ring.server.health().unready())
          .anyMatch(reason -> reason.matches("node 127\\.0\\.0\\.[123]: .+"));
      // The other nodes would do its work.
      failed(() -> session.pool().requireAsPinned(true))
          .hasMessageMatching("the node .*127\\.0\\.0\\.[123].* has 0 of the 1 connections.*");
    }
  }
}
