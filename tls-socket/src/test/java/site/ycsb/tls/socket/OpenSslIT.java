package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.option.Resumption;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.probe.ServerProbe;
import site.ycsb.tls.verify.PinMismatchException;

/** The pin as OpenSSL sees it. */
@Needs(Requirement.OPENSSL)
@Tag("bare")
class OpenSslIT {
  private static final byte[] MESSAGE = "hello\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] REVERSED = "olleh\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] GET = "GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static final String SIGNAL = ":TLS_EMPTY_RENEGOTIATION_INFO_SCSV";

  /** Accept every suite; one for all tests that need no other. */
  private static OpenSslServer rsa;

  private static OpenSslServer ec;

  @BeforeAll
  static void start() throws Exception {
    rsa = OpenSslServer.start(files("RSA-2048"), "-rev");
    ec = OpenSslServer.start(files("EC-256"), "-rev");
  }

  @AfterAll
  static void stop() {
    for (OpenSslServer server : new OpenSslServer[] {rsa, ec}) {
      if (server != null) {
        server.close();
      }
    }
  }

  private static CertificateFiles files(String key) throws IOException {
    return TestCertificates.files("openssl-" + key, TestCertificates.server(key));
  }

  static Stream<Arguments> suitesAndClients() {
    return Stream.of(
            "SunJSSE TLS_AES_128_GCM_SHA256",
            "SunJSSE TLS_AES_256_GCM_SHA384",
            "SunJSSE TLS_CHACHA20_POLY1305_SHA256",
            "SunJSSE ECDHE-RSA-AES256-GCM-SHA384",
            "SunJSSE ECDHE-RSA-CHACHA20-POLY1305",
            "SunJSSE ECDHE-RSA-AES128-SHA",
            "SunJSSE ECDHE-ECDSA-AES128-GCM-SHA256",
            "SunJSSE ECDHE-ECDSA-AES256-SHA384",
            "SunJSSE DHE-RSA-AES256-GCM-SHA384",
            "SunJSSE DHE-RSA-AES128-SHA",
            "BCJSSE TLS_AES_128_GCM_SHA256",
            "BCJSSE TLS_CHACHA20_POLY1305_SHA256",
            "BCJSSE ECDHE-RSA-AES256-GCM-SHA384",
            "BCJSSE ECDHE-ECDSA-AES128-GCM-SHA256",
            "BCJSSE DHE-RSA-AES256-GCM-SHA384",
            "BCJSSE ECDHE-ARIA256-GCM-SHA384",
            "BCJSSE ECDHE-ECDSA-ARIA128-GCM-SHA256",
            "BCJSSE DHE-RSA-ARIA128-GCM-SHA256",
            "BCJSSE ECDHE-RSA-CAMELLIA128-SHA256",
            "BCJSSE ECDHE-ECDSA-CAMELLIA256-SHA384",
            "BCJSSE DHE-RSA-CAMELLIA256-SHA",
            "BCJSSE ARIA256-GCM-SHA384",
            "BCJSSE CAMELLIA128-SHA256",
            "Conscrypt ECDHE-RSA-AES256-GCM-SHA384",
            "Conscrypt ECDHE-ECDSA-AES128-GCM-SHA256",
            "Conscrypt ECDHE-RSA-CHACHA20-POLY1305")
        .map(providerAndSuite -> providerAndSuite.split(" ", -1))
        .flatMap(p -> Arrays.stream(Client.values()).map(c -> Arguments.of(p[0], p[1], c)));
  }

  @ParameterizedTest
  @MethodSource("suitesAndClients")
  void opensslNegotiatesThePinAndSeesNoOtherSuite(String provider, String suite, Client client)
      throws Exception {
    TlsPin pin = TlsPin.of(suite).withProvider(provider);
    OpenSslServer server =
        pin.cipherSuite().keyAlgorithms().contains(ServerKey.Algorithm.RSA) ? rsa : ec;
    PinnedTransport transport = TestCertificates.transport(pin);
    assertThat(client.echo(transport, server.port(), MESSAGE)).isEqualTo(REVERSED);
    CipherSuite expected = pin.cipherSuite();
    assertThat(server.await("Protocol version: ")).isEqualTo(pin.protocol().toString());
    // The signal of RFC 5746 is no suite; Bouncy Castle sends it in place of an extension.
    assertThat(server.await("Client cipher list: ").replace(SIGNAL, ""))
        .isEqualTo(expected.openSslName());
    assertThat(server.await("Ciphersuite: ")).isEqualTo(expected.openSslName());
    assertThat(transport.counts().fullHandshakes()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_AES_128_GCM_SHA256, P-256, secp256r1",
    "TLS_AES_128_GCM_SHA256, P-384, secp384r1",
    "TLS_AES_128_GCM_SHA256, X25519, x25519",
    "ECDHE-RSA-AES128-GCM-SHA256, P-256, secp256r1",
    "ECDHE-RSA-AES128-GCM-SHA256, P-521, secp521r1",
    "ECDHE-RSA-AES128-GCM-SHA256, X25519, x25519",
  })
  void readsTheGroupFromTheWire(String suite, String serversOnly, String group) throws Exception {
    TlsPin pin = TlsPin.of(suite).withGroup(NamedGroup.parse(group));
    PinnedTransport transport = TestCertificates.transport(pin);
    try (OpenSslServer server =
        OpenSslServer.start(files("RSA-2048"), "-rev", "-groups", serversOnly)) {
      assertThat(Client.CONNECTED.echo(transport, server.port(), MESSAGE)).isEqualTo(REVERSED);
    }
    assertThat(transport.evidence().orElseThrow().group()).isEqualTo(group);
  }

  @ParameterizedTest
  @CsvSource({"TLS_AES_128_GCM_SHA256", "ECDHE-RSA-AES128-GCM-SHA256"})
  void refusesServerWithAnotherGroup(String suite) throws Exception {
    TlsPin pin = TlsPin.of(suite).withGroup(NamedGroup.X25519);
    PinnedTransport transport = TestCertificates.transport(pin);
    try (OpenSslServer server =
        OpenSslServer.start(files("RSA-2048"), "-rev", "-groups", "P-384")) {
      assertThatThrownBy(() -> Client.CONNECTED.echo(transport, server.port(), MESSAGE))
          .hasMessageContaining("tls.group");
    }
    assertThat(transport.counts().payloadBytesOut()).isZero();
  }

  /** Bouncy Castle's half close has no close_notify, which OpenSSL 3 answers with an alert. */
  @ParameterizedTest
  @CsvSource({"SunJSSE", "BCJSSE"})
  void aPreflightEndsWellWhereTheServerAgrees(String provider) throws Exception {
    TlsPin pin = TlsPin.of("TLS_AES_128_GCM_SHA256").withProvider(provider);
    PinnedTransport transport = TestCertificates.transport(pin);
    try (OpenSslServer server = OpenSslServer.start(files("RSA-2048"), "-rev")) {
      transport.preflight("127.0.0.1", server.port(), Duration.ofSeconds(10));
    }
    try (OpenSslServer demanding =
        OpenSslServer.start(
            files("RSA-2048"),
            "-rev",
            "-Verify",
            "1",
            "-CAfile",
            TestCertificates.trust().ca().orElseThrow().toString())) {
      assertThatThrownBy(
              () -> transport.preflight("127.0.0.1", demanding.port(), Duration.ofSeconds(10)))
          .hasMessageContaining("refuses the client's certificate");
    }
  }

  /** Whatever group it is, when none is pinned. */
  @ParameterizedTest
  @CsvSource({"TLS_AES_128_GCM_SHA256", "ECDHE-RSA-AES128-GCM-SHA256"})
  void refusesServersThatChooseDifferentGroups(String suite) throws Exception {
    PinnedTransport transport = TestCertificates.transport(suite);
    try (OpenSslServer one = OpenSslServer.start(files("RSA-2048"), "-rev", "-groups", "P-384");
        OpenSslServer other = OpenSslServer.start(files("RSA-2048"), "-rev", "-groups", "X25519")) {
      Client.CONNECTED.echo(transport, one.port(), MESSAGE);
      assertThatThrownBy(() -> Client.CONNECTED.echo(transport, other.port(), MESSAGE))
          .isInstanceOf(PinMismatchException.class)
          .hasMessageContaining("chose the group x25519 and for an earlier connection secp384r1")
          .hasMessageContaining("set tls.group");
      Client.CONNECTED.echo(transport, one.port(), MESSAGE);
    }
    assertThat(transport.counts().fullHandshakes()).isEqualTo(2);
  }

  @Test
  void theGroupsOfAServerAreKnownBeforeARun() throws Exception {
    try (OpenSslServer server =
        OpenSslServer.start(files("RSA-2048"), "-rev", "-groups", "P-384:X25519:ffdhe3072")) {
      assertThat(new ServerProbe("127.0.0.1", server.port(), Duration.ofSeconds(10)).groups())
          .containsExactly(NamedGroup.X25519, NamedGroup.SECP384R1, NamedGroup.FFDHE3072);
    }
  }

  /** OpenSSL takes a prime as long as the certificate's key, unless it is told otherwise. */
  @ParameterizedTest
  @CsvSource({"RSA-1024, dh-1024", "RSA-2048, dh-2048"})
  void tellsTheSizeOfThePrime(String key, String group) throws Exception {
    PinnedTransport transport = TestCertificates.transport("DHE-RSA-AES128-GCM-SHA256");
    try (OpenSslServer server = OpenSslServer.start(files(key), "-rev")) {
      assertThat(Client.CONNECTED.echo(transport, server.port(), MESSAGE)).isEqualTo(REVERSED);
    }
    assertThat(transport.evidence().orElseThrow().group()).isEqualTo(group);
  }

  @ParameterizedTest
  @MethodSource("resumptions")
  void opensslResumesSessionsOnlyWhenAskedTo(String suite, Client client, boolean on)
      throws Exception {
    PinnedTransport transport =
        new PinnedTransport(
            TestCertificates.options(suite).withResumption(on ? Resumption.ON : Resumption.OFF));
    try (OpenSslServer server = OpenSslServer.start(files("RSA-2048"), "-www")) {
      for (int i = 0; i < 3; i++) {
        assertThat(client.echo(transport, server.port(), GET))
            .startsWith("HTTP/1.0".getBytes(StandardCharsets.US_ASCII));
      }
    }
    assertThat(transport.counts().resumedHandshakes()).isEqualTo(on ? 2 : 0);
    assertThat(transport.counts().fullHandshakes()).isEqualTo(on ? 1 : 3);
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_AES_128_GCM_SHA256, KeyUpdate",
    "ECDHE-RSA-AES128-GCM-SHA256, ClientHello",
    "DHE-RSA-AES128-SHA, ClientHello"
  })
  void opensslSeesEachRenegotiation(String suite, String message) throws Exception {
    PinnedTransport transport =
        new PinnedTransport(TestCertificates.options(suite).withRenegotiation(1));
    try (OpenSslServer server =
            OpenSslServer.start(files("RSA-2048"), "-rev", "-client_renegotiation", "-msg");
        Socket socket =
            transport
                .socketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), server.port())) {
      server.await("<<< TLS 1.", ", ClientHello");
      server.await("Ciphersuite: ");
      for (int i = 0; i < 3; i++) {
        assertThat(transport.renegotiate()).isEqualTo(1);
        assertThat(Client.echo(socket, MESSAGE)).isEqualTo(REVERSED);
        server.await("<<< TLS 1.", ", " + message);
      }
    }
    assertThat(transport.counts().fullHandshakes()).isEqualTo(1);
  }

  @Test
  void saysThatOpensslRefusesToRenegotiate() throws Exception {
    PinnedTransport transport =
        new PinnedTransport(
            TestCertificates.options("ECDHE-RSA-AES128-GCM-SHA256").withRenegotiation(1));
    try (OpenSslServer server = OpenSslServer.start(files("RSA-2048"), "-rev")) {
      assertThatThrownBy(
              () -> transport.preflight("127.0.0.1", server.port(), Duration.ofSeconds(10)))
          .hasMessageContaining("does not renegotiate TLSv1.2")
          .hasMessageContaining("leave out tls.renegotiate");
    }
  }

  static Stream<Arguments> resumptions() {
    return Stream.of("TLS_AES_128_GCM_SHA256", "ECDHE-RSA-AES128-GCM-SHA256")
        .flatMap(
            s ->
                Stream.of(Client.UNCONNECTED, Client.LAYERED, Client.ENGINE)
                    .flatMap(c -> Stream.of(Arguments.of(s, c, true), Arguments.of(s, c, false))));
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void saysWhatOpensslDoesNotOffer(Client client) throws Exception {
    try (OpenSslServer server =
        OpenSslServer.start(files("RSA-2048"), "-rev", "-ciphersuites", "TLS_AES_128_GCM_SHA256")) {
      refused("TLS_AES_256_GCM_SHA384", server, client)
          .hasMessageContaining("does not offer TLS_AES_256_GCM_SHA384 in TLSv1.3");
      refused("ECDHE-ECDSA-AES256-GCM-SHA384", server, client)
          .hasMessageContaining("does not offer TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");
    }
    try (OpenSslServer server = OpenSslServer.start(files("RSA-2048"), "-rev", "-tls1_2")) {
      refused("TLS_AES_256_GCM_SHA384", server, client)
          .hasMessageContaining("does not offer TLSv1.3");
    }
    try (OpenSslServer server = OpenSslServer.start(files("RSA-2048"), "-rev", "-tls1_3")) {
      refused("ECDHE-RSA-AES256-GCM-SHA384", server, client)
          .hasMessageContaining("does not offer TLSv1.2");
    }
  }

  private static AbstractThrowableAssert<?, ?> refused(
      String suite, OpenSslServer server, Client client) {
    PinnedTransport transport = TestCertificates.transport(suite);
    return assertThatThrownBy(() -> client.echo(transport, server.port(), MESSAGE));
  }

  @Test
  void plainTransportSaysThatOpensslSpeaksTls() throws Exception {
    try (OpenSslServer server = OpenSslServer.start(files("RSA-2048"), "-rev")) {
      PlainTransport transport = new PlainTransport();
      assertThatThrownBy(() -> Client.CONNECTED.echo(transport, server.port(), GET))
          .hasMessageContaining("speaks TLS")
          .hasMessageContaining("set tls.cipher");
    }
  }

  @ParameterizedTest
  @CsvSource({"TLS_AES_128_GCM_SHA256", "ECDHE-RSA-AES128-GCM-SHA256"})
  void opensslVerifiesTheClientsCertificate(String suite) throws Exception {
    PinnedTransport transport =
        TestCertificates.transport(
            TlsPin.of(suite), TestCertificates.pem(TestCertificates.client("RSA-2048")));
    String ca = TestCertificates.trust().ca().orElseThrow().toString();
    try (OpenSslServer server =
        OpenSslServer.start(
            files("RSA-2048"), "-rev", "-Verify", "1", "-verify_return_error", "-CAfile", ca)) {
      assertThat(Client.CONNECTED.echo(transport, server.port(), MESSAGE)).isEqualTo(REVERSED);
      assertThat(server.await("Peer certificate: ")).contains("a client");
    }
  }
}
