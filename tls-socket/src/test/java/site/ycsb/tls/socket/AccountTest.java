package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.observation.Account;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.AccountRow.Agreement;
import site.ycsb.tls.observation.ObservedTls.Totals;
import site.ycsb.tls.observation.setting.Settings;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.Resumption;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.property.UsageException;

/** What was asked beside what was observed, with a real server that says what it saw. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AccountTest {
  private static final byte[] MESSAGE = "hello".getBytes(StandardCharsets.US_ASCII);
  private static final String TLS13 = "TLS_AES_128_GCM_SHA256";
  private static final String TLS12 = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";

  static Stream<Arguments> suitesAndClients() {
    return Client.with(Stream.of(TLS12, TLS13));
  }

  static AccountRow row(PinnedTransport transport, String setting) {
    return row(transport.evidence().orElseThrow().account(), setting);
  }

  static AccountRow row(List<AccountRow> account, String setting) {
    return account.stream().filter(r -> r.setting().equals(setting)).findFirst().orElseThrow();
  }

  private static AccountRow row(TlsOptions options, String provider, Totals totals, String name) {
    return row(new Account(options, JsseProviders.find(provider), Settings.ALL).rows(totals), name);
  }

  private static PinnedTransport withCertificate(String suite) throws Exception {
    return TestCertificates.transport(
        TlsPin.of(suite), TestCertificates.pem(TestCertificates.client("EC-256")));
  }

  @ParameterizedTest
  @MethodSource("suitesAndClients")
  void everyRowAgreesWithTheServersSession(String suite, Client client) throws Exception {
    PinnedTransport transport = withCertificate(suite);
    try (TestServer server = MutualTlsTest.demanding(suite)) {
      client.echo(transport, server.port(), MESSAGE);
      SSLSession seen = server.nextSession();

      assertThat(row(transport, "ProtocolOnWire").observed()).isEqualTo(seen.getProtocol());
      assertThat(row(transport, "CipherSuiteOnWire").observed()).isEqualTo(seen.getCipherSuite());
      assertThat(row(transport, "ServerKeyOfSession").observed())
          .isEqualTo(ServerKey.of(seen.getLocalCertificates()[0].getPublicKey()).toString());
      assertThat(row(transport, "ClientCertificate").observed()).isEqualTo("sent");
      assertThat(seen.getPeerPrincipal().toString()).contains("CN=a client");
    }
    assertThat(row(transport, "Resumed").observed()).isEqualTo("0 of 1 handshakes");
    assertThat(row(transport, "ProviderInUse").observed())
        .isEqualTo("SunJSSE " + System.getProperty("java.version"));
    assertThat(row(transport, "Primitives").observed()).isEqualTo("JDK");
    assertThat(row(transport, "CertificateCompression").observed()).contains("offered");
    assertThat(row(transport, "KeyShares").observed().equals("none"))
        .isEqualTo(suite.equals(TLS12));
    assertThat(transport.evidence().orElseThrow().account())
        .filteredOn(row -> !row.setting().equals("Java")) // of the JVM that runs the tests
        .extracting(AccountRow::agreement)
        .doesNotContain(Agreement.DIFFERENT, Agreement.IN_PART);
  }

  /** In a JVM of its own, which has one setting of it; with a server that has this JDK's TLS. */
  static final class Compression {
    private Compression() {}

    public static void main(String[] arguments) throws Exception {
      TlsOptions options =
          TestCertificates.options(TLS13)
              .withCertificateCompression(Boolean.parseBoolean(arguments[0]));
      JvmTls.prepare(options);
      try (TestServer server = TestServer.lenient(TestCertificates.server(arguments[1]))) {
        PinnedTransport transport = new PinnedTransport(options);
        Client.CONNECTED.echo(transport, server.port(), MESSAGE);
        AccountRow row = row(transport, "CertificateCompression");
        System.out.println(row.observed() + ", " + row.agreement());
      } catch (UsageException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  /** From Java 27 on, client and server compress. */
  @ParameterizedTest
  @ValueSource(strings = {"RSA-2048", "EC-256", "Ed25519"})
  void certificatesAreCompressedIfThatIsAskedOrItIsRefused(String key) throws Exception {
    assertThat(ChildJvm.run(Compression.class, List.of("true", key)))
        .last()
        .asString()
        .startsWith(
            Runtime.version().feature() < 27
                ? "tls.certificate-compression=on: SunJSSE of this JVM (Java "
                : "offered and used, SAME");
    assertThat(ChildJvm.run(Compression.class, List.of("false", key)))
        .last()
        .isEqualTo("not offered, SAME");
  }

  @ParameterizedTest
  @MethodSource("suitesAndClients")
  void aClientCertificateThatIsNeverAskedForIsDifferent(String suite, Client client)
      throws Exception {
    PinnedTransport transport = withCertificate(suite);
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      client.echo(transport, server.port(), MESSAGE);
    }
    AccountRow row = row(transport, "ClientCertificate");
    assertThat(row.agreement()).isEqualTo(Agreement.DIFFERENT);
    assertThat(row.observed()).isEqualTo(suite.equals(TLS12) ? "not requested" : "not sent");
    assertThat(row.remark()).startsWith("tls.cert: the client's certificate was sent in 0 of 1");
  }

  @Test
  void aKeyStoreWhoseCertificateIsNeverAskedForIsNamed() throws Exception {
    PinnedTransport transport =
        TestCertificates.transport(
            TlsPin.of(TLS13), TestCertificates.store(TestCertificates.client("EC-256")));
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      Client.CONNECTED.echo(transport, server.port(), MESSAGE);
    }
    assertThat(row(transport, "ClientCertificate").remark()).startsWith("tls.keystore: ");
  }

  @ParameterizedTest
  @EnumSource(
      value = Client.class,
      names = {"CONNECTED", "ENGINE"})
  void resumptionIsAsCounted(Client client) throws Exception {
    PinnedTransport transport =
        new PinnedTransport(TestCertificates.options(TLS12).withResumption(Resumption.ON));
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      for (int i = 0; i < 10; i++) {
        client.echo(transport, server.port(), MESSAGE);
      }
    }
    AccountRow row = row(transport, "Resumed");
    assertThat(row.observed()).isEqualTo("9 of 10 handshakes");
    assertThat(row.agreement()).isEqualTo(Agreement.SAME);
  }

  /** Each server has a cache of its own, as one without tickets and cache has none. */
  @Test
  void resumptionThatResumesNothingIsDifferent() throws Exception {
    PinnedTransport transport =
        new PinnedTransport(TestCertificates.options(TLS13).withResumption(Resumption.ON));
    for (int i = 0; i < 10; i++) {
      try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
        Client.CONNECTED.echo(transport, server.port(), MESSAGE);
      }
    }
    AccountRow row = row(transport, "Resumed");
    assertThat(row.agreement()).isEqualTo(Agreement.DIFFERENT);
    assertThat(row.remark())
        .startsWith("tls.resumption=on: none of 10 handshakes resumed a session");
  }

  @ParameterizedTest
  @CsvSource({
    "0%, 5, 0, SAME",
    "0%, 5, 1, DIFFERENT",
    "100%, 9, 0, LEFT_OPEN",
    "100%, 10, 0, DIFFERENT",
    "100%, 10, 990, SAME",
    "90%, 100, 900, SAME",
    "90%, 500, 500, IN_PART"
  })
  void aShareOfResumedHandshakes(String asked, long full, long resumed, Agreement agreement) {
    Resumption share = new Resumption(Integer.parseInt(asked.replace("%", "")));
    TlsOptions options = TestCertificates.options(TLS13).withResumption(share);

    assertThat(row(options, "SunJSSE", new Totals(full, resumed, 0, 0), "Resumed").agreement())
        .isEqualTo(agreement);
  }

  @ParameterizedTest
  @CsvSource({"100%, 50, 50, true", "10%, 50, 50, false"})
  void aShareThatIsTooSmallSaysWhy(String asked, long full, long resumed, boolean small) {
    Resumption share = new Resumption(Integer.parseInt(asked.replace("%", "")));
    TlsOptions options = TestCertificates.options(TLS13).withResumption(share);

    String remark = row(options, "SunJSSE", new Totals(full, resumed, 0, 0), "Resumed").remark();

    assertThat(remark).startsWith("tls.resumption=").contains("50 of 100 handshakes");
    assertThat(remark.contains("uses a ticket of TLS 1.3 once")).isEqualTo(small);
  }

  @Test
  void theLargestRecordIsMeasured() throws Exception {
    byte[] large = new byte[20_000];
    PinnedTransport asked =
        new PinnedTransport(TestCertificates.options(TLS13).withRecordSize(4096));
    PinnedTransport open = TestCertificates.transport(TLS13);
    try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
      Client.CONNECTED.echo(asked, server.port(), large);
      Client.CONNECTED.echo(open, server.port(), large);
    }

    AccountRow row = row(asked, "LargestRecordOut");
    assertThat(row.agreement()).isEqualTo(Agreement.SAME);
    assertThat(row.observed()).isEqualTo("4096 bytes");
    assertThat(Integer.parseInt(row(open, "LargestRecordOut").observed().replace(" bytes", "")))
        .isBetween(16_384, 16_709);
    // A library that is not known to ignore it.
    AccountRow ignored =
        row(
            TestCertificates.options(TLS13).withRecordSize(4096),
            "BCJSSE",
            new Totals(1, 0, 0, 16_406),
            "LargestRecordOut");
    assertThat(ignored.agreement()).isEqualTo(Agreement.DIFFERENT);
    assertThat(ignored.remark())
        .isEqualTo(
            "tls.recordsize=4096: BCJSSE sent a record of 16406 bytes; leave it out or set tls.provider=SunJSSE");
  }

  @Test
  void keysThatAreNeverRenewedAreDifferent() {
    TlsOptions options = TestCertificates.options(TLS13).withRenegotiation(7);

    assertThat(row(options, "SunJSSE", new Totals(1, 0, 0, 0), "KeyRenewals").agreement())
        .isEqualTo(Agreement.DIFFERENT);
    assertThat(row(options, "SunJSSE", new Totals(1, 0, 3, 0), "KeyRenewals").agreement())
        .isEqualTo(Agreement.SAME);
  }

  @Test
  void aSmallRecordSizeAndALargeHelloAreNoDisabledSuite() {
    TlsPin pin = TlsPin.of(TLS13).withGroup(NamedGroup.X25519);
    assertThat(new PinnedTransport(TestCertificates.options(pin).withRecordSize(64))).isNotNull();
    assertThatThrownBy(
            () ->
                Transport.of(
                    Map.of("tls.cipher", "TLS_RSA_WITH_NULL_SHA", "tls.recordsize", "512")))
        .hasMessageContaining("has disabled");
  }

  @Test
  void aRowSaysWhatIsWrongOrNothing() {
    assertThatThrownBy(() -> new AccountRow("A", "b", "c", Agreement.DIFFERENT, ""))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new AccountRow("A", "b", "c", Agreement.SAME, "d"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
