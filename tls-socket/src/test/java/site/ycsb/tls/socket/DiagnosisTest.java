package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchIOException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.certificate.Validity;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.Trust;
import site.ycsb.tls.option.Verification;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.socket.count.TransportCounts;
import site.ycsb.tls.verify.PinMismatchException;

/** What each bad server gets: one line that says what was found and which property to change. */
@SuppressWarnings("AddressSelection") // this machine has one loopback address
class DiagnosisTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final byte[] MESSAGE = "hello".getBytes(StandardCharsets.US_ASCII);
  private static final String TLS13 = "TLS_AES_128_GCM_SHA256";
  private static final String TLS12 = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";
  private static final CertifiedKey RSA = TestCertificates.server("RSA-2048");

  @Test
  void nothingListens() throws Exception {
    PinnedTransport transport = TestCertificates.transport(TLS13);
    // Bound and not listening: no other process can get the port.
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
      int port = bound.getLocalPort();
      assertThatThrownBy(() -> transport.preflight("127.0.0.1", port, TIMEOUT))
          .hasMessageContaining("nothing listens at 127.0.0.1:" + port);
      assertThatThrownBy(() -> new PlainTransport().preflight("127.0.0.1", port, TIMEOUT))
          .hasMessageContaining("nothing listens at 127.0.0.1:" + port);
      assertThatThrownBy(() -> Client.CONNECTED.echo(transport, port, MESSAGE))
          .hasMessageContaining("nothing listens");
    }
    assertThat(transport.counts().failed()).isEqualTo(1);
    assertThat(transport.counts().opened()).isZero();
  }

  @Test
  void nothingListensAtTheProxy() throws Exception {
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
      String proxy = "127.0.0.1:" + bound.getLocalPort();
      Transport plain = Transport.of(Map.of("network.proxy", proxy));
      assertThatThrownBy(() -> plain.preflight("127.0.0.2", 27017, TIMEOUT))
          .hasMessageContaining("cannot connect to 127.0.0.2:27017: Connection refused")
          .hasMessageContaining("it goes through network.proxy=" + proxy);
    }
  }

  @Test
  void hostIsUnknown() {
    assertThatThrownBy(() -> new PlainTransport().preflight("no-such-host.invalid", 1, TIMEOUT))
        .hasMessageContaining("the host 'no-such-host.invalid' is not known");
  }

  @Test
  void acceptsAndSaysNothing() throws Exception {
    PinnedTransport transport = TestCertificates.transport(TLS13);
    try (TestServer server = TestServer.plain(s -> s.getInputStream().readAllBytes())) {
      assertThatThrownBy(
              () -> transport.preflight("127.0.0.1", server.port(), Duration.ofMillis(300)))
          .isInstanceOf(SocketTimeoutException.class)
          .hasMessageContaining("accepts connections and says nothing to a ClientHello")
          .hasMessageContaining("leave out tls.cipher");
    }
  }

  @Test
  void saysNothingToDriverWithConnectTimeoutOnly() throws Exception {
    PinnedTransport transport = TestCertificates.transport(TLS13);
    try (TestServer server = TestServer.plain(s -> s.getInputStream().readAllBytes());
        Socket socket = transport.socketFactory().createSocket()) {
      assertThatThrownBy(
              () -> socket.connect(new InetSocketAddress("127.0.0.1", server.port()), 300))
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void answersWithSomethingElseThanTls(Client client) throws Exception {
    TestServer.Conversation http =
        s -> {
          int first = s.getInputStream().read();
          s.getOutputStream()
              .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
          return first;
        };
    refused(http, TestCertificates.options(TLS13), client)
        .hasMessageContaining("does not speak TLS")
        .hasMessageContaining("leave out tls.cipher");
  }

  @Test
  void closesWithoutAWord() throws Exception {
    TestServer.Conversation closes = s -> s.getInputStream().readNBytes(50);
    refused(closes, TestCertificates.options(TLS13), Client.CONNECTED)
        .hasMessageContaining("closed the connection at the ClientHello without an answer");
  }

  /** The client's certificate cannot be the reason. */
  @ParameterizedTest
  @EnumSource(Client.class)
  void endsTheHandshakeAndHasAskedForNoCertificate(Client client) throws Exception {
    String serverHello = "02000026" + "0303" + "00".repeat(32) + "00" + "c02f" + "00";
    TestServer.Conversation fails =
        s -> {
          byte[] header = s.getInputStream().readNBytes(5);
          s.getInputStream().readNBytes(((header[3] & 0xFF) << 8) | (header[4] & 0xFF));
          s.getOutputStream()
              .write(HexFormat.of().parseHex("160303002a" + serverHello + "1503030002" + "0228"));
          return s.getInputStream().read();
        };
    refused(fails, TestCertificates.options(TLS12), client)
        .hasMessageContaining("agreed to TLSv1.2 " + TLS12)
        .hasMessageContaining("alert handshake_failure");
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void serverDoesNotOfferTheSuite(Client client) throws Exception {
    for (String suite : List.of("TLS_AES_256_GCM_SHA384", "DHE-RSA-AES256-GCM-SHA384")) {
      TlsPin offered = suite.startsWith("TLS_") ? TlsPin.of(TLS13) : TlsPin.of(TLS12);
      try (TestServer server = TestServer.pinned(offered, RSA)) {
        refused(server, TestCertificates.options(suite), client)
            .hasMessageContaining("does not offer " + TlsPin.of(suite).cipherSuite())
            .hasMessageContaining("handshake_failure")
            .hasMessageContaining("change tls.cipher");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void serverDoesNotOfferTheVersion(Client client) throws Exception {
    try (TestServer server = TestServer.pinned(TlsPin.of(TLS12), RSA)) {
      refused(server, TestCertificates.options(TLS13), client)
          .hasMessageContaining("does not offer TLSv1.3")
          .hasMessageContaining("change tls.protocol");
    }
    try (TestServer server = TestServer.pinned(TlsPin.of(TLS13), RSA)) {
      refused(server, TestCertificates.options(TLS12), client)
          .hasMessageContaining("does not offer TLSv1.2")
          .hasMessageContaining("change tls.protocol");
    }
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void serversKeyHasAnotherSizeOrAlgorithm(Client client) throws Exception {
    String[][] cases = {{TLS12, "RSA-1024"}, {TLS13, "RSA-1024"}, {TLS13, "EC-256"}};
    for (String[] suiteAndKey : cases) {
      String actual = suiteAndKey[1];
      try (TestServer server = TestServer.lenient(TestCertificates.server(actual))) {
        TlsPin pin = TlsPin.of(suiteAndKey[0]).withServerKey(ServerKey.parse("2048"));
        refused(server, TestCertificates.options(pin), client)
            .isInstanceOf(PinMismatchException.class)
            .hasMessageContaining("pinned is " + pin)
            .hasMessageContaining("is " + actual)
            .hasMessageContaining("set tls.keysize=" + actual);
        assertThat(server.next()).as("the server saw it fail").isInstanceOf(Exception.class);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void certificateIsExpired(Client client) throws Exception {
    CertifiedKey expired =
        TestCertificates.authority()
            .issueServer(
                ServerKey.parse("RSA-1024"),
                CertificateAuthority.DEFAULT_HOSTS,
                Validity.expired());
    for (String suite : List.of(TLS12, TLS13)) {
      try (TestServer server = TestServer.lenient(expired)) {
        TlsOptions options = TestCertificates.options(suite);
        refused(server, options, client)
            .hasMessageContaining("expired on 20")
            .hasMessageContaining("tls.verify=none");
        accepted(server, options, Verification.NONE, client);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void certificateIsOfAnotherHost(Client client) throws Exception {
    CertifiedKey other =
        TestCertificates.authority()
            .issueServer(ServerKey.parse("RSA-1024"), List.of("db.example.org"), Validity.days(2));
    try (TestServer server = TestServer.lenient(other)) {
      TlsOptions options = TestCertificates.options(TLS13);
      refused(server, options, client)
          .hasMessageContaining("is for db.example.org, not for 127.0.0.1")
          .hasMessageContaining("tls.verify=chain");
      accepted(server, options, Verification.CHAIN, client);
    }
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void certificateIsOfAnUnknownAuthority(Client client) throws Exception {
    CertifiedKey stranger =
        TestCertificates.anotherAuthority().issueServer(ServerKey.parse("EC-256"));
    try (TestServer server = TestServer.lenient(stranger)) {
      TlsOptions options = TestCertificates.options(TLS13);
      refused(server, options, client)
          .hasMessageContaining("is not trusted (issuer: ")
          .hasMessageContaining("set tls.ca");
      refused(server, options.withTrust(Trust.ofJvm()), client)
          .hasMessageContaining("is not trusted");
      accepted(server, options, Verification.NONE, client);
    }
  }

  private interface Change {
    void to(
        CertificateChains.Spec root, CertificateChains.Spec between, CertificateChains.Spec leaf);
  }

  /** Each chain has one fault; the words name its certificate and nothing that is right. */
  static Stream<Arguments> chains() {
    String between = "the certificate CN=between in the chain of 127.0.0.1:";
    String leaf = "the certificate of 127.0.0.1:";
    return Stream.of(
        chain("expired between", between, "expired on 20", (r, b, l) -> b.validAnyMore = false),
        chain(
            "early between", between, "is valid only from 20", (r, b, l) -> b.validAlready = false),
        chain("early leaf", leaf, "is valid only from 20", (r, b, l) -> l.validAlready = false),
        chain("no CA", between, "not a CA certificate", (r, b, l) -> b.ca = false),
        chain(
            "may not sign",
            between,
            "is refused: ",
            (r, b, l) -> b.usage = KeyUsage.digitalSignature),
        chain(
            "names constrained",
            leaf,
            "is refused: name constraints",
            (r, b, l) -> b.permitted = "example.org"),
        chain(
            "client's purpose",
            leaf,
            "is refused: Extended key usage does not permit use for TLS server authentication",
            (r, b, l) -> l.purpose = KeyPurposeId.id_kp_clientAuth),
        chain(
            "key usage",
            leaf,
            "is refused: KeyUsage does not allow",
            (r, b, l) -> l.usage = KeyUsage.cRLSign),
        chain(
            "address as a name",
            leaf,
            "has the address 127.0.0.1 as a DNS name",
            (r, b, l) -> l.hosts = new GeneralName[] {new GeneralName(2, "127.0.0.1")}),
        chain(
            "other names",
            leaf,
            "is for a.example, 10.0.0.1, not for 127.0.0.1; connect by",
            (r, b, l) ->
                l.hosts =
                    new GeneralName[] {
                      new GeneralName(GeneralName.dNSName, "a.example"),
                      new GeneralName(GeneralName.rfc822Name, "me@a.example"),
                      new GeneralName(GeneralName.iPAddress, "10.0.0.1")
                    }));
  }

  private static Arguments chain(String name, String about, String words, Change change) {
    return Arguments.of(name, about, words, change);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("chains")
  void faultOfAChainIsSaidOfTheCertificateThatHasIt(
      String name, String about, String words, Change change, @TempDir Path directory)
      throws Exception {
    CertificateChains.Spec root = CertificateChains.authority("root");
    CertificateChains.Spec between = CertificateChains.authority("between");
    CertificateChains.Spec leaf = CertificateChains.server();
    change.to(root, between, leaf);
    for (Client client : List.of(Client.CONNECTED, Client.ENGINE)) {
      try (TestServer server = TestServer.lenient(CertificateChains.chain(root, between, leaf))) {
        refused(server, trusting(directory, CertificateChains.top(root)), client)
            .hasMessageStartingWith(about)
            .hasMessageContaining(words)
            .hasMessageNotContaining("set tls.ca");
      }
    }
  }

  @Test
  void pathThatIsTooLongIsSaidOfTheAuthorityThatForbidsIt(@TempDir Path directory)
      throws Exception {
    CertificateChains.Spec root = CertificateChains.authority("root");
    CertificateChains.Spec upper = CertificateChains.authority("upper");
    upper.pathLength = 0;
    CertificateChains.Spec lower = CertificateChains.authority("lower");
    try (TestServer server =
        TestServer.lenient(
            CertificateChains.chain(root, upper, lower, CertificateChains.server()))) {
      refused(server, trusting(directory, CertificateChains.top(root)), Client.CONNECTED)
          .hasMessageStartingWith("the certificate CN=")
          .hasMessageContaining("is refused: ")
          .hasMessageContaining("path")
          .hasMessageNotContaining("set tls.ca");
    }
  }

  @Test
  void authorityThatWasNotSentIsNamedAndWhatIsSetIsNotAdvised(@TempDir Path directory)
      throws Exception {
    CertifiedKey chain =
        CertificateChains.chain(
            CertificateChains.authority("root"),
            CertificateChains.authority("between"),
            CertificateChains.server());
    CertifiedKey leafOnly = new CertifiedKey(chain.chain().subList(0, 1), chain.key());
    Path ca = CertificateAuthority.certificateFile(directory);
    X509Certificate root = CertificateChains.top(CertificateChains.authority("root"));
    try (TestServer server = TestServer.lenient(leafOnly)) {
      refused(server, trusting(directory, root), Client.CONNECTED)
          .hasMessageContaining("is not trusted (issuer: CN=between)")
          .hasMessageContaining(
              "tls.ca=" + ca + " has no certificate of this issuer, and the server sent none");
    }
  }

  @Test
  void selfSignedCertificateHasNoAuthorityToAskFor() throws Exception {
    CertificateChains.Spec self = CertificateChains.server();
    try (TestServer server = TestServer.lenient(CertificateChains.chain(self))) {
      refused(server, TestCertificates.options(TLS13), Client.CONNECTED)
          .hasMessageContaining("is self-signed")
          .hasMessageContaining("openssl s_client -connect 127.0.0.1:" + server.port())
          .hasMessageContaining("tls.verify=none");
    }
  }

  private static TlsOptions trusting(Path directory, X509Certificate anchor) throws Exception {
    Path ca = CertificateAuthority.certificateFile(directory);
    String base64 = Base64.getMimeEncoder().encodeToString(anchor.getEncoded());
    Files.writeString(
        ca, "-----BEGIN CERTIFICATE-----\n" + base64 + "\n-----END CERTIFICATE-----\n");
    return TlsOptions.of(TlsPin.of(TLS13)).withTrust(Trust.ofCa(ca));
  }

  /** Before Java 20 a group is pinned for the JVM as a whole; see ProcessWideIT. */
  @Test
  @Needs(Requirement.JAVA_20)
  void serverDoesNotHaveTheGroup() throws Exception {
    TestServer.Conversation handshakeFailure =
        socket -> {
          int first = socket.getInputStream().read();
          socket.getOutputStream().write(new byte[] {21, 3, 3, 0, 2, 2, 40});
          return first;
        };
    TlsPin pin = TlsPin.of(TLS13).withGroup(NamedGroup.SECP521R1);
    refused(handshakeFailure, TestCertificates.options(pin), Client.CONNECTED)
        .hasMessageContaining("with the group secp521r1")
        .hasMessageContaining("change tls.cipher, tls.group");
  }

  @Test
  void preflightLeavesCountsAndEvidenceAlone() throws Exception {
    PinnedTransport transport = TestCertificates.transport(TLS13);
    try (TestServer server = TestServer.lenient(RSA)) {
      transport.preflight("127.0.0.1", server.port(), TIMEOUT);
      assertThat(server.nextSession().getCipherSuite()).isEqualTo(TLS13);
    }
    assertThat(transport.counts()).isEqualTo(new TransportCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    assertThat(transport.evidence()).isEmpty();
  }

  /** In use and in the preflight the words are the same. */
  private static AbstractThrowableAssert<?, ?> refused(
      TestServer.Conversation conversation, TlsOptions options, Client client) throws Exception {
    try (TestServer server = TestServer.plain(conversation)) {
      return refused(server, options, client);
    }
  }

  private static AbstractThrowableAssert<?, ?> refused(
      TestServer server, TlsOptions options, Client client) throws Exception {
    PinnedTransport transport = new PinnedTransport(options);
    String inUse =
        catchIOException(() -> client.echo(transport, server.port(), MESSAGE)).getMessage();
    assertThat(transport.counts().failed()).isEqualTo(1);
    assertThat(transport.counts().payloadBytesOut()).isZero();
    assertThat(transport.evidence()).isEmpty();
    assertThat(inUse).doesNotContain("\n");
    AbstractThrowableAssert<?, ?> preflight =
        assertThatThrownBy(() -> transport.preflight("127.0.0.1", server.port(), TIMEOUT));
    if (client != Client.ENGINE || !inUse.contains("closed the connection")) {
      preflight.hasMessage(inUse);
    }
    return preflight;
  }

  private static void accepted(
      TestServer server, TlsOptions options, Verification verification, Client client)
      throws Exception {
    PinnedTransport transport =
        new PinnedTransport(options.withTrust(options.trust().withVerification(verification)));
    assertThat(client.echo(transport, server.port(), MESSAGE)).isEqualTo(MESSAGE);
    assertThat(transport.evidence().orElseThrow().verified()).isEqualTo(verification.toString());
  }
}
