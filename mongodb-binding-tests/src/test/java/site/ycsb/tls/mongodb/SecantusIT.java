package site.ycsb.tls.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static site.ycsb.tls.testkit.Records.values;
import static site.ycsb.tls.testkit.Ycsb.words;

import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.testkit.ListenerTestbed;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Records;
import site.ycsb.tls.testkit.WitnessCounts;
import site.ycsb.tls.testkit.Ycsb;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.ListenerWitness.Negotiated;

/** The native server that the user has installed, by itself and on the whole path. */
@Needs(Requirement.SECANTUS)
@Timeout(300)
class SecantusIT {
  private static final String TABLE = "usertable";
  private static final String SERVER = "testbed.server=secantus";

  @TempDir private Path directory;

  private Ycsb run(String line) throws Exception {
    return Ycsb.run(directory, words("run mongodb -p " + SERVER + " " + line)).assertSucceeded();
  }

  private static ListenerTestbed start(Map<String, Map<String, String>> listeners)
      throws Exception {
    return ListenerTestbed.start(new MongoDbBinding(), listeners, Given.properties(SERVER));
  }

  /** The server's own words, in its log; each client has two connections, one of which monitors. */
  @Test
  void eachClientGetsWhatItPins() throws Exception {
    Map<String, Map<String, String>> listeners = new LinkedHashMap<>();
    for (String suite : new String[] {Testbeds.TLS_1_2, Testbeds.TLS_1_3}) {
      listeners.put(suite, Map.of("tls.cipher", suite, "tls.keysize", "2048"));
    }
    try (ListenerTestbed testbed = start(listeners)) {
      assertThat(testbed.server().product()).matches("secantusd-rs \\S+ rustls 0\\.[0-9.]+");
      for (String suite : listeners.keySet()) {
        ListenerWitness before = testbed.server().witness().get(suite);
        try (OpenDatabase session = testbed.open(suite)) {
          session.pool().clear(TABLE);
          DB db = session.newClient();
          assertThat(db.insert(TABLE, "a", values("f", "1"))).isEqualTo(Status.OK);
          assertThat(new Records(TABLE).read(db, "a", null)).isEqualTo(Map.of("f", "1"));
          db.cleanup();
          assertThat(session.pool().description())
              .hasEntrySatisfying(
                  "server",
                  name -> assertThat(name).matches("secantus \\S+ \\(as MongoDB [0-9.]+\\)"))
              .containsKey("newConnections");
        }
        ListenerWitness seen = WitnessCounts.between(before, testbed.server().witness().get(suite));
        String version = suite.equals(Testbeds.TLS_1_3) ? "TLSv1.3" : "TLSv1.2";
        assertThat(seen.handshakes()).containsOnlyKeys(new Negotiated(version, suite, false));
      }
    }
  }

  /** All of 127.0.0.0/8 is this machine: a server at all addresses would answer at another one. */
  @Test
  @Needs(Requirement.LINUX)
  void listensOnLoopbackAlone() throws Exception {
    try (ListenerTestbed testbed = start(Map.of("plain", Map.of()))) {
      InetSocketAddress address = testbed.server().address("plain");
      new Socket(address.getHostString(), address.getPort()).close();
      assertThatThrownBy(() -> new Socket("127.0.0.2", address.getPort()).close())
          .isInstanceOf(ConnectException.class);
      assertThat(testbed.server().witness()).isEmpty();
    }
  }

  @Test
  void readsWhatItWroteWithoutTls() throws Exception {
    Ycsb run =
        run(
            "-P workloads/workloadc -p recordcount=100 -p operationcount=200 -p dataintegrity=true");
    assertThat(run.reported("VERIFY", "Return=OK")).isEqualTo("200");
    assertThat(run.err())
        .contains("started a test server for this command (secantusd-rs ")
        .contains("every account of this machine");
  }

  @ParameterizedTest
  @ValueSource(strings = {Testbeds.TLS_1_2, Testbeds.TLS_1_3})
  void readsWhatItWroteWithAPinnedSuite(String suite) throws Exception {
    Ycsb run =
        run(
            "-P workloads/workloadc -p recordcount=100 -p operationcount=200 -p dataintegrity=true -p tls.keysize=2048 -p results.dir=results -p tls.cipher="
                + suite);
    assertThat(run.reported("VERIFY", "Return=OK")).isEqualTo("200");
    assertThat(run.reported("TLS", "ServerKey")).isEqualTo("RSA-2048");
    assertThat(directory.resolve("results/run.json"))
        .content()
        .containsPattern("\"testServer\" : \"secantusd-rs \\S+ rustls ")
        .containsPattern("\"server\" : \"secantus \\S+ \\(as MongoDB ");
  }

  /** A cycle has two connections: one of them is the driver's monitor. */
  @Test
  void opensAndClosesConnectionsAndSaysWhatTheirLatencyIs() throws Exception {
    Ycsb run =
        run(
            "-P workloads/connectionchurn -p recordcount=100 -p operationcount=20 -p tls.cipher=TLS_AES_256_GCM_SHA384");
    assertThat(run.reported("TLS", "HandshakesFull")).isEqualTo("40");
    assertThat(run.err()).contains("every 5 ms");
  }

  @Test
  void refusesWhatItCannotDoBeforeAnythingRuns() throws Exception {
    for (String lacking :
        new String[] {
          "tls.cipher=TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
          "tls.group=secp521r1 -p tls.cipher=TLS_AES_128_GCM_SHA256"
        }) {
      Ycsb.run(
              directory,
              words("run mongodb -P workloads/workloadc -p " + SERVER + " -p " + lacking))
          .assertRefused(2, "secantusd-rs, whose rustls knows");
    }
  }
}
