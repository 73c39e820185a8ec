package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.Provider;
import java.security.Security;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.jvm.JvmSocketFactory;
import site.ycsb.tls.jvm.JvmTransport;
import site.ycsb.tls.option.Resumption;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.Trust;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.PinnedServerContext;

/** Clients that know nothing of this library; the server says what was negotiated. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("AddressSelection") // this machine has one loopback address
class JvmTransportTest {
  private static final String SUITE = "TLS_AES_128_GCM_SHA256";

  /** Is over when the account is even: long costs nothing where nothing is wrong. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private final PinnedTransport transport = TestCertificates.transport(SUITE);

  @ParameterizedTest
  @ValueSource(strings = {"TLS", "SSL", "TLSv1.2", "TLSv1.3", "Default"})
  void everyContextIsThePinnedOne(String protocol) throws Exception {
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"));
        JvmTransport jvm = JvmTransport.install(transport)) {
      SSLContext context = SSLContext.getInstance(protocol);
      if (!protocol.equals("Default")) {
        context.init(null, null, null);
      }
      try (Socket socket = context.getSocketFactory().createSocket("localhost", server.port())) {
        assertThat(Client.echo(socket, new byte[] {1, 2, 3})).containsExactly(1, 2, 3);
        jvm.requireNothingElse(PATIENCE);
      }
      assertThat(server.nextSession().getCipherSuite()).isEqualTo(SUITE);
    }
    assertThat(transport.counts().fullHandshakes()).isEqualTo(1);
  }

  @Test
  void defaultSocketFactoryWithAnEngineBesideIt() throws Exception {
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"));
        JvmTransport jvm = JvmTransport.install(transport);
        Socket socket =
            SSLContext.getDefault().getSocketFactory().createSocket("localhost", server.port())) {
      assertThat(Client.echo(socket, new byte[] {4})).containsExactly(4);
      assertThat(SSLContext.getDefault().createSSLEngine().getEnabledCipherSuites())
          .containsExactly(SUITE);
      jvm.requireNothingElse(PATIENCE);
    }
  }

  @Test
  void javasHttpClientsArePinned() throws Exception {
    SSLContext context =
        PinnedServerContext.of(TlsPin.of(SUITE), TestCertificates.server("RSA-2048")).sslContext();
    try (HttpsEcho server = HttpsEcho.start(context);
        JvmTransport jvm = JvmTransport.install(transport)) {
      assertThat(get(server)).isEqualTo("hello");
      assertThat(server.suite()).isEqualTo(SUITE);
      HttpsURLConnection old = (HttpsURLConnection) server.uri().toURL().openConnection();
      assertThat(new String(old.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
          .isEqualTo("hello");
      assertThat(server.suite()).isEqualTo(SUITE);
      jvm.requireNothingElse(PATIENCE);
    }
    assertThat(transport.counts().fullHandshakes()).isEqualTo(2);
  }

  private static String get(HttpsEcho server) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(server.uri()).build(), BodyHandlers.ofString())
        .body();
  }

  @Test
  void whatTheClientSetsHasNoEffect() throws Exception {
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"));
        JvmTransport jvm = JvmTransport.install(transport)) {
      Socket carrier = new Socket("localhost", server.port());
      try (SSLSocket socket =
          (SSLSocket)
              SSLContext.getDefault()
                  .getSocketFactory()
                  .createSocket(carrier, "localhost", server.port(), true)) {
        socket.setEnabledCipherSuites(new String[] {"TLS_AES_256_GCM_SHA384"});
        socket.setEnabledProtocols(new String[] {"TLSv1.2"});
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setCipherSuites(new String[] {"TLS_AES_256_GCM_SHA384"});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        assertThat(Client.echo(socket, new byte[] {5})).containsExactly(5);
        jvm.requireNothingElse(PATIENCE);
      }
      assertThat(server.nextSession().getCipherSuite()).isEqualTo(SUITE);
    }
  }

  /** As gRPC does: by its name, or the one of this name among those that have contexts. */
  @Test
  void aProviderThatIsNamedHasThePinnedContextToo() throws Exception {
    Provider earlier = Security.getProvider("SunJSSE");
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"));
        JvmTransport jvm = JvmTransport.install(transport)) {
      Provider found =
          Arrays.stream(Security.getProviders("SSLContext.TLS"))
              .filter(provider -> provider.getName().equals("SunJSSE"))
              .findFirst()
              .orElseThrow();
      for (SSLContext context :
          List.of(
              SSLContext.getInstance("TLS", "SunJSSE"), SSLContext.getInstance("TLSv1.3", found))) {
        context.init(null, new TrustManager[] {new Trusting()}, null);
        try (Socket socket = context.getSocketFactory().createSocket("localhost", server.port())) {
          assertThat(Client.echo(socket, new byte[] {1})).containsExactly(1);
          jvm.requireNothingElse(PATIENCE);
        }
        assertThat(server.nextSession().getCipherSuite()).isEqualTo(SUITE);
      }
      // Its other services are there.
      assertThat(TrustManagerFactory.getInstance("PKIX", "SunJSSE")).isNotNull();
      assertThat(KeyManagerFactory.getInstance("PKIX", found)).isNotNull();
      assertThat(KeyManagerFactory.getInstance("SunX509")).isNotNull();
    }
    assertThat(Security.getProvider("SunJSSE")).isSameAs(earlier);
  }

  @Test
  void theClientsTrustManagerIsAskedToo() throws Exception {
    X509TrustManager nobody =
        new Trusting() {
          @Override
          public void checkServerTrusted(X509Certificate[] chain, String authType)
              throws CertificateException {
            throw new CertificateException("the client trusts nobody");
          }
        };
    assertThatThrownBy(() -> connect(transport, nobody))
        .isInstanceOf(SSLException.class)
        .hasMessageContaining("the client trusts nobody");
  }

  @Test
  void aClientThatTrustsEverybodyIsVerifiedNonetheless() throws Exception {
    TlsOptions strangers = TlsOptions.of(TlsPin.of(SUITE)).withTrust(Trust.ofJvm());
    assertThatThrownBy(() -> connect(new PinnedTransport(strangers), new Trusting()))
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("is not trusted");
    assertThat(connect(transport, new Trusting()).getCipherSuite()).isEqualTo(SUITE);
  }

  private static SSLSession connect(PinnedTransport transport, TrustManager trust)
      throws Exception {
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      return session(server, transport, null, new TrustManager[] {trust});
    }
  }

  /** Of a client that brings these, as the server sees it. */
  private static SSLSession session(
      TestServer server, PinnedTransport transport, KeyManager[] keys, TrustManager[] trust)
      throws Exception {
    try (JvmTransport jvm = JvmTransport.install(transport)) {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys, trust, null);
      try (Socket socket = context.getSocketFactory().createSocket("localhost", server.port())) {
        assertThat(Client.echo(socket, new byte[] {6})).containsExactly(6);
        jvm.requireNothingElse(PATIENCE);
      }
      return server.nextSession();
    }
  }

  /** Where the client brings another key, or a manager without any. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theCertificateOfTheOptionsIsSentAndNotTheClients(boolean anotherKey) throws Exception {
    PinnedTransport certified =
        TestCertificates.transport(
            TlsPin.of(SUITE), TestCertificates.pem(TestCertificates.client("EC-256")));

    assertThat(seenByServer(certified, keys(anotherKey))).startsWith("CN=a client,");
    assertThat(certified.clientCertificate().orElseThrow()).contains(" was sent (CN=a client");
  }

  @Test
  void theClientsOwnCertificateIsSentWhereTheOptionsNameNone() throws Exception {
    assertThat(seenByServer(transport, keys(true))).startsWith("CN=another,");
  }

  private static KeyManager[] keys(boolean some) throws Exception {
    char[] password = "in memory".toCharArray();
    KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
    keys.init(
        some
            ? TestCertificates.authority()
                .issueClient(ServerKey.parse("EC-256"), "another")
                .toKeyStore(password)
            : null,
        password);
    return keys.getKeyManagers();
  }

  private static String seenByServer(PinnedTransport transport, KeyManager[] clients)
      throws Exception {
    try (TestServer server = MutualTlsTest.demanding(SUITE)) {
      return session(server, transport, clients, null).getPeerPrincipal().toString();
    }
  }

  @Test
  void aContextOfBeforeIsFound() throws Exception {
    SSLContext earlier = SSLContext.getInstance("TLS");
    earlier.init(null, new TrustManager[] {new Trusting()}, null);
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"));
        JvmTransport jvm = JvmTransport.install(transport);
        Socket pinned =
            SSLContext.getDefault().getSocketFactory().createSocket("localhost", server.port());
        Socket socket = earlier.getSocketFactory().createSocket("localhost", server.port())) {
      Client.echo(pinned, new byte[] {7});
      Client.echo(socket, new byte[] {7});
      assertThatThrownBy(() -> jvm.requireNothingElse(Duration.ofMillis(100)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("bytes of a connection were not of the pinned TLS")
          .hasMessageContaining("a connection to 127.0.0.1:" + server.port())
          .hasMessageContaining("the first of them a TLS record")
          .hasMessageContaining("tls.also");
    }
  }

  @Test
  void aConnectionWithoutTlsIsFound() throws Exception {
    try (TestServer server = TestServer.plain(socket -> socket.getInputStream().read());
        JvmTransport jvm = JvmTransport.install(transport);
        Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", server.port()));
      // Nothing went over it.
      jvm.requireNothingElse(Duration.ZERO);
      // One of ours, over which nobody puts TLS, is no better.
      try (Socket counted = new JvmSocketFactory().createSocket("127.0.0.1", server.port())) {
        assertThat(transport.counts().opened()).isEqualTo(1);
        counted.getOutputStream().write(new byte[] {42});
        assertThatThrownBy(() -> jvm.requireNothingElse(Duration.ofMillis(100)))
            .hasMessageContaining("1 bytes of a connection were not of the pinned TLS")
            .hasMessageContaining("127.0.0.1:" + server.port())
            .hasMessageContaining("1 bytes sent and 0 received, the first of them 2a");
      }
    }
  }

  /** As a client does that connects for each operation: when it is asked, nothing is open. */
  @Test
  void aConnectionPastTheProxyIsFoundAfterItsEnd() throws Exception {
    SocketSettings proxied =
        new SocketSettings(
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.of(new InetSocketAddress("127.0.0.1", 1)));
    try (TestServer server = TestServer.plain(socket -> socket.getInputStream().read());
        JvmTransport jvm = JvmTransport.install(new PlainTransport(proxied))) {
      InetSocketAddress address = new InetSocketAddress("127.0.0.1", server.port());
      // Nothing goes over it.
      SocketChannel.open(address).close();
      jvm.requireNothingElse(Duration.ZERO);
      try (SocketChannel channel = SocketChannel.open(address)) {
        channel.write(ByteBuffer.wrap(new byte[] {42}));
      }
      assertThatThrownBy(() -> jvm.requireBalance(Duration.ZERO))
          .hasMessageStartingWith(
              "a connection goes to 127.0.0.1:%d and not through the proxy 127.0.0.1:1: ",
              server.port());
      assertThatThrownBy(() -> jvm.requireNothingElse(Duration.ZERO))
          .hasMessageContaining("not through the proxy");
    }
  }

  @Test
  void aClientThatNeverConnectsIsRefused() throws Exception {
    try (JvmTransport jvm = JvmTransport.install(transport)) {
      jvm.requireNothingElse(Duration.ZERO);
      assertThatThrownBy(jvm::requireHandshake)
          .hasMessageContaining("tls.cipher was given, but no connection used TLS")
          .hasMessageContaining("tls.also");
    }
  }

  @Test
  void aCountedSocketUnderTlsIsOneConnection() throws Exception {
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"));
        JvmTransport jvm = JvmTransport.install(transport);
        Socket socket =
            SSLContext.getDefault()
                .getSocketFactory()
                .createSocket(
                    new JvmSocketFactory().createSocket("localhost", server.port()),
                    "localhost",
                    server.port(),
                    true)) {
      assertThat(Client.echo(socket, new byte[] {8})).containsExactly(8);
      jvm.requireNothingElse(PATIENCE);
    }
    assertThat(transport.counts().opened()).isEqualTo(1);
  }

  /** As through a proxy that speaks TLS itself, with two of Netty's handlers. */
  @Test
  void anEngineInAnotherTlsIsFound() throws Exception {
    CertifiedKey key = TestCertificates.server("RSA-2048");
    SSLContext within = PinnedServerContext.of(TlsPin.of(SUITE), key).sslContext();
    try (TestServer server =
            TestServer.pinned(
                TlsPin.of(SUITE),
                key,
                socket ->
                    TestServer.echo(
                        within.getSocketFactory().createSocket(socket, (InputStream) null, true)));
        JvmTransport jvm = JvmTransport.install(transport);
        Socket outer =
            SSLContext.getDefault().getSocketFactory().createSocket("localhost", server.port())) {
      outer.getOutputStream().flush();
      jvm.requireBalance(PATIENCE);
      try (EngineClient inner =
          new EngineClient(
              SSLContext.getDefault().createSSLEngine("localhost", server.port()), outer)) {
        assertThat(inner.echo(new byte[] {1})).containsExactly(1);
        assertThatThrownBy(() -> jvm.requireBalance(PATIENCE))
            .hasMessageStartingWith("1 handshakes of the pinned TLS went through another TLS")
            .hasMessageContaining("TLS over TLS cannot be measured");
      }
    }
    assertThat(transport.counts().fullHandshakes()).isEqualTo(2);
  }

  @Test
  void twoServersOfDifferentKindAreNotMixed() throws Exception {
    try (TestServer one = TestServer.lenient(TestCertificates.server("RSA-2048"));
        TestServer other = TestServer.lenient(TestCertificates.server("EC-256"));
        JvmTransport jvm = JvmTransport.install(transport);
        Socket first =
            SSLContext.getDefault().getSocketFactory().createSocket("localhost", one.port())) {
      Client.echo(first, new byte[] {9});
      Socket second =
          SSLContext.getDefault().getSocketFactory().createSocket("localhost", other.port());
      assertThatThrownBy(() -> Client.echo(second, new byte[] {9}))
          .isInstanceOf(SSLException.class)
          .hasMessageContaining("has a key EC-256 and an earlier connection's server had RSA-2048");
      jvm.requireNothingElse(PATIENCE);
    }
  }

  /** In FTPS the server begins its TLS when it was told what to send, over another connection. */
  @Test
  void aSocketWaitsWithItsHandshakeUntilItIsUsed() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    try (TestServer server =
            TestServer.pinned(
                TlsPin.of(SUITE),
                TestCertificates.server("RSA-2048"),
                socket -> {
                  told.await();
                  return socket.getInputStream().read();
                });
        JvmTransport jvm = JvmTransport.install(transport);
        Socket socket = SSLContext.getDefault().getSocketFactory().createSocket()) {
      socket.connect(new InetSocketAddress("localhost", server.port()));
      told.countDown();
      socket.getOutputStream().write(11);
      assertThat(server.next()).isEqualTo(11);
      jvm.requireNothingElse(PATIENCE);
    }
    assertThat(transport.counts().fullHandshakes()).isEqualTo(1);
  }

  /** Its driver would say no more than that it took too long. */
  @Test
  void anEngineWithoutTheServersNameSaysSo() throws Exception {
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"));
        JvmTransport jvm = JvmTransport.install(transport);
        EngineClient client =
            new EngineClient(SSLContext.getDefault().createSSLEngine(), server.port())) {
      assertThatThrownBy(() -> client.echo(new byte[] {1}))
          .hasMessageContaining("without the server's name")
          .hasMessageContaining("tls.verify=chain");
      jvm.requireNothingElse(PATIENCE);
    }
  }

  /** Its name is not what is wrong. */
  @Test
  void anEngineWithoutTheServersNameSaysWhatElseIsWrong() throws Exception {
    PinnedTransport trustsNobody = new PinnedTransport(TlsOptions.of(TlsPin.of(SUITE)));
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"));
        JvmTransport jvm = JvmTransport.install(trustsNobody);
        EngineClient client =
            new EngineClient(SSLContext.getDefault().createSSLEngine(), server.port())) {
      assertThatThrownBy(() -> client.echo(new byte[] {1}))
          .hasMessageStartingWith("the certificate of the server is not trusted")
          .hasMessageContaining("tls.ca");
      jvm.requireNothingElse(PATIENCE);
    }
  }

  @Test
  void withoutTlsNoHandshakeSucceeds() throws Exception {
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"));
        JvmTransport jvm = JvmTransport.install(new PlainTransport())) {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Trusting()}, null);
      // To look at its parameters is no handshake.
      assertThat(context.createSSLEngine().getSupportedCipherSuites()).isNotEmpty();
      jvm.requireNothingElse(PATIENCE);
      try (SSLSocket socket =
          (SSLSocket) context.getSocketFactory().createSocket("localhost", server.port())) {
        assertThatThrownBy(socket::startHandshake).hasMessageContaining("this run is without TLS");
      }
      assertThatThrownBy(() -> jvm.requireNothingElse(PATIENCE))
          .hasMessageContaining("the client began a TLS handshake")
          .hasMessageContaining("tls.also");
    }
  }

  @Test
  void serversOfTheSameJvmAreLeftAlone() throws Exception {
    try (JvmTransport jvm = JvmTransport.install(transport);
        TestServer server = TestServer.pinned(TlsPin.of(SUITE), TestCertificates.server("EC-256"));
        Socket socket =
            SSLContext.getDefault().getSocketFactory().createSocket("localhost", server.port())) {
      assertThat(Client.echo(socket, new byte[] {1})).containsExactly(1);
      // The server's end of the connection is not one that this process made to others.
      jvm.requireNothingElse(PATIENCE);
    }
  }

  /**
   * Servers on engines, as Tomcat's and Netty's are, make them before they say what they are for.
   */
  @Test
  void engineServersOfTheSameJvmAreLeftAlone() throws Exception {
    try (JvmTransport jvm = JvmTransport.install(transport)) {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(TestCertificates.keyManagers("RSA-2048"), null, null);
      try (HttpsEcho server = HttpsEcho.start(context)) {
        assertThat(get(server)).isEqualTo("hello");
        jvm.requireNothingElse(PATIENCE);
      }
    }
    assertThat(transport.counts().fullHandshakes()).isEqualTo(1);
  }

  /** Jetty does so. */
  @Test
  void anEngineServerMayAskForCertificatesBeforeItSaysWhatItIs() throws Exception {
    try (JvmTransport jvm = JvmTransport.install(transport)) {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(TestCertificates.keyManagers("RSA-2048"), null, null);
      SSLEngine demanding = context.createSSLEngine();
      SSLParameters parameters = demanding.getSSLParameters();
      parameters.setNeedClientAuth(true);
      demanding.setSSLParameters(parameters);
      demanding.setUseClientMode(false);
      SSLEngine wishing = context.createSSLEngine("localhost", 1);
      wishing.setWantClientAuth(true);
      wishing.setUseClientMode(false);

      assertThat(demanding.getNeedClientAuth()).isTrue();
      assertThat(wishing.getWantClientAuth()).isTrue();
      jvm.requireNothingElse(PATIENCE);
    }
  }

  /** As those of the JDK's own context do: all engines of a server have its sessions. */
  @Test
  void engineServersOfTheSameJvmResumeSessions() throws Exception {
    PinnedTransport resuming =
        new PinnedTransport(TestCertificates.options(SUITE).withResumption(Resumption.ON));
    try (JvmTransport jvm = JvmTransport.install(resuming)) {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(TestCertificates.keyManagers("RSA-2048"), null, null);
      context.getServerSessionContext().setSessionTimeout(3600);
      try (HttpsEcho server = HttpsEcho.start(context)) {
        assertThat(get(server)).isEqualTo("hello");
        assertThat(get(server)).isEqualTo("hello");
        jvm.requireNothingElse(PATIENCE);
      }
    }
    assertThat(resuming.counts().resumedHandshakes()).isEqualTo(1);
  }

  @Test
  void oneAtATimeAndNoneAfterwards() throws Exception {
    try (JvmTransport jvm = JvmTransport.install(transport)) {
      assertThat(JvmTransport.installed()).contains(jvm);
      assertThatThrownBy(() -> JvmTransport.install(transport))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("installed in this JVM already");
    }
    assertThat(JvmTransport.installed()).isEmpty();
    assertThat(SSLContext.getDefault().createSSLEngine().getEnabledCipherSuites())
        .hasSizeGreaterThan(1);
    assertThatThrownBy(JvmSocketFactory::new).hasMessageContaining("no transport is installed");
  }

  /** A driver that trusts all certificates. */
  private static class Trusting implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
