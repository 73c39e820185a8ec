package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.option.ClientCertificate;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.Trust;
import site.ycsb.tls.option.Verification;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.property.Secret;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.server.PinnedServerContext;

/** Client certificates, trust stores, and the files that they come from. */
@SuppressWarnings("AddressSelection") // this machine has one loopback address
class MutualTlsTest {
  private static final byte[] MESSAGE = "hello".getBytes(StandardCharsets.US_ASCII);
  private static final String TLS13 = "TLS_AES_128_GCM_SHA256";
  private static final String TLS12 = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";

  static Stream<Arguments> suitesAndClients() {
    return Client.with(Stream.of(TLS12, TLS13));
  }

  static TestServer demanding(String suite) throws IOException {
    return demanding(TlsPin.of(suite));
  }

  static TestServer demanding(TlsPin pin) throws IOException {
    return TestServer.of(
        PinnedServerContext.withClientCertificates(
                pin,
                TestCertificates.server("RSA-2048"),
                List.of(TestCertificates.authority().certificate()))
            .serverSocket(new InetSocketAddress("127.0.0.1", 0), 50));
  }

  private static CertificateFiles stranger() throws IOException {
    return TestCertificates.files(
        "stranger",
        TestCertificates.anotherAuthority().issueClient(ServerKey.parse("EC-256"), "a stranger"));
  }

  @ParameterizedTest
  @MethodSource("suitesAndClients")
  void showsTheClientsCertificate(String suite, Client client) throws Exception {
    CertificateFiles files = TestCertificates.client("EC-256");
    List<ClientCertificate> forms =
        List.of(
            TestCertificates.pem(files),
            new ClientCertificate.Pem(files.combined(), files.combined(), Optional.empty()),
            TestCertificates.store(files));
    for (ClientCertificate form : forms) {
      PinnedTransport transport = TestCertificates.transport(TlsPin.of(suite), form);
      try (TestServer server = demanding(suite)) {
        transport.preflight("127.0.0.1", server.port(), Duration.ofSeconds(10));
        server.next();
        assertThat(client.echo(transport, server.port(), MESSAGE)).isEqualTo(MESSAGE);
        assertThat(server.nextSession().getPeerPrincipal().toString()).contains("CN=a client");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void preflightTellsThatACertificateIsWanted(String suite) throws Exception {
    PinnedTransport transport = TestCertificates.transport(suite);
    try (TestServer server = demanding(suite)) {
      assertThatThrownBy(
              () -> transport.preflight("127.0.0.1", server.port(), Duration.ofSeconds(10)))
          .hasMessageContaining("refuses the client's certificate")
          .hasMessageContaining("set tls.cert and tls.key");
    }
  }

  /** What is set is not advised: the server accepts others, and so none was sent. */
  @ParameterizedTest
  @MethodSource("suitesAndClients")
  void certificateThatWasNotSentIsExplainedByWhatTheServerAccepts(String suite, Client client)
      throws Exception {
    CertificateFiles files = stranger();
    PinnedTransport transport =
        TestCertificates.transport(TlsPin.of(suite), TestCertificates.pem(files));
    try (TestServer server = demanding(suite)) {
      assertThatThrownBy(() -> talk(client, transport, server.port()))
          .hasMessageContaining("refuses the client's certificate")
          .hasMessageContaining("it accepts certificates issued by CN=YCSB-TLS test CA ")
          .hasMessageContaining("tls.cert=" + files.certificate() + " is none of these")
          .hasMessageNotContaining("set tls.cert");
    }
  }

  /** The server closes while the client still writes: its alert is read all the same. */
  @ParameterizedTest
  @MethodSource("suitesAndClients")
  void certificateThatTheServerRefusesIsSaidToBeTheReason(String suite, Client client)
      throws Exception {
    CertificateFiles files = stranger();
    PinnedTransport transport =
        TestCertificates.transport(TlsPin.of(suite), TestCertificates.pem(files));
    for (int i = 0; i < 5; i++) {
      try (TestServer server = TestServer.of(suspicious(suite))) {
        assertThatThrownBy(() -> talk(client, transport, server.port()))
            .hasMessageContaining("refuses the client's certificate")
            .hasMessageContaining("tls.cert=" + files.certificate() + " was sent (")
            .hasMessageContaining("CN=a stranger");
      }
    }
  }

  /** A driver with an engine reads and writes itself; the preflight finds out before it does. */
  private static void talk(Client client, PinnedTransport transport, int port) throws IOException {
    if (client == Client.ENGINE) {
      transport.preflight("127.0.0.1", port, Duration.ofSeconds(10));
    } else {
      client.echo(transport, port, MESSAGE);
    }
  }

  /** Asks for a certificate of anyone, and refuses all. */
  private static SSLServerSocket suspicious(String suite) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        TestCertificates.keyManagers("RSA-2048"), new TrustManager[] {new RefusesAll()}, null);
    SSLServerSocket socket =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
    socket.setEnabledCipherSuites(new String[] {suite});
    socket.setNeedClientAuth(true);
    return socket;
  }

  private static final class RefusesAll implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      throw new CertificateException("nobody is trusted here");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  @Test
  void certificateThatNobodyAsksForIsSaidNotToBeSent() throws Exception {
    CertificateFiles files = TestCertificates.client("EC-256");
    PinnedTransport transport =
        TestCertificates.transport(TlsPin.of(TLS13), TestCertificates.pem(files));
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      assertThat(Client.CONNECTED.echo(transport, server.port(), MESSAGE)).isEqualTo(MESSAGE);
    }
    assertThat(transport.clientCertificate())
        .hasValue(
            "tls.cert=%s was not sent: the server did not ask for a certificate"
                .formatted(files.certificate()));

    try (TestServer server = demanding(TLS13)) {
      assertThat(Client.CONNECTED.echo(transport, server.port(), MESSAGE)).isEqualTo(MESSAGE);
    }
    assertThat(transport.clientCertificate().orElseThrow()).contains(" was sent (CN=a client");
    assertThat(TestCertificates.transport(TLS13).clientCertificate()).isEmpty();
  }

  @Test
  void keyStoreWithoutAKeyIsRefused(@TempDir Path directory) throws Exception {
    TestCertificates.authority().save(directory);
    Path certificatesOnly = CertificateAuthority.truststoreFile(directory);
    refused(
            new ClientCertificate.Store(
                certificatesOnly, Optional.of(new Secret(CertificateFiles.PASSWORD))))
        .hasMessageContaining("tls.keystore=" + certificatesOnly)
        .hasMessageContaining("no private key")
        .hasMessageContaining("openssl pkcs12 -export");
  }

  @Test
  void keyStoreWithAnEmptyPasswordNeedsNone(@TempDir Path directory) throws Exception {
    CertifiedKey certified =
        TestCertificates.authority().issueClient(ServerKey.parse("EC-256"), "a client");
    Path file = directory.resolve("empty.p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      certified.toKeyStore(new char[0]).store(out, new char[0]);
    }
    ClientCertificate client = new ClientCertificate.Store(file, Optional.empty());
    // Up to TLS 1.2 a server wants to see it among the groups.
    assertThat(client.curve()).contains(NamedGroup.SECP256R1);
    PinnedTransport transport = TestCertificates.transport(TlsPin.of(TLS13), client);
    try (TestServer server = demanding(TLS13)) {
      assertThat(Client.CONNECTED.echo(transport, server.port(), MESSAGE)).isEqualTo(MESSAGE);
      assertThat(server.nextSession().getPeerPrincipal().toString()).contains("CN=a client");
    }
  }

  @Test
  void truststoreThatNothingMarksAsTrustedIsNotSaidToHaveAWrongPassword(@TempDir Path directory)
      throws Exception {
    Path file = directory.resolve("empty.p12");
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, "right".toCharArray());
    }
    refused(
            new Trust(
                Verification.FULL,
                Optional.empty(),
                Optional.of(file),
                Optional.of(new Secret("right"))))
        .hasMessageContaining("tls.truststore=" + file + ": the password is right")
        .hasMessageContaining("tls.ca=ca.pem");
  }

  @Test
  void trustsWhatATruststoreHolds(@TempDir Path directory) throws Exception {
    TestCertificates.authority().save(directory);
    Path store = CertificateAuthority.truststoreFile(directory);
    Trust trust =
        new Trust(
            Verification.FULL,
            Optional.empty(),
            Optional.of(store),
            Optional.of(new Secret(CertificateFiles.PASSWORD)));
    PinnedTransport transport =
        new PinnedTransport(TlsOptions.of(TlsPin.of(TLS13)).withTrust(trust));
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      assertThat(Client.CONNECTED.echo(transport, server.port(), MESSAGE)).isEqualTo(MESSAGE);
    }
  }

  @Test
  void refusesFilesThatCannotBeUsed(@TempDir Path directory) throws Exception {
    Path missing = directory.resolve("missing.pem");
    Path junk = Files.writeString(directory.resolve("junk.pem"), "no certificate");
    CertificateFiles one = TestCertificates.client("EC-256");
    CertificateFiles other = TestCertificates.client("RSA-2048");
    refused(Trust.ofCa(missing)).hasMessageContaining("tls.ca=" + missing);
    refused(Trust.ofCa(junk)).hasMessageContaining("holds no certificate");
    refused(new Trust(Verification.FULL, Optional.empty(), Optional.of(junk), Optional.empty()))
        .hasMessageContaining("tls.truststore=" + junk);
    refused(new ClientCertificate.Pem(one.certificate(), missing, Optional.empty()))
        .hasMessageContaining("tls.key=" + missing);
    refused(new ClientCertificate.Pem(one.certificate(), other.key(), Optional.empty()))
        .hasMessageContaining("does not belong to the certificate");
    refused(
            new ClientCertificate.Store(
                one.keystore(), Optional.of(new Secret("a wrong password"))))
        .hasMessageContaining("tls.keystore.password")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("a wrong password"));
  }

  private static AbstractThrowableAssert<?, ?> refused(Trust trust) {
    return refused(TlsOptions.of(TlsPin.of(TLS13)).withTrust(trust));
  }

  private static AbstractThrowableAssert<?, ?> refused(ClientCertificate certificate) {
    return refused(TestCertificates.options(TLS13).withClientCertificate(certificate));
  }

  private static AbstractThrowableAssert<?, ?> refused(TlsOptions options) {
    return assertThatThrownBy(() -> new PinnedTransport(options))
        .isInstanceOf(UsageException.class);
  }
}
