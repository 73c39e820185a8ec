package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.Security;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.certificate.Validity;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.AccountRow.Agreement;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.Resumption;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.probe.SuiteAvailability.Status;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.socket.count.TlsEvidence;
import site.ycsb.tls.socket.count.TransportCounts;
import site.ycsb.tls.verify.Offer;
import site.ycsb.tls.verify.PinMismatchException;

/** Bouncy Castle's TLS and Conscrypt's, pinned as the JDK's is. */
class ProvidersIT {
  private static final byte[] MESSAGE = "hello".getBytes(StandardCharsets.US_ASCII);
  private static final String TLS12 = "ECDHE-RSA-AES256-GCM-SHA384";
  private static final String TLS13 = "TLS_AES_256_GCM_SHA384";

  /** Made once: in a new JVM an RSA key takes a second. */
  private static final class OtherHost {
    static final CertifiedKey KEY =
        TestCertificates.authority()
            .issueServer(ServerKey.parse("RSA-2048"), List.of("db.example.org"), Validity.days(2));
  }

  static Stream<Arguments> pinsAndClients() {
    return Client.with(
        Stream.of(
            "BCJSSE TLS_AES_128_GCM_SHA256 RSA-2048",
            "BCJSSE TLS_AES_256_GCM_SHA384 EC-256",
            "BCJSSE TLS_CHACHA20_POLY1305_SHA256 RSA-2048",
            "BCJSSE ECDHE-RSA-AES256-GCM-SHA384 RSA-2048",
            "BCJSSE ECDHE-ECDSA-AES128-GCM-SHA256 EC-256",
            "BCJSSE ECDHE-RSA-AES128-SHA RSA-2048",
            "BCJSSE DHE-RSA-AES128-GCM-SHA256 RSA-2048",
            "BCJSSE ECDHE-RSA-CHACHA20-POLY1305 RSA-2048",
            "Conscrypt ECDHE-RSA-AES256-GCM-SHA384 RSA-2048",
            "Conscrypt ECDHE-ECDSA-AES128-GCM-SHA256 EC-256",
            "Conscrypt ECDHE-RSA-AES128-SHA RSA-2048",
            "Conscrypt ECDHE-RSA-CHACHA20-POLY1305 RSA-2048"));
  }

  private static TlsPin pin(String provider, String suite) {
    return TlsPin.of(suite).withProvider(provider);
  }

  @ParameterizedTest
  @MethodSource("pinsAndClients")
  void negotiatesThePin(String providerSuiteKey, Client client) throws Exception {
    String[] parts = providerSuiteKey.split(" ", -1);
    TlsPin pin = pin(parts[0], parts[1]).withServerKey(ServerKey.parse(parts[2]));
    PinnedTransport transport = TestCertificates.transport(pin);
    try (TestServer server = TestServer.lenient(TestCertificates.server(parts[2]))) {
      for (int i = 0; i < 3; i++) {
        assertThat(client.echo(transport, server.port(), MESSAGE)).isEqualTo(MESSAGE);
        SSLSession session = server.nextSession();
        assertThat(session.getCipherSuite()).isEqualTo(pin.cipherSuite().jsseName());
        assertThat(session.getProtocol()).isEqualTo(pin.protocol().toString());
      }
    }
    TransportCounts counts = transport.counts();
    assertThat(counts.fullHandshakes()).isEqualTo(3);
    assertThat(counts.resumedHandshakes()).isZero();
    assertThat(counts.closed()).isEqualTo(3);
    assertThat(counts.payloadBytesIn()).isEqualTo(3L * MESSAGE.length);
    TlsEvidence evidence = transport.evidence().orElseThrow();
    assertThat(evidence.provider()).startsWith(parts[0] + " ");
    assertThat(evidence.serverKey()).isEqualTo(parts[2]);
    assertThat(evidence.group()).isNotEqualTo("none");
  }

  static Stream<Arguments> providersAndClients() {
    return Client.with(Stream.of("BCJSSE", "Conscrypt"));
  }

  @ParameterizedTest
  @MethodSource("providersAndClients")
  void abortsWhenTheServersKeyIsAnother(String provider, Client client) throws Exception {
    TlsPin pin = pin(provider, TLS12).withServerKey(ServerKey.parse("RSA-4096"));
    PinnedTransport transport = TestCertificates.transport(pin);
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      assertThatThrownBy(() -> client.echo(transport, server.port(), MESSAGE))
          .isInstanceOf(PinMismatchException.class)
          .hasMessageContaining("is RSA-2048");
    }
    assertThat(transport.counts().payloadBytesOut()).isZero();
    assertThat(transport.counts().failed()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("providersAndClients")
  void verifiesTheHostName(String provider, Client client) throws Exception {
    PinnedTransport transport = TestCertificates.transport(pin(provider, TLS12));
    try (TestServer server = TestServer.lenient(OtherHost.KEY)) {
      assertThatThrownBy(() -> client.echo(transport, server.port(), MESSAGE))
          .hasMessageContaining("is for db.example.org, not for 127.0.0.1");
    }
  }

  @ParameterizedTest
  @MethodSource("providersAndClients")
  void saysThatTheServerDoesNotOfferTheSuite(String provider, Client client) throws Exception {
    PinnedTransport transport = TestCertificates.transport(pin(provider, TLS12));
    TlsPin offered = TlsPin.of("ECDHE-RSA-AES128-SHA");
    try (TestServer server = TestServer.pinned(offered, TestCertificates.server("RSA-2048"))) {
      assertThatThrownBy(() -> client.echo(transport, server.port(), MESSAGE))
          .hasMessageContaining("does not offer TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384");
    }
  }

  @ParameterizedTest
  @CsvSource({"BCJSSE, 1.2", "BCJSSE, 1.3", "Conscrypt, 1.2"})
  void showsTheClientsCertificate(String provider, String version) throws Exception {
    String suite = version.equals("1.3") ? TLS13 : TLS12;
    PinnedTransport transport =
        TestCertificates.transport(
            pin(provider, suite), TestCertificates.pem(TestCertificates.client("RSA-2048")));
    try (TestServer server = MutualTlsTest.demanding(suite)) {
      assertThat(Client.CONNECTED.echo(transport, server.port(), MESSAGE)).isEqualTo(MESSAGE);
      assertThat(server.nextSession().getPeerPrincipal().toString()).contains("CN=a client");
    }
  }

  /** Bouncy Castle is the JVM's own provider, which no property names. */
  static final class CertificateOfPreferredProvider {
    private CertificateOfPreferredProvider() {}

    public static void main(String[] arguments) throws Exception {
      Security.insertProviderAt(JsseProviders.find("BCJSSE"), 1);
      PinnedTransport transport =
          TestCertificates.transport(
              TlsPin.of(TLS13), TestCertificates.pem(TestCertificates.client("EC-256")));
      try (TestServer server = MutualTlsTest.demanding(pin("SunJSSE", TLS13))) {
        Client.CONNECTED.echo(transport, server.port(), MESSAGE);
        System.out.println(server.nextSession().getPeerPrincipal());
      }
      System.out.println(AccountTest.row(transport, "ProviderInUse").observed());
      System.out.println(AccountTest.row(transport, "ClientCertificate").observed());
    }
  }

  @Test
  void showsTheClientsCertificateAlsoIfItIsNotNamed() throws Exception {
    assertThat(ChildJvm.run(CertificateOfPreferredProvider.class, List.of()))
        .contains("sent")
        .anyMatch(line -> line.startsWith("BCJSSE "))
        .anyMatch(line -> line.contains("CN=a client"));
  }

  @ParameterizedTest
  @MethodSource("providersAndClients")
  void resumesSessionsOfTls12(String provider, Client client) throws Exception {
    PinnedTransport transport =
        new PinnedTransport(
            TestCertificates.options(pin(provider, TLS12)).withResumption(Resumption.ON));
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      for (int i = 0; i < 3; i++) {
        client.echo(transport, server.port(), MESSAGE);
      }
    }
    assertThat(transport.counts().resumedHandshakes()).isEqualTo(2);
  }

  /**
   * The post-quantum hybrid, as both ends of Bouncy Castle see it; Java keeps groups per process.
   */
  static final class PostQuantum {
    private PostQuantum() {}

    public static void main(String[] arguments) throws Exception {
      System.setProperty("jdk.tls.namedGroups", "X25519MLKEM768");
      SSLContext context = SSLContext.getInstance("TLS", JsseProviders.find("BCJSSE"));
      KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX", context.getProvider());
      char[] password = "in memory".toCharArray();
      keys.init(TestCertificates.server("RSA-2048").toKeyStore(password), password);
      context.init(keys.getKeyManagers(), null, null);
      TlsPin pin = pin("BCJSSE", TLS13).withGroup(NamedGroup.X25519_MLKEM768);
      PinnedTransport transport = TestCertificates.transport(pin);
      try (TestServer server =
          TestServer.of((SSLServerSocket) context.getServerSocketFactory().createServerSocket(0))) {
        for (Client client : Client.values()) {
          client.echo(transport, server.port(), MESSAGE);
          System.out.println(
              client
                  + " "
                  + server.nextSession().getCipherSuite()
                  + " "
                  + transport.evidence().orElseThrow().group());
        }
      }
    }
  }

  @Test
  void pinsThePostQuantumGroup() throws Exception {
    assertThat(ChildJvm.run(PostQuantum.class, List.of()))
        .contains(
            "CONNECTED TLS_AES_256_GCM_SHA384 X25519MLKEM768",
            "UNCONNECTED TLS_AES_256_GCM_SHA384 X25519MLKEM768",
            "LAYERED TLS_AES_256_GCM_SHA384 X25519MLKEM768",
            "ENGINE TLS_AES_256_GCM_SHA384 X25519MLKEM768");
  }

  /** What asks for a server's CPU time elsewhere, in the same JVM, has the JDK's TLS. */
  static final class JdksTlsBesideAHybrid {
    private JdksTlsBesideAHybrid() {}

    public static void main(String[] arguments) throws Exception {
      TlsPin pin =
          pin("BCJSSE", TLS13)
              .withGroup(NamedGroup.X25519_MLKEM768)
              .withServerKey(ServerKey.parse("RSA-2048"));
      JvmTls.prepare(TestCertificates.options(pin));
      TestCertificates.transport(pin);
      SSLContext jdks = SSLContext.getInstance("TLS", JsseProviders.find("SunJSSE"));
      jdks.init(null, null, null);
      SSLEngine client = jdks.createSSLEngine();
      client.setUseClientMode(true);
      System.out.println(Offer.hello(client).groups().contains(NamedGroup.X25519.code()));
    }
  }

  /** Before Java 20 a process has one list of groups. */
  @Test
  void theJdksTlsWorksBesideAPinnedGroupThatItDoesNotHave() throws Exception {
    assertThat(ChildJvm.run(JdksTlsBesideAHybrid.class, List.of())).contains("true");
  }

  @Test
  void preflightEndsWellWhenTheServerClosesWithoutAWord() throws Exception {
    PinnedTransport transport = TestCertificates.transport(pin("BCJSSE", TLS13));
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"));
        TestServer relay = TestServer.plain(new Relay(server.port()))) {
      transport.preflight("127.0.0.1", server.port(), Duration.ofSeconds(10));
      transport.preflight("127.0.0.1", relay.port(), Duration.ofSeconds(10));
    }
  }

  @Test
  void conscryptIsRefusedWhatItCannotPin() {
    assertThatThrownBy(() -> TestCertificates.transport(pin("Conscrypt", TLS13)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("Conscrypt cannot offer TLSv1.3 TLS_AES_256_GCM_SHA384")
        .hasMessageContaining("alone");
  }

  @ParameterizedTest
  @CsvSource({
    "BCJSSE, tls.recordsize=1024, BCJSSE ignores it",
    "BCJSSE, tls.resumption=on, BCJSSE resumes no sessions of TLSv1.3",
    "BCJSSE, tls.renegotiate=5, BCJSSE neither renegotiates",
    "Conscrypt, tls.recordsize=1024, Conscrypt ignores it",
    "Conscrypt, tls.renegotiate=5, Conscrypt neither renegotiates",
    "Conscrypt, tls.jca=accp, Conscrypt has its own ciphers"
  })
  void refusesSettingsThatAProviderIgnores(String provider, String setting, String reason) {
    String[] nameAndValue = setting.split("=", -1);
    Map<String, String> given =
        Map.of(
            "tls.cipher",
            provider.equals("BCJSSE") ? TLS13 : TLS12,
            "tls.provider",
            provider,
            nameAndValue[0],
            nameAndValue[1]);
    assertThatThrownBy(() -> Transport.of(given))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(setting)
        .hasMessageContaining(reason);
    assertThatThrownBy(() -> JvmSuites.require(TlsOptions.parse(given).orElseThrow()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(reason);
  }

  /** The JVM's own provider is not named by a property. */
  static final class PreferredProvider {
    private PreferredProvider() {}

    public static void main(String[] arguments) {
      Security.insertProviderAt(JsseProviders.find("BCJSSE"), 1);
      try {
        Transport.of(Map.of("tls.cipher", TLS13, "tls.recordsize", "1024"));
      } catch (UsageException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @Test
  void theProviderInUseDecidesAlsoIfItIsNotNamed() throws Exception {
    assertThat(ChildJvm.run(PreferredProvider.class, List.of()))
        .contains(
            "tls.recordsize=1024: BCJSSE ignores it; leave it out or set tls.provider=SunJSSE");
  }

  @Test
  void versionsAreThoseOfTheLibraries() {
    assertThat(JsseProviders.nameAndVersion(JsseProviders.find("SunJSSE")))
        .isEqualTo("SunJSSE " + System.getProperty("java.version"));
    assertThat(JsseProviders.nameAndVersion(JsseProviders.find("BCJSSE")))
        .matches("BCJSSE 1\\.[0-9]{2}.*");
    assertThat(JsseProviders.nameAndVersion(JsseProviders.find("Conscrypt")))
        .matches("Conscrypt 2\\.[0-9]+\\.[0-9]+");
  }

  @Test
  void listsWhatEachProviderCanPin() {
    assertThat(JvmSuites.ofProvider("BCJSSE").available())
        .extracting(pair -> pair.suite().name())
        .contains("TLS_AES_256_GCM_SHA384", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384")
        .doesNotContain("TLS_RSA_WITH_RC4_128_MD5");
    assertThat(JvmSuites.ofProvider("Conscrypt").available())
        .extracting(pair -> pair.protocol())
        .containsOnly(TlsProtocol.TLS_1_2);
  }

  /** ARIA, Camellia, SM4, CCM. */
  static Stream<String> suitesThatTheJdkLacks() {
    JvmSuites jdk = JvmSuites.ofProvider("SunJSSE");
    return JvmSuites.ofProvider("BCJSSE").available().stream()
        .filter(pair -> pair.protocol() == pair.suite().newestProtocol())
        .filter(pair -> jdk.of(pair.protocol(), pair.suite()).status() == Status.UNAVAILABLE)
        .map(pair -> pair.suite().name());
  }

  @Test
  void bouncyCastleHasTheCiphersOfKoreaJapanAndChina() {
    assertThat(suitesThatTheJdkLacks())
        .contains(
            "TLS_ECDHE_RSA_WITH_ARIA_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_CAMELLIA_256_GCM_SHA384",
            "TLS_SM4_GCM_SM3");
  }

  @ParameterizedTest
  @MethodSource("suitesThatTheJdkLacks")
  void pinsWhatTheJdkLacks(String suite) throws Exception {
    TlsPin pin = pin("BCJSSE", suite);
    PinnedTransport transport = TestCertificates.transport(pin);
    try (TestServer server = TestServer.pinned(pin, TestCertificates.serverFor(pin))) {
      assertThat(Client.CONNECTED.echo(transport, server.port(), MESSAGE)).isEqualTo(MESSAGE);
      SSLSession session = server.nextSession();
      assertThat(session.getCipherSuite()).isEqualTo(suite);
      assertThat(session.getProtocol()).isEqualTo(pin.protocol().toString());
    }
    assertThat(transport.evidence().orElseThrow().account())
        .filteredOn(row -> !row.setting().equals("Java")) // of the JVM that runs the tests
        .extracting(AccountRow::agreement)
        .doesNotContain(Agreement.DIFFERENT, Agreement.IN_PART);
  }

  /** In a JVM of its own: before Java 19 it has one list of signature schemes. */
  static final class MlDsa {
    private MlDsa() {}

    public static void main(String[] arguments) throws Exception {
      TlsPin pin = pin("BCJSSE", TLS13).withServerKey(ServerKey.parse(arguments[0]));
      JvmTls.prepare(TestCertificates.options(pin));
      PinnedTransport transport = TestCertificates.transport(pin);
      try (TestServer server = TestServer.pinned(pin, TestCertificates.server(arguments[0]))) {
        Client.valueOf(arguments[1]).echo(transport, server.port(), MESSAGE);
        SSLSession session = server.nextSession();
        System.out.println(
            "server " + ServerKey.of(session.getLocalCertificates()[0].getPublicKey()));
      }
      System.out.println("client " + transport.evidence().orElseThrow().serverKey());
    }
  }

  @ParameterizedTest
  @CsvSource({"ML-DSA-44, CONNECTED", "ML-DSA-65, ENGINE", "ML-DSA-87, LAYERED"})
  void bouncyCastleVerifiesMlDsa(String key, String client) throws Exception {
    if (Runtime.version().feature() < 19) {
      assertThat(ChildJvm.run(MlDsa.class, List.of(key, client)))
          .contains("server " + key, "client " + key);
    } else {
      // Its client does there, too; its server does not sign.
      TlsPin pin = pin("BCJSSE", TLS13).withServerKey(ServerKey.parse(key));
      assertThatThrownBy(() -> TestServer.pinned(pin, TestCertificates.server(key)))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("does not sign with " + key);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_ECDHE_RSA_WITH_ARIA_128_GCM_SHA256, 'Cipher BC '",
    "TLS_ECDHE_RSA_WITH_CAMELLIA_256_CBC_SHA384, 'Cipher BC '",
    "TLS_SM4_GCM_SM3, 'Cipher BC '",
    "TLS_AES_256_GCM_SHA384, JDK",
  })
  void saysWhoseCipherItIs(String suite, String whose) throws Exception {
    TlsPin pin = pin("BCJSSE", suite);
    PinnedTransport transport = TestCertificates.transport(pin);
    try (TestServer server = TestServer.pinned(pin, TestCertificates.serverFor(pin))) {
      Client.CONNECTED.echo(transport, server.port(), MESSAGE);
    }
    assertThat(AccountTest.row(transport, "Primitives").observed()).startsWith(whose);
  }

  @Test
  void refusesWhatAProviderDoesNotHave() throws Exception {
    assertThatThrownBy(() -> TestCertificates.transport(pin("BCJSSE", "RC4-MD5")))
        .isInstanceOf(UsageException.class);
    // Newer updates of Java have it.
    TlsPin postQuantum =
        TlsPin.of(TLS13).withProvider("SunJSSE").withGroup(NamedGroup.X25519_MLKEM768);
    SSLEngine engine = SSLContext.getDefault().createSSLEngine();
    engine.setUseClientMode(true);
    if (!Offer.hello(engine).groups().contains(NamedGroup.X25519_MLKEM768.code())) {
      assertThatThrownBy(() -> TestCertificates.transport(postQuantum))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("X25519MLKEM768");
    }
  }
}
