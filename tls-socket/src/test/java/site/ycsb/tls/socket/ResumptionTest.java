package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.tls.option.Resumption;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.socket.count.TransportCounts;

/** Full and resumed handshakes, as both ends see them. */
class ResumptionTest {
  private static final byte[] MESSAGE = "hello".getBytes(StandardCharsets.US_ASCII);
  private static final String TLS13 = "TLS_AES_128_GCM_SHA256";
  private static final String TLS12 = "ECDHE-RSA-AES128-GCM-SHA256";
  private static final int CONNECTIONS = 5;

  static Stream<Arguments> suitesAndClients() {
    return Client.with(Stream.of(TLS13, TLS12, "DHE-RSA-AES128-SHA"));
  }

  @ParameterizedTest
  @MethodSource("suitesAndClients")
  void offMeansThatEveryHandshakeIsFull(String suite, Client client) throws Exception {
    TransportCounts counts = connect(TestCertificates.options(suite), client, CONNECTIONS);
    assertThat(counts.fullHandshakes()).isEqualTo(CONNECTIONS);
    assertThat(counts.resumedHandshakes()).isZero();
  }

  @ParameterizedTest
  @MethodSource("suitesAndClients")
  void onMeansThatAllButTheFirstAreResumed(String suite, Client client) throws Exception {
    TransportCounts counts =
        connect(TestCertificates.options(suite).withResumption(Resumption.ON), client, 1);
    assertThat(counts.fullHandshakes()).isEqualTo(1);
    assertThat(counts.resumedHandshakes()).isEqualTo(CONNECTIONS - 1);
  }

  @ParameterizedTest
  @MethodSource("suitesAndClients")
  void aShareOfThemIsResumedAndNoOther(String suite, Client client) throws Exception {
    Resumption most =
        TlsOptions.parse(Map.of("tls.cipher", suite, "tls.resumption", "70%"))
            .orElseThrow()
            .resumption();
    long permitted = LongStream.range(0, CONNECTIONS).filter(most::permits).count();
    assertThat(permitted).isBetween(2L, CONNECTIONS - 1L);

    TransportCounts counts =
        connect(
            TestCertificates.options(suite).withResumption(most),
            client,
            CONNECTIONS - (int) permitted + 1);

    // There is nothing to resume for the first that may.
    assertThat(counts.resumedHandshakes()).isEqualTo(permitted - 1);
    assertThat(counts.fullHandshakes()).isEqualTo(CONNECTIONS - permitted + 1);
  }

  /**
   * @param sessions how many sessions the server is to see: a resumed one has the same time of
   *     creation as the one that it resumes
   */
  private static TransportCounts connect(TlsOptions options, Client client, int sessions)
      throws Exception {
    PinnedTransport transport = new PinnedTransport(options);
    Set<Long> created = new HashSet<>();
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      for (int i = 0; i < CONNECTIONS; i++) {
        assertThat(client.echo(transport, server.port(), MESSAGE)).isEqualTo(MESSAGE);
        created.add(server.nextSession().getCreationTime());
        Thread.sleep(2); // creation times are in ms
      }
    }
    assertThat(created).hasSize(sessions);
    assertThat(transport.evidence().orElseThrow().resumption())
        .isEqualTo(options.resumption().toString());
    return transport.counts();
  }

  /** As of two nodes behind one address that share the keys of their tickets. */
  @ParameterizedTest
  @EnumSource(Client.class)
  void aResumedHandshakeOfTls13MustHaveTheGroupOfTheOthers(Client client) throws Exception {
    AtomicReference<String> forbidden = new AtomicReference<>();
    try (TestServer server = nodes(TLS13, forbidden)) {
      PinnedTransport transport = resuming(TLS13);
      client.echo(transport, server.port(), MESSAGE);
      client.echo(transport, server.port(), MESSAGE);
      assertThat(transport.counts().resumedHandshakes()).isEqualTo(1);
      String group = transport.evidence().orElseThrow().group();

      forbidden.set(group);

      assertThatThrownBy(() -> client.echo(transport, server.port(), MESSAGE))
          .hasMessageContaining("and for an earlier connection " + group)
          .hasMessageContaining("set tls.group");
      assertThat(transport.counts().fullHandshakes()).isEqualTo(1);
    }
  }

  /** Without a key exchange there is no group that could be another one. */
  @ParameterizedTest
  @EnumSource(Client.class)
  void aResumedHandshakeOfTls12HasNoGroup(Client client) throws Exception {
    AtomicReference<String> forbidden = new AtomicReference<>();
    try (TestServer server = nodes(TLS12, forbidden)) {
      PinnedTransport transport = resuming(TLS12);
      client.echo(transport, server.port(), MESSAGE);
      forbidden.set(transport.evidence().orElseThrow().group());
      client.echo(transport, server.port(), MESSAGE);
      assertThat(transport.counts().resumedHandshakes()).isEqualTo(1);
    }
  }

  /** The TLS library has kept the session, and a handshake that resumes it has no group. */
  @ParameterizedTest
  @EnumSource(Client.class)
  void aRefusedHandshakeIsNotResumed(Client client) throws Exception {
    AtomicReference<String> forbidden = new AtomicReference<>();
    try (TestServer one = nodes(TLS12, forbidden);
        TestServer other = nodes(TLS12, forbidden)) {
      PinnedTransport transport = resuming(TLS12);
      client.echo(transport, one.port(), MESSAGE);
      String group = transport.evidence().orElseThrow().group();
      forbidden.set(group);

      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> client.echo(transport, other.port(), MESSAGE))
            .hasMessageContaining("and for an earlier connection " + group);
      }
      assertThat(transport.counts().fullHandshakes()).isEqualTo(1);
      assertThat(transport.counts().resumedHandshakes()).isZero();
    }
  }

  private static PinnedTransport resuming(String suite) {
    return new PinnedTransport(TestCertificates.options(suite).withResumption(Resumption.ON));
  }

  /** Its next connection is made by a node without the group that is forbidden then. */
  private static TestServer nodes(String suite, AtomicReference<String> forbidden)
      throws IOException {
    return TestServer.pinned(
        TlsPin.of(suite),
        TestCertificates.server("RSA-2048"),
        socket -> {
          SSLSocket tls = (SSLSocket) socket;
          SSLParameters parameters = tls.getSSLParameters();
          parameters.setAlgorithmConstraints(new AllAlgorithmsExcept(forbidden.get()));
          tls.setSSLParameters(parameters);
          return TestServer.echo(socket);
        });
  }
}
