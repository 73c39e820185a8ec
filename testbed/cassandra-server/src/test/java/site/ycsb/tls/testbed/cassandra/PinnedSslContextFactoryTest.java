package site.ycsb.tls.testbed.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.apache.cassandra.security.ISslContextFactory.SocketType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.certificate.CertificateStore;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.ServerTls;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.ListenerWitness.Negotiated;

/** The factory as Cassandra makes it from the settings that a node is given. */
class PinnedSslContextFactoryTest {
  private static final CertificateStore CERTIFICATES =
      CertificateStore.in(CertificateStore.userDirectory(System.getenv()));
  private static final String DHE_128 = "TLS_DHE_RSA_WITH_AES_128_CBC_SHA";
  private static final String DHE_256 = "TLS_DHE_RSA_WITH_AES_256_CBC_SHA";
  private static final String ECDSA = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256";

  @TempDir private Path directory;

  /** The cells of Müller et al. 2014, and what is in use today. */
  @ParameterizedTest
  @CsvSource({
    DHE_128 + ", RSA-1024",
    DHE_128 + ", RSA-2048",
    DHE_256 + ", RSA-1024",
    DHE_256 + ", RSA-2048",
    ECDSA + ", EC-256",
    "TLS_AES_256_GCM_SHA384, RSA-2048",
  })
  void acceptsThePinnedSuiteAndWitnessesIt(String suite, String key) throws Exception {
    acceptsAndWitnesses(suite, key);
  }

  /** The other cells: making such a key takes half a minute. */
  @ParameterizedTest
  @CsvSource({DHE_128, DHE_256})
  @Tag("full")
  void soWithTheLargestKey(String suite) throws Exception {
    acceptsAndWitnesses(suite, "RSA-4096");
  }

  private void acceptsAndWitnesses(String suite, String key) throws Exception {
    TlsPin pin = TlsPin.of(suite);
    Map<String, Object> settings = settings(pin, key);

    SSLSession client = handshake(server(settings), anyClient());

    assertThat(client.getCipherSuite()).isEqualTo(suite);
    assertThat(client.getProtocol()).isEqualTo(pin.protocol().toString());
    assertThat(ServerKey.of(client.getPeerCertificates()[0].getPublicKey())).hasToString(key);
    assertThat(witness(settings))
        .isEqualTo(
            new ListenerWitness(
                1, 0, Map.of(new Negotiated(pin.protocol().toString(), suite, false), 1L)));
  }

  /** Two nodes with the same settings: one as the other's client. */
  @Test
  void nodesWithTheSamePinConnect() throws Exception {
    Map<String, Object> settings = settings(TlsPin.of(DHE_256), "RSA-2048");

    assertThat(handshake(server(settings), node(settings)).getCipherSuite()).isEqualTo(DHE_256);
  }

  @Test
  void nodesWithDifferentPinsDoNot() throws Exception {
    Map<String, Object> settings = settings(TlsPin.of(DHE_256), "RSA-2048");
    Map<String, Object> others = new HashMap<>(settings);
    others.put(PinnedSslContextFactory.CIPHER, DHE_128);
    SslContext server = server(settings);
    SslContext client = node(others);

    assertThatThrownBy(() -> handshake(server, client)).isInstanceOf(SSLException.class);
    assertThat(witness(settings).failed()).isEqualTo(1);
  }

  @Test
  void refusesAKeyThatIsNotThePinned() throws Exception {
    Map<String, Object> settings = settings(TlsPin.of(DHE_256), "RSA-2048");
    settings.put(PinnedSslContextFactory.KEY, "RSA-4096");

    assertThatThrownBy(() -> server(settings))
        .isInstanceOf(SSLException.class)
        .hasMessageContaining("RSA-2048")
        .hasMessageContaining("RSA-4096");
  }

  @Test
  void refusesASuiteThatTheJvmDoesNotServe() throws Exception {
    Map<String, Object> settings = settings(TlsPin.of(DHE_256), "RSA-2048");
    settings.put(PinnedSslContextFactory.CIPHER, "TLS_RSA_WITH_NULL_SHA256");

    assertThatThrownBy(() -> server(settings))
        .isInstanceOf(SSLException.class)
        .hasMessageContaining("TLS_RSA_WITH_NULL_SHA256");
  }

  @Test
  void saysWhichParameterIsMissing() throws Exception {
    Map<String, Object> settings = settings(TlsPin.of(DHE_256), "RSA-2048");
    settings.remove(PinnedSslContextFactory.CIPHER);

    assertThatThrownBy(() -> new PinnedSslContextFactory(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pin_cipher");
  }

  private static SslContext server(Map<String, Object> settings) throws SSLException {
    return new PinnedSslContextFactory(settings)
        .createNettySslContext(false, SocketType.SERVER, null);
  }

  private static SslContext node(Map<String, Object> settings) throws SSLException {
    return new PinnedSslContextFactory(settings)
        .createNettySslContext(true, SocketType.CLIENT, null);
  }

  private static ListenerWitness witness(Map<String, Object> settings) {
    return Handshakes.of((String) settings.get(PinnedSslContextFactory.PORT));
  }

  /** What Cassandra gives the factory: its own settings and the factory's, in one map. */
  private Map<String, Object> settings(TlsPin pin, String key) throws Exception {
    CertificateFiles files = CERTIFICATES.serverCertificate(ServerKey.parse(key));
    ServerTls tls = new ServerTls(pin, files.certificate(), files.key());
    Path node = directory.resolve("it's a node");
    Path file = new NodeSettings(node, "127.0.0.1", "127.0.0.1", 0, 1, 2, Optional.of(tls)).write();
    Map<String, Object> yaml;
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      yaml = new Yaml().load(reader);
    }
    Map<String, Object> settings = new HashMap<>(map(yaml.get("server_encryption_options")));
    assertThat(settings)
        .containsEntry("optional", false)
        .containsEntry("internode_encryption", "all");
    Map<String, Object> factory = map(settings.remove("ssl_context_factory"));
    assertThat(factory.get("class_name")).isEqualTo(PinnedSslContextFactory.class.getName());
    settings.putAll(map(factory.get("parameters")));
    settings.put(PinnedSslContextFactory.PORT, "test " + UUID.randomUUID());
    return settings;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object object) {
    return (Map<String, Object>) object;
  }

  /** A client that would take whatever the server has. */
  private static SslContext anyClient() throws Exception {
    return SslContextBuilder.forClient()
        .sslProvider(SslProvider.JDK)
        .protocols("TLSv1.3", "TLSv1.2")
        .ciphers(
            List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", DHE_128, DHE_256, ECDSA),
            IdentityCipherSuiteFilter.INSTANCE)
        .trustManager(CERTIFICATES.caFile().toFile())
        .build();
  }

  /** The client's session, when both ends are content. */
  private static SSLSession handshake(SslContext server, SslContext client) throws SSLException {
    SslHandler ofServer = server.newHandler(ByteBufAllocator.DEFAULT);
    SslHandler ofClient = client.newHandler(ByteBufAllocator.DEFAULT, "localhost", 1);
    EmbeddedChannel serverEnd = new EmbeddedChannel(ofServer);
    EmbeddedChannel clientEnd = new EmbeddedChannel(ofClient);
    try {
      while (move(clientEnd, serverEnd) || move(serverEnd, clientEnd)) {
        // Until neither has anything more to say.
      }
    } catch (DecoderException e) {
      throw new SSLException(e.getMessage(), e);
    } finally {
      serverEnd.finishAndReleaseAll();
      clientEnd.finishAndReleaseAll();
    }
    assertThat(ofServer.handshakeFuture().isSuccess()).isTrue();
    assertThat(ofClient.handshakeFuture().isSuccess()).isTrue();
    return ofClient.engine().getSession();
  }

  private static boolean move(EmbeddedChannel from, EmbeddedChannel to) {
    boolean moved = false;
    for (Object message = from.readOutbound(); message != null; message = from.readOutbound()) {
      to.writeInbound(message);
      moved = true;
    }
    return moved;
  }
}
