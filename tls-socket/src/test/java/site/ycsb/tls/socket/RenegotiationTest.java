package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509KeyManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.option.Resumption;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.verify.PinMismatchException;

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
    PinnedTransport transport =
        new PinnedTransport(
            options(suite).withResumption(resumption ? Resumption.ON : Resumption.OFF));
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

  /** The group of a renegotiation is encrypted, so a server could change it unseen on the wire. */
  @ParameterizedTest
  @ValueSource(strings = {TLS12, "ECDHE-ECDSA-AES128-GCM-SHA256"})
  void refusesARenegotiationWithAnotherGroup(String suite) throws Exception {
    PinnedTransport transport = new PinnedTransport(options(suite));
    TestServer.Conversation changesItsMind =
        socket -> {
          SSLSocket tls = (SSLSocket) socket;
          socket.getInputStream().readNBytes(MESSAGE.length);
          SSLParameters parameters = tls.getSSLParameters();
          parameters.setAlgorithmConstraints(new AllAlgorithmsExcept("X25519"));
          tls.setSSLParameters(parameters);
          socket.getOutputStream().write(MESSAGE);
          return socket.getInputStream().read();
        };
    TlsPin pin = TlsPin.of(suite);
    try (TestServer server =
            TestServer.pinned(pin, TestCertificates.serverFor(pin), changesItsMind);
        Socket socket = transport.socketFactory().createSocket("127.0.0.1", server.port())) {
      assertThat(Client.echo(socket, MESSAGE)).isEqualTo(MESSAGE);
      assertThat(transport.evidence().orElseThrow().group()).isEqualTo("x25519");

      assertThatThrownBy(transport::renegotiate)
          .isInstanceOf(PinMismatchException.class)
          .hasMessageContaining("the group of a renegotiation")
          .hasMessageContaining("is secp256r1");
      assertThat(socket.isClosed()).isTrue();
    }
  }

  /** As of a server whose certificate was renewed while it runs; no size of a key is pinned. */
  @Test
  void refusesARenegotiationWithAnotherKey() throws Exception {
    PinnedTransport transport = new PinnedTransport(options(TLS12));
    AtomicReference<KeyManager> present =
        new AtomicReference<>(TestCertificates.keyManagers("RSA-2048")[0]);
    KeyManager renewed =
        (KeyManager)
            Proxy.newProxyInstance(
                RenegotiationTest.class.getClassLoader(),
                new Class<?>[] {X509KeyManager.class},
                (proxy, method, arguments) -> method.invoke(present.get(), arguments));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(new KeyManager[] {renewed}, null, null);
    SSLServerSocket listener =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    try (TestServer server = TestServer.of(listener);
        Socket socket = transport.socketFactory().createSocket("127.0.0.1", server.port())) {
      assertThat(transport.renegotiate()).as("with the same key").isEqualTo(1);
      assertThat(Client.echo(socket, MESSAGE)).isEqualTo(MESSAGE);
      present.set(TestCertificates.keyManagers("RSA-1024")[0]);

      assertThatThrownBy(transport::renegotiate)
          .isInstanceOf(PinMismatchException.class)
          .hasMessageContaining("the key of a renegotiation")
          .hasMessageContaining("is RSA-1024, and that of the first handshake was RSA-2048");
      assertThat(socket.isClosed()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void refusesARenegotiationThatTheServerBegins(Client client) throws Exception {
    PinnedTransport transport = TestCertificates.transport(TLS12);
    TestServer.Conversation begins =
        socket -> {
          byte[] message = socket.getInputStream().readNBytes(MESSAGE.length);
          ((SSLSocket) socket).startHandshake();
          socket.getOutputStream().write(message);
          return socket.getInputStream().read();
        };
    try (TestServer server =
        TestServer.pinned(TlsPin.of(TLS12), TestCertificates.server("RSA-2048"), begins)) {
      assertThatThrownBy(() -> client.echo(transport, server.port(), MESSAGE))
          .hasMessageContaining("the server began to renegotiate")
          .hasMessageContaining("switch renegotiation off at the server");
      // It was told; it has neither new keys nor the connection.
      assertThat(server.next()).isInstanceOf(IOException.class);
    }
    assertThat(transport.counts().fullHandshakes()).isEqualTo(1);
    assertThat(transport.counts().closed()).isEqualTo(1);
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
  @ValueSource(strings = {"0", "often", "-1"})
  void refusesWhatIsNoNumber(String value) {
    assertThatThrownBy(
            () -> TlsOptions.parse(Map.of("tls.cipher", TLS13, "tls.renegotiate", value)))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "tls.renegotiate=" + value + ": expected a whole number of at least 1, or never");
  }

  @Test
  void neverMeansNever() {
    assertThat(
            TlsOptions.parse(Map.of("tls.cipher", TLS13, "tls.renegotiate", "never"))
                .orElseThrow()
                .renegotiation())
        .isEmpty();
  }
}
