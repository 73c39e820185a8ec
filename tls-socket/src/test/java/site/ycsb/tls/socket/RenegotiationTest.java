package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.UsageException;
import site.ycsb.tls.pin.TlsPin;

/** New keys for an established connection, as both ends see them. */
@SuppressWarnings("AddressSelection") // this machine has one loopback address
class RenegotiationTest {
  private static final byte[] MESSAGE = "hello".getBytes(StandardCharsets.US_ASCII);
  private static final String TLS12 = "ECDHE-RSA-AES128-GCM-SHA256";
  private static final String TLS13 = "TLS_AES_128_GCM_SHA256";

  private static TlsOptions options(String suite) {
    return TestCertificates.options(suite).withRenegotiation(1);
  }

  static Stream<Arguments> suitesAndResumption() {
    return Stream.of(TLS12, "DHE-RSA-AES128-SHA", "ECDHE-RSA-AES256-SHA384")
        .flatMap(s -> Stream.of(Arguments.of(s, false), Arguments.of(s, true)));
  }

  /** The server reads a message at a time, and tells the sessions that it had then. */
  private static Object sessions(Socket socket) throws Exception {
    List<SSLSession> sessions = new ArrayList<>();
    InputStream in = socket.getInputStream();
    for (byte[] message = in.readNBytes(MESSAGE.length);
        message.length > 0;
        message = in.readNBytes(MESSAGE.length)) {
      sessions.add(((SSLSocket) socket).getSession());
      socket.getOutputStream().write(message);
    }
    return sessions;
  }

  private static TestServer server(String suite) throws Exception {
    return TestServer.pinned(
        TlsPin.of(suite), TestCertificates.server("RSA-2048"), RenegotiationTest::sessions);
  }

  @ParameterizedTest
  @MethodSource("suitesAndResumption")
  @SuppressWarnings("unchecked")
  void renegotiatesInFullUnlessSessionsMayBeResumed(String suite, boolean resumption)
      throws Exception {
    PinnedTransport transport = new PinnedTransport(options(suite).withResumption(resumption));
    try (TestServer server = server(suite)) {
      try (Socket socket = transport.socketFactory().createSocket("127.0.0.1", server.port())) {
        for (int i = 0; i < 4; i++) {
          assertThat(Client.echo(socket, MESSAGE)).isEqualTo(MESSAGE);
          assertThat(transport.renegotiate()).isEqualTo(1);
        }
        assertThat(Client.echo(socket, MESSAGE)).isEqualTo(MESSAGE);
      }
      List<SSLSession> seen = (List<SSLSession>) server.next();
      assertThat(seen).hasSize(5);
      assertThat(seen.stream().map(s -> HexFormat.of().formatHex(s.getId())).distinct())
          .hasSize(resumption ? 1 : 5);
      assertThat(seen)
          .extracting(SSLSession::getCipherSuite)
          .containsOnly(TlsPin.of(suite).cipherSuite().jsseName());
    }
    // Renegotiations are no handshakes of new connections.
    assertThat(transport.counts().fullHandshakes()).isEqualTo(1);
    assertThat(transport.counts().resumedHandshakes()).isZero();
    assertThat(transport.renegotiate()).as("of closed connections").isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void renegotiatesOverTheDriversOwnSocket(String suite) throws Exception {
    PinnedTransport transport = new PinnedTransport(options(suite));
    try (TestServer server = server(suite)) {
      Socket below = new Socket("127.0.0.1", server.port());
      try (Socket socket =
          transport
              .sslContext()
              .getSocketFactory()
              .createSocket(below, "127.0.0.1", server.port(), true)) {
        assertThat(Client.echo(socket, MESSAGE)).isEqualTo(MESSAGE);
        long records = transport.counts().recordsOut();
        assertThat(transport.renegotiate()).isEqualTo(1);
        assertThat(transport.counts().recordsOut()).isGreaterThan(records);
        assertThat(Client.echo(socket, MESSAGE)).isEqualTo(MESSAGE);
      }
    }
  }

  @Test
  void renegotiatesOnlyWhatThisThreadOpened() throws Exception {
    PinnedTransport transport = new PinnedTransport(options(TLS12));
    try (TestServer server = server(TLS12);
        Socket socket = transport.socketFactory().createSocket("127.0.0.1", server.port())) {
      List<Integer> others = new ArrayList<>();
      Thread other =
          new Thread(
              () -> {
                try {
                  others.add(transport.renegotiate());
                } catch (Exception e) {
                  others.add(-1);
                }
              });
      other.start();
      other.join();
      assertThat(others).containsExactly(0);
      assertThat(transport.renegotiate()).isEqualTo(1);
      assertThat(Client.echo(socket, MESSAGE)).isEqualTo(MESSAGE);
    }
  }

  @Test
  void saysThatTheServerClosedInsteadOfRenegotiating() throws Exception {
    PinnedTransport transport = new PinnedTransport(options(TLS12));
    try (TestServer server =
            TestServer.pinned(
                TlsPin.of(TLS12),
                TestCertificates.server("RSA-2048"),
                socket -> socket.getInputStream().readNBytes(MESSAGE.length));
        Socket socket = transport.socketFactory().createSocket("127.0.0.1", server.port())) {
      socket.getOutputStream().write(MESSAGE);
      server.next();
      assertThatThrownBy(transport::renegotiate)
          .hasMessageContaining("does not renegotiate TLSv1.2")
          .hasMessageContaining("leave out tls.renegotiate")
          .hasMessageNotContaining("\n");
      assertThat(socket.isClosed()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void preflightTriesIt(String suite) throws Exception {
    PinnedTransport transport = new PinnedTransport(options(suite));
    try (TestServer server = server(suite)) {
      transport.preflight("127.0.0.1", server.port(), Duration.ofSeconds(10));
      assertThat(server.next()).isEqualTo(List.of());
    }
  }

  @Test
  void driversWithEnginesAreRefused() {
    PinnedTransport transport = new PinnedTransport(options(TLS13));
    assertThatThrownBy(() -> transport.engine("localhost", 1))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("tls.renegotiate=1")
        .hasMessageContaining("leave it out");
  }

  @ParameterizedTest
  @CsvSource({"0, expected 1 to", "often, not a whole number", "-1, expected 1 to"})
  void refusesWhatIsNoNumber(String value, String message) {
    assertThatThrownBy(
            () -> TlsOptions.parse(Map.of("tls.cipher", TLS13, "tls.renegotiate", value)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("tls.renegotiate=" + value)
        .hasMessageContaining(message);
  }

  @Test
  void neverMeansNever() {
    assertThat(
            TlsOptions.parse(Map.of("tls.cipher", TLS13, "tls.renegotiate", "never"))
                .orElseThrow()
                .renegotiation())
        .isEmpty();
  }

  @Test
  void bouncyCastleIsRefused() {
    assertThatThrownBy(
            () ->
                TlsOptions.parse(
                    Map.of("tls.cipher", TLS13, "tls.renegotiate", "5", "tls.provider", "BCJSSE")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("tls.renegotiate=5: BCJSSE neither renegotiates");
  }
}
