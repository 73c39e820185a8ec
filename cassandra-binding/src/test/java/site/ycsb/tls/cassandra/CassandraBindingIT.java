package site.ycsb.tls.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Records.values;
import static site.ycsb.tls.testkit.Refusal.failed;
import static site.ycsb.tls.testkit.Refusal.refused;

import com.datastax.oss.driver.api.core.CqlSession;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.testkit.BindingContract;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.testkit.OpenDatabase;

/** With a real node. */
@Needs(Requirement.JAVA_17)
@Tag("bare")
@Timeout(300)
class CassandraBindingIT extends BindingContract {
  CassandraBindingIT() {
    super(new CassandraBinding());
  }

  @Override
  protected Map<String, String> serverProperties() {
    return Given.properties();
  }

  /** All threads share a session. */
  @Override
  protected int connectionsPerClient() {
    return 0;
  }

  /** One for control, one for operations: that is as few as the driver makes. */
  @Override
  protected int sharedConnections() {
    return 2;
  }

  @Override
  protected int connectionsPerCycle() {
    return 2;
  }

  @Override
  protected boolean hasSingleConnections() {
    return false;
  }

  @Override
  protected boolean writesMissingRecords() {
    return true;
  }

  @Override
  protected boolean scansInOrderOfKeys() {
    return false;
  }

  @Test
  void isFoundByUpstreamsNameToo() {
    assertThat(new CassandraBinding().aliases()).containsExactly("cassandra-cql");
  }

  @Test
  void nodesSayWhatTheySee() throws Exception {
    try (OpenDatabase plain = open(PLAIN);
        OpenDatabase tls = open(pinned())) {
      assertThat(plain.pool().description())
          .hasEntrySatisfying("server", value -> assertThat(value).startsWith("Cassandra 5.0."))
          .containsEntry("connectionsSeenByNodes", "{plain=2}")
          .containsEntry("internode", "{plain=1}");
      assertThat(tls.pool().description())
          .containsEntry("connectionsSeenByNodes", "{TLSv1.3 " + TLS_1_3 + "=2}");
      assertThat(tls.transport().evidence())
          .hasValueSatisfying(seen -> assertThat(seen.group()).isEqualTo("x25519"));
    }
  }

  /** As behind a proxy that ends TLS and has connections of its own to the nodes. */
  @Test
  void nodesThatListOtherClientsOnlyDoNotConfirmThePin() throws Exception {
    CassandraOptions options = CassandraOptions.parse(testbed(PLAIN).properties(PLAIN), false);
    try (CassandraConnector connector = new CassandraConnector(options, Transport.of(Map.of()));
        CqlSession session = connector.session(UUID.randomUUID())) {
      ServerEvidence evidence = ServerEvidence.of(session, UUID.randomUUID());

      failed(() -> evidence.confirm(Optional.of(TlsPin.of(TLS_1_3)), Optional.empty()))
          .hasMessageContaining("the nodes see {no connection of this client=1}");
      evidence.confirm(Optional.empty(), Optional.empty());
    }
  }

  @Test
  void aColumnThatIsNotThereIsAnError() throws Exception {
    try (OpenDatabase session = open(PLAIN)) {
      DB db = session.newClient();
      assertThat(db.insert(TABLE, "a", values("field99", "1")))
          .satisfies(
              status -> {
                assertThat(status.getName()).isEqualTo("ERROR");
                assertThat(status.getDescription()).contains("field99").doesNotContain("\n");
              });
      db.cleanup();
    }
  }

  @Test
  void aTableThatIsNotThereNamesThePropertyThatMakesIt() throws Exception {
    try (OpenDatabase session = open(PLAIN)) {
      DB db = session.newClient();
      assertThat(db.read("no_such_table", "a", null, new HashMap<>()).getDescription())
          .contains("no_such_table", "; with cassandra.createtable=true");
      db.cleanup();
    }
  }

  @Test
  void theSecondAgentOfAFleetWaitsForTheTableOfTheFirst() throws Exception {
    String table = "table=of_a_fleet";
    CompletableFuture<OpenDatabase> second =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return open(PLAIN, table, "fleet.member=2/2");
              } catch (DatabaseException e) {
                throw new CompletionException(e);
              }
            });
    try (OpenDatabase first = open(PLAIN, table, "fleet.member=1/2");
        OpenDatabase other = second.join()) {
      DB db = other.newClient();
      assertThat(db.insert("of_a_fleet", "a", values("field0", "1"))).isEqualTo(Status.OK);
      db.cleanup();
      assertThat(first.pool().description()).containsKey("replication");
    }
  }

  /** In CQL it is another name, without capitals; the driver wants to hear that one. */
  @Test
  void knowsTheKeySpaceInCapitals() throws Exception {
    String keyspace = "cassandra.keyspace=UPPER_" + TABLE;
    try (OpenDatabase session = open(PLAIN, keyspace)) {
      DB db = session.newClient();
      assertThat(db.insert(TABLE, "a", values("field0", "1"))).isEqualTo(Status.OK);
      session.pool().clear(TABLE);
      assertThat(RECORDS.read(db, "a", null)).isNull();
      db.cleanup();
    }
    CassandraOptions options =
        CassandraOptions.parse(testbed(PLAIN).properties(PLAIN, keyspace), false);
    try (CassandraConnector connector = new CassandraConnector(options, Transport.of(Map.of()));
        CqlSession session = connector.session(UUID.randomUUID())) {
      assertThat(
              session
                  .getMetadata()
                  .getTokenMap()
                  .orElseThrow()
                  .getReplicas(
                      Statements.identifier(options.keyspace()), ByteBuffer.wrap(new byte[] {1})))
          .isNotEmpty();
    }
  }

  /** A node that has only this one left does no operation. */
  @Test
  void theConnectionForControlIsNoneForOperations() throws Exception {
    CassandraOptions options = CassandraOptions.parse(testbed(PLAIN).properties(PLAIN), false);
    try (CassandraConnector connector = new CassandraConnector(options, Transport.of(Map.of()));
        CqlSession session = connector.session(UUID.randomUUID())) {
      Duration patience = Duration.ofSeconds(30);
      NodesInUse.require(session, 1, patience, Optional::empty);
      failed(() -> NodesInUse.require(session, 2, Duration.ZERO, Optional::empty))
          .hasMessageContaining("has 1 of the 2 connections that it should have, so");
    }
  }

  @Test
  @Order(REFUSALS)
  void nodesWithoutThePinnedTlsBetweenThemAreRefused() {
    String suite = "TLS_DHE_RSA_WITH_AES_256_CBC_SHA";
    assertRefused(PLAIN, suite, "internode.cipher=" + suite);
    assertRefused(PLAIN, "plain", "internode.cipher=" + suite);
  }

  @Test
  void aDataCentreThatHasNoNodeIsRefusedByItsName() {
    failed(() -> open(PLAIN, "cassandra.localdatacenter=elsewhere").close())
        .hasMessageContaining("no node is in the data centre of cassandra.localdatacenter");
  }

  @Test
  void upstreamsSwitchMustAgreeWithThePin() {
    refused(() -> open(pinned(), "cassandra.useSSL=false").close());
  }
}
