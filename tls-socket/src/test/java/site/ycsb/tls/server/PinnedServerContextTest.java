package site.ycsb.tls.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.property.UsageException;

/** With a client of the bare JDK, which trusts the authority and checks the host name. */
class PinnedServerContextTest {
  /** A small key is made sooner. */
  private static final CertificateAuthority AUTHORITY =
      CertificateAuthority.create(ServerKey.parse("RSA-1024"));

  private static final CertifiedKey RSA = AUTHORITY.issueServer(ServerKey.parse("RSA-1024"));

  @ParameterizedTest
  @CsvSource({
    "TLS_AES_256_GCM_SHA384, RSA-1024",
    "TLS_AES_128_GCM_SHA256, RSA-2048",
    "TLS_CHACHA20_POLY1305_SHA256, EC-256",
    "TLS_AES_256_GCM_SHA384, EC-384",
    "TLS_AES_256_GCM_SHA384, EC-521",
    "TLS_AES_256_GCM_SHA384, Ed25519",
    "ECDHE-RSA-AES256-GCM-SHA384, RSA-1024",
    "DHE-RSA-AES128-SHA, RSA-1024",
    "ECDHE-ECDSA-AES128-GCM-SHA256, EC-256",
    "ECDHE-ECDSA-AES128-GCM-SHA256, Ed25519",
  })
  void servesItsPinToAClientThatVerifies(String suite, String key) throws Exception {
    TlsPin pin = TlsPin.of(suite).withServerKey(ServerKey.parse(key));
    CertifiedKey certified = AUTHORITY.issueServer(pin.serverKey().orElseThrow());

    SSLSession session = handshake(PinnedServerContext.of(pin, certified), client(null), null);

    assertThat(session.getProtocol()).isEqualTo(pin.protocol().toString());
    assertThat(session.getCipherSuite()).isEqualTo(pin.cipherSuite().jsseName());
    assertThat(ServerKey.of(session.getPeerCertificates()[0].getPublicKey())).hasToString(key);
    assertThat(session.getPeerCertificates()).hasSize(1);
  }

  @Test
  void acceptsNothingElse() throws Exception {
    PinnedServerContext server =
        PinnedServerContext.of(TlsPin.of("ECDHE-RSA-AES256-GCM-SHA384"), RSA);
    for (TlsPin other :
        List.of(TlsPin.of("TLS_AES_256_GCM_SHA384"), TlsPin.of("ECDHE-RSA-AES128-GCM-SHA256"))) {
      SSLParameters parameters =
          new SSLParameters(
              new String[] {other.cipherSuite().jsseName()},
              new String[] {other.protocol().toString()});

      assertThatThrownBy(() -> handshake(server, client(null), parameters))
          .isInstanceOf(SSLHandshakeException.class);
    }
  }

  /** From Java 27 on, fewer are among the defaults than the JDK has. */
  @Test
  @Needs(Requirement.JAVA_20)
  void takesEveryGroupThatTheJdkHas() throws Exception {
    TlsPin pin = TlsPin.of("TLS_AES_256_GCM_SHA384");
    PinnedServerContext server = PinnedServerContext.of(pin, RSA);
    List<NamedGroup> groups = JvmSuites.ofProvider("SunJSSE").groups();

    assertThat(groups).contains(NamedGroup.X25519, NamedGroup.FFDHE6144, NamedGroup.FFDHE8192);
    for (NamedGroup group : groups) {
      // The only one that this client offers.
      SSLParameters parameters = server.parameters();
      JvmTls.setGroups(parameters, Stream.of(group));

      assertThat(handshake(server, client(null), parameters).isValid()).isTrue();
    }
  }

  @Test
  void servesOnlyClientsWithACertificateWhereAsked() throws Exception {
    PinnedServerContext server =
        PinnedServerContext.withClientCertificates(
            TlsPin.of("ECDHE-RSA-AES256-GCM-SHA384"), RSA, List.of(AUTHORITY.certificate()));
    CertifiedKey known = AUTHORITY.issueClient(ServerKey.parse("EC-256"), "known");
    CertifiedKey stranger =
        CertificateAuthority.create(ServerKey.parse("RSA-1024"))
            .issueClient(ServerKey.parse("EC-256"), "stranger");

    assertThat(handshake(server, client(known), null).getLocalCertificates())
        .containsExactly(known.certificate());
    assertThatThrownBy(() -> handshake(server, client(null), null)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> handshake(server, client(stranger), null))
        .isInstanceOf(IOException.class);
  }

  @Test
  void refusesAKeyThatDoesNotFitThePin() {
    TlsPin ecdsa = TlsPin.of("ECDHE-ECDSA-AES128-GCM-SHA256");
    TlsPin larger = TlsPin.of("TLS_AES_256_GCM_SHA384").withServerKey(ServerKey.parse("RSA-4096"));

    assertThatThrownBy(() -> PinnedServerContext.of(ecdsa, RSA))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("RSA-1024")
        .hasMessageContaining(ecdsa.cipherSuite().name());
    assertThatThrownBy(() -> PinnedServerContext.of(larger, RSA))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("RSA-4096");
  }

  @Test
  void refusesWhatThisJvmDisables() {
    assertThatThrownBy(() -> PinnedServerContext.of(TlsPin.of("RC4-MD5"), RSA))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("TLS_RSA_WITH_RC4_128_MD5")
        .hasMessageContaining("jdk.tls.disabledAlgorithms");
  }

  /** One handshake and one byte, which the server sends when it is content with the client. */
  private static SSLSession handshake(
      PinnedServerContext server, SSLContext client, SSLParameters clientParameters)
      throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (SSLServerSocket listener = server.serverSocket(any, 5)) {
      CompletableFuture<Void> served = CompletableFuture.runAsync(() -> serve(listener));
      try (SSLSocket socket =
          (SSLSocket)
              client.getSocketFactory().createSocket("localhost", listener.getLocalPort())) {
        SSLParameters parameters =
            clientParameters == null ? socket.getSSLParameters() : clientParameters;
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        if (socket.getInputStream().read() != 1) {
          throw new IOException("the server closed the connection");
        }
        return socket.getSession();
      } finally {
        awaitEnd(served);
      }
    }
  }

  private static void serve(SSLServerSocket listener) {
    try (SSLSocket accepted = (SSLSocket) listener.accept()) {
      accepted.startHandshake();
      accepted.getOutputStream().write(1);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void awaitEnd(CompletableFuture<Void> served) throws InterruptedException {
    try {
      served.get();
    } catch (ExecutionException e) {
      // Refused: the client's end is what is looked at.
    }
  }

  private static SSLContext client(CertifiedKey certified) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("ca", AUTHORITY.certificate());
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
    keys.init(
        certified == null ? null : certified.toKeyStore("p".toCharArray()), "p".toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }
}
