package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.certificate.Validity;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.wire.ClientHello;

/** Whatever a driver sets, the pin is offered and nothing else. */
@SuppressWarnings("AddressSelection") // this machine has one loopback address
class WideningTest {
  private static final byte[] MESSAGE = "hello".getBytes(StandardCharsets.US_ASCII);

  /** What a driver can do to a socket or an engine to get another suite or version. */
  private record Attempt(String name, Consumer<SSLSocket> onSocket, Consumer<SSLEngine> onEngine) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final String[] ALL_SUITES = all().getCipherSuites();
  private static final String[] ALL_VERSIONS = {"TLSv1.2", "TLSv1.3"};

  private static SSLParameters all() {
    try {
      return SSLContext.getDefault().getSupportedSSLParameters();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  static Stream<Arguments> attempts() {
    SSLParameters wide = new SSLParameters(ALL_SUITES, ALL_VERSIONS);
    SSLParameters other =
        new SSLParameters(
            new String[] {"TLS_RSA_WITH_AES_256_CBC_SHA", "TLS_CHACHA20_POLY1305_SHA256"},
            ALL_VERSIONS);
    return Stream.of(
            new Attempt("nothing", s -> {}, e -> {}),
            new Attempt(
                "setEnabledCipherSuites",
                s -> s.setEnabledCipherSuites(ALL_SUITES),
                e -> e.setEnabledCipherSuites(ALL_SUITES)),
            new Attempt(
                "setEnabledProtocols",
                s -> s.setEnabledProtocols(ALL_VERSIONS),
                e -> e.setEnabledProtocols(ALL_VERSIONS)),
            new Attempt(
                "setSSLParameters with all",
                s -> s.setSSLParameters(wide),
                e -> e.setSSLParameters(wide)),
            new Attempt(
                "setSSLParameters with others",
                s -> s.setSSLParameters(other),
                e -> e.setSSLParameters(other)),
            new Attempt(
                "setSSLParameters with changed own",
                s -> s.setSSLParameters(widened(s.getSSLParameters())),
                e -> e.setSSLParameters(widened(e.getSSLParameters()))),
            new Attempt(
                "enabling the supported",
                s -> s.setEnabledCipherSuites(s.getSupportedCipherSuites()),
                e -> e.setEnabledCipherSuites(e.getSupportedCipherSuites())))
        .flatMap(
            a ->
                Stream.of(
                        "TLS_AES_256_GCM_SHA384",
                        "ECDHE-RSA-AES256-SHA",
                        "DHE-RSA-AES128-GCM-SHA256")
                    .map(suite -> Arguments.of(a, suite)));
  }

  private static SSLParameters widened(SSLParameters own) {
    own.setCipherSuites(ALL_SUITES);
    own.setProtocols(ALL_VERSIONS);
    return own;
  }

  @ParameterizedTest
  @MethodSource("attempts")
  void clientHelloHoldsExactlyThePin(Attempt attempt, String suite) throws Exception {
    TlsPin pin = TlsPin.of(suite);
    PinnedTransport transport = TestCertificates.transport(pin);
    BlockingQueue<ClientHello> hellos = new LinkedBlockingQueue<>();
    TestServer.Conversation reader =
        s -> {
          byte[] header = s.getInputStream().readNBytes(5);
          byte[] hello = new byte[5 + ((header[3] << 8) | (header[4] & 0xFF))];
          System.arraycopy(header, 0, hello, 0, 5);
          s.getInputStream().readNBytes(hello, 5, hello.length - 5);
          hellos.add(ClientHello.parse(hello));
          return "read";
        };
    try (TestServer server = TestServer.plain(reader)) {
      InetSocketAddress address = new InetSocketAddress("127.0.0.1", server.port());
      try (SSLSocket socket = (SSLSocket) transport.socketFactory().createSocket()) {
        attempt.onSocket.accept(socket);
        assertThatThrownBy(() -> socket.connect(address)).hasMessageContaining("closed");
      }
      try (SSLSocket socket =
          (SSLSocket)
              transport
                  .socketFactory()
                  .createSocket(
                      new Socket("127.0.0.1", server.port()), "127.0.0.1", server.port(), true)) {
        attempt.onSocket.accept(socket);
        assertThatThrownBy(socket::startHandshake).hasMessageContaining("closed");
      }
      SSLEngine engine = transport.engine("127.0.0.1", server.port());
      attempt.onEngine.accept(engine);
      try (EngineClient client = new EngineClient(engine, server.port())) {
        assertThatThrownBy(() -> client.echo(MESSAGE)).hasMessageContaining("closed");
      }
      for (int i = 0; i < 3; i++) {
        assertThat(server.next()).isEqualTo("read");
      }
    }
    // Nor a second one that is none: TLS_EMPTY_RENEGOTIATION_INFO_SCSV.
    assertThat(hellos)
        .hasSize(3)
        .allSatisfy(
            hello -> {
              assertThat(hello.cipherSuites()).containsExactly(pin.cipherSuite().code());
              assertThat(hello.versions()).containsExactly(pin.protocol().code());
            });
  }

  static Stream<Arguments> attemptsAndProviders() {
    return attempts()
        .flatMap(
            a ->
                Stream.of("SunJSSE", "BCJSSE", "Conscrypt")
                    // BoringSSL has no DHE, and cannot offer a suite of TLS 1.3 alone.
                    .filter(
                        p -> !p.equals("Conscrypt") || a.get()[1].toString().startsWith("ECDHE"))
                    .map(p -> Arguments.of(a.get()[0], a.get()[1], p)));
  }

  @ParameterizedTest
  @MethodSource("attemptsAndProviders")
  void serverThatAcceptsAnythingNegotiatesThePin(Attempt attempt, String suite, String provider)
      throws Exception {
    TlsPin pin = TlsPin.of(suite).withProvider(provider);
    PinnedTransport transport = TestCertificates.transport(pin);
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      try (SSLSocket socket = (SSLSocket) transport.socketFactory().createSocket()) {
        attempt.onSocket.accept(socket);
        socket.connect(new InetSocketAddress("127.0.0.1", server.port()));
        attempt.onSocket.accept(socket);
        socket.startHandshake();
        assertThat(Client.echo(socket, MESSAGE)).isEqualTo(MESSAGE);
      }
      requirePinned(server.nextSession(), pin);
      Socket below = new Socket("127.0.0.1", server.port());
      try (SSLSocket socket =
          (SSLSocket)
              transport
                  .sslContext()
                  .getSocketFactory()
                  .createSocket(below, "127.0.0.1", server.port(), true)) {
        attempt.onSocket.accept(socket);
        assertThat(Client.echo(socket, MESSAGE)).isEqualTo(MESSAGE);
        attempt.onSocket.accept(socket);
        socket.startHandshake();
        assertThat(Client.echo(socket, MESSAGE)).isEqualTo(MESSAGE);
      }
      requirePinned(server.nextSession(), pin);
      SSLEngine engine = transport.sslContext().createSSLEngine("127.0.0.1", server.port());
      try (EngineClient client = new EngineClient(engine, server.port())) {
        attempt.onEngine.accept(engine);
        assertThat(client.echo(MESSAGE)).isEqualTo(MESSAGE);
        attempt.onEngine.accept(engine);
        engine.beginHandshake();
        assertThat(client.echo(MESSAGE)).isEqualTo(MESSAGE);
      }
      requirePinned(server.nextSession(), pin);
    }
    assertThat(transport.counts().fullHandshakes()).isEqualTo(3);
  }

  private static void requirePinned(SSLSession session, TlsPin pin) {
    assertThat(session.getCipherSuite()).isEqualTo(pin.cipherSuite().jsseName());
    assertThat(session.getProtocol()).isEqualTo(pin.protocol().toString());
  }

  @Test
  void cannotBecomeAServer() throws Exception {
    PinnedTransport transport = TestCertificates.transport("TLS_AES_128_GCM_SHA256");
    try (SSLSocket socket = (SSLSocket) transport.socketFactory().createSocket()) {
      assertThatThrownBy(() -> socket.setUseClientMode(false))
          .isInstanceOf(IllegalArgumentException.class);
      socket.setUseClientMode(true);
      assertThat(socket.getUseClientMode()).isTrue();
    }
    SSLEngine engine = transport.sslContext().createSSLEngine();
    assertThatThrownBy(() -> engine.setUseClientMode(false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> transport.sslContext().getServerSocketFactory())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> transport.sslContext().init(null, null, null))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void driverCannotSwitchHostNameVerificationOff(boolean byEngine) throws Exception {
    CertifiedKey other =
        TestCertificates.authority()
            .issueServer(ServerKey.parse("EC-256"), List.of("db.example.org"), Validity.days(2));
    PinnedTransport transport = TestCertificates.transport("TLS_AES_128_GCM_SHA256");
    try (TestServer server = TestServer.lenient(other)) {
      SSLParameters off = new SSLParameters();
      off.setEndpointIdentificationAlgorithm("");
      if (byEngine) {
        SSLEngine engine = transport.engine("127.0.0.1", server.port());
        engine.setSSLParameters(off);
        try (EngineClient client = new EngineClient(engine, server.port())) {
          assertThatThrownBy(() -> client.echo(MESSAGE)).hasMessageContaining("db.example.org");
        }
      } else {
        try (SSLSocket socket = (SSLSocket) transport.socketFactory().createSocket()) {
          socket.setSSLParameters(off);
          assertThatThrownBy(
                  () -> socket.connect(new InetSocketAddress("127.0.0.1", server.port())))
              .hasMessageContaining("db.example.org");
        }
      }
    }
  }

  @Test
  void keepsTheDriversServerName() throws Exception {
    CertifiedKey other =
        TestCertificates.authority()
            .issueServer(ServerKey.parse("EC-256"), List.of("db.example.org"), Validity.days(2));
    PinnedTransport transport = TestCertificates.transport("TLS_AES_128_GCM_SHA256");
    SSLParameters named = new SSLParameters();
    named.setServerNames(List.of(new SNIHostName("db.example.org")));
    try (TestServer server = TestServer.lenient(other);
        SSLSocket socket = (SSLSocket) transport.socketFactory().createSocket()) {
      socket.setSSLParameters(named);
      socket.connect(new InetSocketAddress("127.0.0.1", server.port()));
      assertThat(Client.echo(socket, MESSAGE)).isEqualTo(MESSAGE);
    }
  }
}
