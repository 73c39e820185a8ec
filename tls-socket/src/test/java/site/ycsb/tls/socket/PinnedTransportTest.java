package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.probe.SuiteAvailability;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.server.PinnedServerContext;
import site.ycsb.tls.socket.count.TlsEvidence;
import site.ycsb.tls.socket.count.TransportCounts;
import site.ycsb.tls.socket.count.TransportListener;
import site.ycsb.tls.verify.PinMismatchException;

@SuppressWarnings("AddressSelection") // this machine has one loopback address
class PinnedTransportTest {
  private static final byte[] MESSAGE = "what does TLS cost?".getBytes(StandardCharsets.US_ASCII);

  /** All that this JVM can pin, but static ECDH, for which JSSE wants a certificate of its own. */
  static Stream<Arguments> pinsAndClients() {
    return Client.with(
        JvmSuites.ofDefaultProvider().available().stream()
            .map(SuiteAvailability::suite)
            .filter(suite -> !suite.name().contains("_ECDH_")));
  }

  @ParameterizedTest
  @MethodSource("pinsAndClients")
  void serverThatAcceptsAnythingNegotiatesThePin(CipherSuite suite, Client client)
      throws Exception {
    // Newer updates of Java choose a post-quantum group by themselves.
    TlsPin pin =
        NamedGroup.X25519.fits(suite.keyExchange())
            ? TlsPin.of(suite.name()).withGroup(NamedGroup.X25519)
            : TlsPin.of(suite.name());
    PinnedTransport transport = TestCertificates.transport(pin);
    try (TestServer server = TestServer.lenient(TestCertificates.serverFor(pin))) {
      assertThat(client.echo(transport, server.port(), MESSAGE)).isEqualTo(MESSAGE);
      SSLSession session = server.nextSession();
      assertThat(session.getCipherSuite()).isEqualTo(suite.jsseName());
      assertThat(session.getProtocol()).isEqualTo(pin.protocol().toString());
    }
    TlsEvidence evidence = transport.evidence().orElseThrow();
    assertThat(evidence.cipherSuite()).isEqualTo(suite.name());
    assertThat(evidence.protocol()).isEqualTo(pin.protocol().toString());
    assertThat(evidence.group())
        .isEqualTo(
            switch (suite.keyExchange()) {
              case RSA, ECDH -> "none";
              case DHE -> "ffdhe2048";
              case ECDHE, TLS_1_3 -> "x25519";
            });
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void countsConnectionsHandshakesAndBytes(Client client) throws Exception {
    PinnedTransport transport = TestCertificates.transport("TLS_AES_128_GCM_SHA256");
    Recorder told = new Recorder();
    PinnedTransport listened = transport.withListener(told);
    byte[] message = new byte[1000];
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      client.echo(listened, server.port(), message);
      server.nextSession();
    }
    TransportCounts counts = transport.counts();
    assertThat(counts.opened()).isEqualTo(1);
    assertThat(counts.closed()).isEqualTo(1);
    assertThat(counts.fullHandshakes()).isEqualTo(1);
    assertThat(counts.resumedHandshakes()).isZero();
    assertThat(counts.failed()).isZero();
    assertThat(counts.payloadBytesOut()).isEqualTo(1000);
    assertThat(counts.payloadBytesIn()).isEqualTo(1000);
    // A JVM that begins with a post-quantum group sends a share of 1.2 KB more.
    assertThat(counts.wireBytesOut()).isBetween(1200L, 4000L);
    assertThat(counts.wireBytesIn()).isBetween(1800L, 5000L);
    boolean ours = client == Client.CONNECTED || client == Client.UNCONNECTED;
    assertThat(told.events)
        .isEqualTo(
            ours
                ? List.of("connected", "full handshake", "closed")
                : List.of("full handshake", "closed"));
  }

  /** As the protocols of MySQL and PostgreSQL do. */
  @Test
  void looksAtTheHandshakeThatComesAfterAConversationInClear() throws Exception {
    TlsPin pin = TlsPin.of("TLS_AES_128_GCM_SHA256");
    PinnedTransport transport = TestCertificates.transport(pin);
    Recorder told = new Recorder();
    SSLContext context = PinnedServerContext.of(pin, TestCertificates.serverFor(pin)).sslContext();
    try (TestServer server = TestServer.plain(socket -> greetThenEcho(socket, context));
        Socket carrier = transport.withListener(told).carrierFactory().createSocket()) {
      carrier.connect(new InetSocketAddress("127.0.0.1", server.port()));
      assertThat(carrier.getInputStream().readNBytes(5)).asString().isEqualTo("hello");
      carrier.getOutputStream().write('T');
      try (Socket tls =
          transport.socketFactory().createSocket(carrier, "127.0.0.1", server.port(), true)) {
        assertThat(Client.echo(tls, MESSAGE)).isEqualTo(MESSAGE);
      }
      server.nextSession();
    }
    // The JVM's first choice.
    assertThat(transport.evidence().orElseThrow().group()).isIn("x25519", "X25519MLKEM768");
    assertThat(transport.counts().opened()).isEqualTo(1);
    assertThat(transport.counts().fullHandshakes()).isEqualTo(1);
    assertThat(told.events).containsExactly("connected", "full handshake", "closed");
  }

  private static SSLSession greetThenEcho(Socket socket, SSLContext context) throws IOException {
    socket.getOutputStream().write("hello".getBytes(StandardCharsets.US_ASCII));
    assertThat(socket.getInputStream().read()).isEqualTo('T');
    try (SSLSocket tls = (SSLSocket) context.getSocketFactory().createSocket(socket, null, false)) {
      tls.setUseClientMode(false);
      tls.getOutputStream().write(tls.getInputStream().readNBytes(MESSAGE.length));
      return tls.getSession();
    }
  }

  @Test
  void timesConnectingAndHandshakeApart() throws Exception {
    List<Long> connect = new ArrayList<>();
    List<Long> handshake = new ArrayList<>();
    PinnedTransport transport =
        TestCertificates.transport("TLS_AES_128_GCM_SHA256")
            .withListener(
                new TransportListener() {
                  @Override
                  public void connected(long nanos) {
                    connect.add(nanos);
                  }

                  @Override
                  public void handshaken(long nanos, boolean resumed) {
                    handshake.add(nanos);
                  }
                });
    long start = System.nanoTime();
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      Client.UNCONNECTED.echo(transport, server.port(), MESSAGE);
    }
    long all = System.nanoTime() - start;
    assertThat(connect).hasSize(1).allSatisfy(n -> assertThat(n).isPositive());
    assertThat(handshake).hasSize(1).allSatisfy(n -> assertThat(n).isPositive());
    assertThat(connect.get(0) + handshake.get(0)).isLessThan(all);
  }

  @Test
  void countsWireBytesAsTheServerDoes() throws Exception {
    PinnedTransport transport = TestCertificates.transport("ECDHE-RSA-AES128-GCM-SHA256");
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"));
        TestServer relay = TestServer.plain(new Relay(server.port()))) {
      Client.UNCONNECTED.echo(transport, relay.port(), new byte[100_000]);
      long[] relayed = (long[]) relay.next();
      assertThat(transport.counts().wireBytesOut()).isEqualTo(relayed[0]);
      // The server's last words may still be on their way when the client closes.
      assertThat(transport.counts().wireBytesIn()).isBetween(relayed[1] - 100, relayed[1]);
    }
  }

  @Test
  void layersOverSocketsOfItsOwnCarrierFactory() throws Exception {
    Recorder told = new Recorder();
    PinnedTransport transport =
        TestCertificates.transport("TLS_AES_128_GCM_SHA256").withListener(told);
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      Socket below = transport.carrierFactory().createSocket();
      below.connect(new InetSocketAddress("127.0.0.1", server.port()));
      try (Socket socket =
          transport.socketFactory().createSocket(below, "localhost", server.port(), true)) {
        assertThat(Client.echo(socket, MESSAGE)).isEqualTo(MESSAGE);
      }
    }
    assertThat(told.events).containsExactly("connected", "full handshake", "closed");
    assertThat(transport.counts().opened()).isEqualTo(1);
    assertThat(transport.counts().closed()).isEqualTo(1);
  }

  /** As through a proxy that speaks TLS itself. */
  @Test
  void refusesTlsOverItsOwnTls() throws Exception {
    PinnedTransport transport = TestCertificates.transport("TLS_AES_128_GCM_SHA256");
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"));
        Socket outer = transport.socketFactory().createSocket("localhost", server.port())) {
      assertThatThrownBy(
              () -> transport.socketFactory().createSocket(outer, "db.example.org", 5432, true))
          .isInstanceOf(SSLException.class)
          .hasMessageContaining("TLS over TLS cannot be measured")
          .hasMessageContaining("db.example.org:5432");
      assertThat(Client.echo(outer, MESSAGE)).isEqualTo(MESSAGE);
    }
    assertThat(transport.counts().opened()).isEqualTo(1);
    assertThat(transport.counts().fullHandshakes()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA-1024", "RSA-2048", "EC-256", "EC-384", "Ed25519"})
  void tellsTheServersKey(String key) throws Exception {
    TlsPin pin = TlsPin.of("TLS_AES_256_GCM_SHA384").withServerKey(ServerKey.parse(key));
    PinnedTransport transport = TestCertificates.transport(pin);
    try (TestServer server = TestServer.lenient(TestCertificates.server(key))) {
      Client.CONNECTED.echo(transport, server.port(), MESSAGE);
    }
    TlsEvidence evidence = transport.evidence().orElseThrow();
    assertThat(evidence.serverKey()).isEqualTo(key);
    assertThat(evidence.certificate()).contains("CN=localhost", "SHA-256 ");
    assertThat(evidence.verified()).isEqualTo("chain and host name");
    assertThat(evidence.provider()).startsWith("SunJSSE");
    assertThat(evidence.pinned()).isEqualTo(pin.toString());
    assertThat(evidence.legacy()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void verifiesTheGroup(Client client) throws Exception {
    // Before Java 20 the group can be pinned for the whole JVM only, which this one is not.
    boolean canOfferOne = Runtime.version().feature() >= 20;
    for (String suite : List.of("TLS_AES_128_GCM_SHA256", "ECDHE-RSA-AES128-GCM-SHA256")) {
      TlsPin pin = TlsPin.of(suite).withGroup(NamedGroup.SECP384R1);
      PinnedTransport transport = TestCertificates.transport(pin);
      try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
        if (canOfferOne) {
          client.echo(transport, server.port(), MESSAGE);
          assertThat(transport.evidence().orElseThrow().group()).isEqualTo("secp384r1");
        } else {
          assertThatThrownBy(() -> client.echo(transport, server.port(), MESSAGE))
              .isInstanceOf(PinMismatchException.class)
              .hasMessageContaining("chose the group x25519")
              .hasMessageContaining("set tls.group=x25519")
              .hasMessageContaining("-Djdk.tls.namedGroups=secp384r1");
          assertThat(transport.counts().payloadBytesIn()).isZero();
        }
      }
    }
  }

  @Test
  void refusesServersWithKeysOfDifferentKinds() throws Exception {
    PinnedTransport transport = TestCertificates.transport("TLS_AES_128_GCM_SHA256");
    try (TestServer one = TestServer.lenient(TestCertificates.server("RSA-2048"));
        TestServer other = TestServer.lenient(TestCertificates.server("EC-256"))) {
      Client.CONNECTED.echo(transport, one.port(), MESSAGE);
      assertThatThrownBy(() -> Client.CONNECTED.echo(transport, other.port(), MESSAGE))
          .isInstanceOf(PinMismatchException.class)
          .hasMessageContaining("has a key EC-256 and an earlier connection's server had RSA-2048");
    }
  }

  @Test
  void refusesWhatThisJvmHasDisabledAndNamesTheSwitch() {
    assertThatThrownBy(() -> TestCertificates.transport("RC4-MD5"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("has disabled TLS_RSA_WITH_RC4_128_MD5")
        .hasMessageContaining("tls.legacy=true");
    TlsOptions old =
        TestCertificates.options(
            TlsPin.of("ECDHE-RSA-AES128-SHA").withProtocol(TlsProtocol.TLS_1_1));
    assertThatThrownBy(() -> new PinnedTransport(old))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("in TLSv1.1")
        .hasMessageContaining("tls.legacy=true");
  }

  @Test
  void refusesWhatThisJvmDoesNotHave() {
    assertThatThrownBy(() -> TestCertificates.transport("AES128-CCM"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("has no TLS_RSA_WITH_AES_128_CCM")
        .hasMessageContaining("JvmSuites lists what can be pinned here");
  }

  @Test
  void handshakeIsDoneOnceHoweverOftenItIsAskedFor() throws Exception {
    PinnedTransport transport = TestCertificates.transport("ECDHE-RSA-AES128-GCM-SHA256");
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"));
        PinnedSocket socket =
            (PinnedSocket) transport.socketFactory().createSocket("127.0.0.1", server.port())) {
      socket.startHandshake();
      socket.startHandshake();
      assertThat(Client.echo(socket, MESSAGE)).isEqualTo(MESSAGE);
      socket.startHandshake();
      assertThat(Client.echo(socket, MESSAGE)).isEqualTo(MESSAGE);
    }
    assertThat(transport.counts().fullHandshakes()).isEqualTo(1);
  }

  /** ClientHello, ClientKeyExchange, ChangeCipherSpec, Finished, the message, close_notify. */
  @ParameterizedTest
  @EnumSource(Client.class)
  void countsRecords(Client client) throws Exception {
    PinnedTransport transport = TestCertificates.transport("ECDHE-RSA-AES128-GCM-SHA256");
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      client.echo(transport, server.port(), new byte[10_000]);
    }
    assertThat(transport.counts().recordsOut()).isEqualTo(6);
    // Its first flight, ChangeCipherSpec, Finished, and the message in two reads or more.
    assertThat(transport.counts().recordsIn()).isGreaterThanOrEqualTo(5);
  }

  @Test
  void largestRecordIsAsAskedFor() throws Exception {
    PinnedTransport transport =
        new PinnedTransport(
            TestCertificates.options("TLS_AES_128_GCM_SHA256").withRecordSize(1024));
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      Client.CONNECTED.echo(transport, server.port(), new byte[100_000]);
    }
    PinnedTransport usual = TestCertificates.transport("TLS_AES_128_GCM_SHA256");
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      Client.CONNECTED.echo(usual, server.port(), new byte[100_000]);
    }
    assertThat(transport.counts().recordsOut()).isGreaterThan(usual.counts().recordsOut() + 90);
    // A hundred records more, each with 22 bytes or more of its own.
    assertThat(transport.counts().wireBytesOut())
        .isGreaterThan(usual.counts().wireBytesOut() + 90 * 22);
  }

  @Test
  void failedConnectionStaysFailed() throws Exception {
    TlsPin pin = TlsPin.of("TLS_AES_128_GCM_SHA256").withServerKey(ServerKey.parse("RSA-4096"));
    PinnedTransport transport = TestCertificates.transport(pin);
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      Socket socket =
          transport
              .socketFactory()
              .createSocket(
                  new Socket("127.0.0.1", server.port()), "127.0.0.1", server.port(), true);
      assertThatThrownBy(socket::getOutputStream).isInstanceOf(PinMismatchException.class);
      assertThatThrownBy(socket::getInputStream).hasMessageContaining("closed: pinned is");
      assertThat(socket.isClosed()).isTrue();

      var engine = transport.engine("127.0.0.1", server.port());
      try (EngineClient client = new EngineClient(engine, server.port())) {
        assertThatThrownBy(() -> client.echo(MESSAGE)).isInstanceOf(PinMismatchException.class);
        assertThatThrownBy(() -> client.echo(MESSAGE)).isInstanceOf(IOException.class);
      }
    }
    assertThat(transport.counts().failed()).isEqualTo(2);
    assertThat(transport.counts().payloadBytesOut()).isZero();
  }

  @Test
  void knownSuitesThatThisJvmLacksAreRefusedOneByOne() {
    for (CipherSuite suite : CipherSuites.all()) {
      SuiteAvailability availability =
          JvmSuites.ofDefaultProvider().of(suite.newestProtocol(), suite);
      TlsOptions options = TestCertificates.options(TlsPin.of(suite.name()));
      if (availability.status() == SuiteAvailability.Status.AVAILABLE) {
        assertThat(new PinnedTransport(options).socketFactory().getDefaultCipherSuites())
            .containsExactly(suite.jsseName());
      } else {
        assertThatThrownBy(() -> new PinnedTransport(options))
            .as(suite.name())
            .isInstanceOf(UsageException.class);
      }
    }
  }

  @Test
  void saysThatItIsClosed() throws Exception {
    PinnedTransport transport = TestCertificates.transport("TLS_AES_128_GCM_SHA256");
    try (Socket socket = transport.socketFactory().createSocket()) {
      assertThat(socket.isConnected()).isFalse();
      assertThatThrownBy(socket::getInputStream).hasMessageContaining("not connected");
    }
  }

  private static final class Recorder implements TransportListener {
    private final List<String> events = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void connected(long nanos) {
      events.add("connected");
    }

    @Override
    public void handshaken(long nanos, boolean resumed) {
      events.add(resumed ? "resumed handshake" : "full handshake");
    }

    @Override
    public void closed() {
      events.add("closed");
    }

    @Override
    public void failed(Throwable cause) {
      events.add("failed");
    }
  }
}
