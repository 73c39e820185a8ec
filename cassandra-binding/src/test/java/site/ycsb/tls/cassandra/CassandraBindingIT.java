package site.ycsb.tls.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static site.ycsb.tls.testkit.Records.values;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.server.ListenerWitness;
import site.ycsb.tls.server.ListenerWitness.Negotiated;
import site.ycsb.tls.socket.count.TransportCounts;
import site.ycsb.tls.socket.count.TransportListener;
import site.ycsb.tls.testkit.ConnectionCounter;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.testkit.ListenerTestbed;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Records;

/**
 * With a real node. Starting one is what takes the time, so each test has one TLS and asks it for
 * all there is to ask.
 */
@Timeout(300)
class CassandraBindingIT {
  private static final String TABLE = "t";
  private static final Records RECORDS = new Records(TABLE);
  private static final String[] SCHEMA = {"table=" + TABLE, "fieldcount=2", "fieldnameprefix=f"};
  private static final String DHE = "TLS_DHE_RSA_WITH_AES_256_CBC_SHA";
  private static final String TLS_1_3 = "TLS_AES_256_GCM_SHA384";

  @TempDir private Path directory;

  @Test
  void isFoundByBothNames() {
    assertThat(ServiceLoader.load(Binding.class))
        .filteredOn(binding -> binding.name().equals("cassandra"))
        .singleElement()
        .satisfies(binding -> assertThat(binding.aliases()).containsExactly("cassandra-cql"));
  }

  /** Plain, then the same data through a pin: the order in which a comparison may come to them. */
  @Test
  void dataOfAPlainNodeAreThereBehindAPin() throws Exception {
    try (Testbeds plain = Testbeds.start(directory);
        OpenDatabase session = plain.open(SCHEMA)) {
      doesAllOperations(session);
      opensTwoConnectionsPerCycle(session, 0);
      assertThat(session.transport().evidence()).isEmpty();
      assertThat(session.pool().description())
          .hasEntrySatisfying("server", value -> assertThat(value).startsWith("Cassandra 5.0."))
          .containsEntry("connectionsSeenByNodes", "{plain=2}")
          .containsEntry("internode", "{plain=1}");
      assertThatThrownBy(() -> plain.open("internode.cipher=" + DHE))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining(DHE)
          .hasMessageContaining("plain");
      assertThat(plain.server.witness()).isEmpty();
      DB db = session.pool().newClient();
      db.init();
      assertThat(db.insert(TABLE, "kept", values("f0", "é\n"))).isEqualTo(Status.OK);
      db.cleanup();
    }

    String[] pin = {"tls.cipher=" + DHE, "tls.keysize=1024"};
    try (Testbeds pinned = Testbeds.start(directory, pin);
        OpenDatabase session = pinned.open(SCHEMA)) {
      DB db = session.pool().newClient();
      db.init();
      assertThat(RECORDS.read(db, "kept", null)).isEqualTo(Map.of("f0", "é\n"));
      db.cleanup();
      assertThat(session.pool().description())
          .containsEntry("connectionsSeenByNodes", "{TLSv1.2 " + DHE + "=2}");
      assertThat(session.transport().evidence())
          .hasValueSatisfying(tls -> assertThat(tls.serverKey()).isEqualTo("RSA-1024"));
      refusesAnythingElse(pinned);
      opensTwoConnectionsPerCycle(session, 2);
    }
  }

  @Test
  void nodeSawWhatTheClientCounted() throws Exception {
    String[] pin = {"tls.cipher=" + TLS_1_3, "tls.keysize=2048"};
    try (Testbeds pinned = Testbeds.start(directory, pin)) {
      ListenerWitness before = pinned.server.witness().get(Testbeds.LISTENER);
      assertThat(before.handshakes()).isEmpty();
      long full;
      try (OpenDatabase session = pinned.open(SCHEMA)) {
        doesAllOperations(session);
        opensTwoConnectionsPerCycle(session, 2);
        TransportCounts counts = session.transport().counts();
        full = counts.fullHandshakes();
        assertThat(counts.resumedHandshakes()).isZero();
        assertThat(counts.wireBytesOut()).isGreaterThan(counts.payloadBytesOut());
        assertThat(session.transport().evidence())
            .hasValueSatisfying(tls -> assertThat(tls.group()).isEqualTo("x25519"));
      }
      ListenerWitness seen = pinned.server.witness().get(Testbeds.LISTENER);
      // One more: the preflight, which is no part of a run's figures.
      assertThat(seen.handshakes())
          .isEqualTo(Map.of(new Negotiated("TLSv1.3", TLS_1_3, false), full + 1));

      try (OpenDatabase session = pinned.open(SCHEMA)) {
        operationsFailWhenTheNodeIsKilled(pinned, session);
      }
    }
    // A node that was slow to stop is killed too: its tables must be there at the next start.
    try (Testbeds again = Testbeds.start(directory, pin);
        OpenDatabase session = again.open("cassandra.createtable=false")) {
      DB db = session.pool().newClient();
      db.init();
      assertThat(RECORDS.read(db, "none", null)).isNull();
      db.cleanup();
    }
  }

  private static void doesAllOperations(OpenDatabase session) throws Exception {
    DB db = session.pool().newClient();
    db.init();
    assertThat(db.insert(TABLE, "a", values("f0", "1", "f1", "é\n"))).isEqualTo(Status.OK);
    assertThat(db.insert(TABLE, "b", values("f1", "2"))).isEqualTo(Status.OK);
    assertThat(db.insert(TABLE, "c", values("f1", "4", "f0", "3"))).isEqualTo(Status.OK);

    assertThat(RECORDS.read(db, "a", null)).isEqualTo(Map.of("f0", "1", "f1", "é\n"));
    assertThat(RECORDS.read(db, "a", Set.of("f1"))).isEqualTo(Map.of("f1", "é\n"));
    assertThat(RECORDS.read(db, "b", null)).isEqualTo(Map.of("f1", "2"));
    assertThat(RECORDS.read(db, "none", null)).isNull();

    assertThat(db.update(TABLE, "a", values("f0", "5"))).isEqualTo(Status.OK);
    assertThat(RECORDS.read(db, "a", Set.of("f0", "f1"))).isEqualTo(Map.of("f0", "5", "f1", "é\n"));

    List<Map<String, String>> all = new ArrayList<>();
    for (String start : List.of("a", "b", "c")) {
      List<Map<String, String>> scanned = RECORDS.scan(db, start, 9, null);
      assertThat(scanned.get(0)).isEqualTo(RECORDS.read(db, start, null));
      all = scanned.size() > all.size() ? scanned : all;
    }
    assertThat(all).hasSize(3);
    assertThat(RECORDS.scan(db, "a", 1, Set.of("f0"))).containsExactly(Map.of("f0", "5"));

    assertThat(db.delete(TABLE, "b")).isEqualTo(Status.OK);
    assertThat(RECORDS.read(db, "b", null)).isNull();

    assertThat(db.insert(TABLE, "a", values("f9", "1")))
        .satisfies(
            status -> {
              assertThat(status.getName()).isEqualTo("ERROR");
              assertThat(status.getDescription()).contains("f9").doesNotContain("\n");
            });
    db.cleanup();

    session.pool().clear(TABLE);
    session.pool().clear("no_such_table");
    db = session.pool().newClient();
    db.init();
    assertThat(RECORDS.read(db, "a", null)).isNull();
    db.cleanup();
  }

  /** One for control, one for operations: that is as few as the driver makes. */
  private static void opensTwoConnectionsPerCycle(OpenDatabase session, int handshakes)
      throws Exception {
    TransportCounts before = session.transport().counts();
    for (int cycle = 0; cycle < 3; cycle++) {
      ConnectionCounter counter = new ConnectionCounter();
      DB db = session.pool().newChurnClient(ChurnScope.CLIENT, counter);
      db.init();
      assertThat(RECORDS.read(db, "none", null)).isNull();
      db.cleanup();
      assertThat(counter.connections()).isEqualTo(2);
      assertThat(counter.fullHandshakes()).isEqualTo(handshakes);
      assertThat(counter.resumedHandshakes()).isZero();
      assertThat(counter.closings()).isEqualTo(2);
      assertThat(counter.failures()).isZero();
    }
    TransportCounts cycles = session.transport().counts().minus(before);
    assertThat(cycles.opened()).isEqualTo(6);
    assertThat(cycles.closed()).isEqualTo(6);
    assertThat(cycles.fullHandshakes()).isEqualTo(3L * handshakes);
    assertThat(cycles.wireBytesIn()).isPositive();
    assertThat(cycles.payloadBytesOut()).isPositive();
    assertThatThrownBy(
            () -> session.pool().newChurnClient(ChurnScope.CONNECTION, new ConnectionCounter()))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("churn.scope=client");
  }

  private static void refusesAnythingElse(Testbeds pinned) {
    assertThatThrownBy(() -> pinned.open("tls.cipher=TLS_DHE_RSA_WITH_AES_128_CBC_SHA"))
        .isInstanceOf(DatabaseException.class)
        .message()
        .contains("TLS_DHE_RSA_WITH_AES_128_CBC_SHA")
        .doesNotContain("\n");
    assertThatThrownBy(() -> pinned.open("tls.keysize=2048"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("RSA-1024");
    assertThatThrownBy(() -> pinned.open("cassandra.useSSL=false"))
        .isInstanceOf(UsageException.class);
    var plain = Given.properties();
    pinned
        .server
        .clientProperties(Testbeds.LISTENER)
        .forEach(
            (name, value) -> {
              if (!name.startsWith("tls.")) {
                plain.setProperty(name, value);
              }
            });
    assertThatThrownBy(() -> OpenDatabase.open(new CassandraBinding(), plain))
        .isInstanceOf(DatabaseException.class)
        .message()
        .doesNotContain("\n");
  }

  private static void operationsFailWhenTheNodeIsKilled(Testbeds mortal, OpenDatabase session)
      throws Exception {
    DB db = session.pool().newClient();
    db.init();
    assertThat(RECORDS.read(db, "none", null)).isNull();

    ListenerTestbed.kill(mortal.server);

    for (int i = 0; i < 3; i++) {
      Status status = db.read(TABLE, "a", null, new HashMap<>());
      assertThat(status.getName()).isEqualTo("ERROR");
      assertThat(status.getDescription()).isNotBlank().doesNotContain("\n");
    }
    DB late = session.pool().newChurnClient(ChurnScope.CLIENT, new TransportListener() {});
    assertThatThrownBy(late::init).hasMessageNotContaining("\n");
    late.cleanup();
    db.cleanup();
  }
}
