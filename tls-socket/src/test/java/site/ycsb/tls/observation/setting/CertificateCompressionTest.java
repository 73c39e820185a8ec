package site.ycsb.tls.observation.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.AccountRow.Agreement;
import site.ycsb.tls.observation.Handshake;
import site.ycsb.tls.observation.Observed;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.wire.ClientHello;
import site.ycsb.tls.wire.RecordWalk;
import site.ycsb.tls.wire.ServerFlight;

class CertificateCompressionTest {
  private static final CertificateAuthority AUTHORITY = CertificateAuthority.create();
  private static final TlsOptions OPTIONS = TlsOptions.of(TlsPin.of("TLS_AES_128_GCM_SHA256"));
  private static final CertificateCompression SETTING = new CertificateCompression();

  /** ServerHello of TLS 1.3, TLS_AES_128_GCM_SHA256, x25519: 90 bytes of message in a record. */
  private static final int SERVER_HELLO = 5 + 90;

  /**
   * What a server sends at least: EncryptedExtensions 6, Certificate 8 and 5 more for its one
   * certificate, CertificateVerify 8, Finished 36, and 14 of a record around them.
   */
  private static final int BESIDE_CERTIFICATE_AND_SIGNATURE = 6 + 13 + 8 + 36 + 14;

  @ParameterizedTest
  @CsvSource({"RSA-2048, 256", "EC-384, 96", "Ed25519, 64", "ML-DSA-65, 3309"})
  void fewerBytesThanTheCertificateNeedsAreACompressedOne(String key, int signature)
      throws Exception {
    Certificate certificate = certificate(key);
    int least =
        SERVER_HELLO
            + BESIDE_CERTIFICATE_AND_SIGNATURE
            + certificate.getEncoded().length
            + signature;

    assertThat(SETTING.in(handshake(certificate, least, least, 27))).isEqualTo("offered, not seen");
    assertThat(SETTING.in(handshake(certificate, least - 1, least, 27)))
        .isEqualTo("offered and used");
    assertThat(SETTING.in(handshake(certificate, least - 1, least, 51))).isEqualTo("not offered");
  }

  /** Whatever the others are padded to. */
  @Test
  void noRecordThatIsLongEnoughIsACompressedOne() throws Exception {
    Certificate certificate = certificate("RSA-2048");
    int record = 13 + certificate.getEncoded().length + 9;

    assertThat(SETTING.in(handshake(certificate, 5000, record, 27))).isEqualTo("offered, not seen");
    assertThat(SETTING.in(handshake(certificate, 5000, record - 1, 27)))
        .isEqualTo("offered and used");
  }

  /** The certificate as it is was cut, at the client's wish or the server's own. */
  @Test
  void shortRecordsAreNoCompressedOne() throws Exception {
    Certificate certificate = certificate("RSA-2048");

    for (int wish : new int[] {1, 28}) {
      assertThat(SETTING.in(handshake(certificate, 5000, 500, 27, wish)))
          .isEqualTo("offered, not seen");
      // Too few bytes are seen nonetheless.
      assertThat(SETTING.in(handshake(certificate, 500, 500, 27, wish)))
          .isEqualTo("offered and used");
    }
    assertThat(SETTING.in(handshake(certificate, 5000, new Longest(500, 2), 27)))
        .isEqualTo("offered, not seen");
  }

  @Test
  void isLeftOpenIfNothingIsAsked() {
    AccountRow row = SETTING.row(observed(OPTIONS, Map.of("not offered", 3L)));
    assertThat(row).isEqualTo(AccountRow.open("CertificateCompression", "not offered"));
  }

  @ParameterizedTest
  @CsvSource({
    "true, offered and used, SAME",
    "true, 'offered, not seen', IN_PART",
    "true, not offered, DIFFERENT",
    "false, not offered, SAME",
    "false, 'offered, not seen', DIFFERENT",
    "false, offered and used, DIFFERENT",
  })
  void whatIsAskedIsComparedWithWhatIsSeen(boolean on, String seen, Agreement agreement) {
    AccountRow row =
        SETTING.row(observed(OPTIONS.withCertificateCompression(on), Map.of(seen, 3L)));
    assertThat(row.agreement()).isEqualTo(agreement);
    assertThat(row.asked()).isEqualTo(on ? "on" : "off");
    assertThat(row.observed()).isEqualTo(seen);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void someHandshakesThatAreNotAsAskedAreEnough(boolean on) {
    AccountRow row =
        SETTING.row(
            observed(
                OPTIONS.withCertificateCompression(on),
                Map.of("offered and used", 5L, "not offered", 1L)));
    assertThat(row.agreement()).isEqualTo(Agreement.DIFFERENT);
  }

  private static Certificate certificate(String key) {
    CertifiedKey server = AUTHORITY.issueServer(ServerKey.parse(key));
    return server.certificate();
  }

  private static Observed observed(TlsOptions options, Map<String, Long> seen) {
    return new Observed(
        options,
        JsseProviders.of(Optional.empty()),
        seen,
        new Observed.Totals(3, 0, 0, 0),
        /* last= */ null);
  }

  /** The longest records: their length, and how many they are. */
  private record Longest(int length, int count) {}

  private static Handshake handshake(
      Certificate certificate, long received, int longest, Integer... extensions) {
    return handshake(certificate, received, new Longest(longest, 1), extensions);
  }

  private static Handshake handshake(
      Certificate certificate, long received, Longest longest, Integer... extensions) {
    ClientHello hello =
        new ClientHello(
            List.of(0x1301), List.of(0x0304), List.of(), List.of(), List.of(), List.of(extensions));
    SSLSession session =
        (SSLSession)
            Proxy.newProxyInstance(
                CertificateCompressionTest.class.getClassLoader(),
                new Class<?>[] {SSLSession.class},
                (proxy, method, arguments) -> new Certificate[] {certificate});
    return new Handshake(
        session, Optional.of(hello), flight(), "", received, longest.length(), longest.count());
  }

  private static ServerFlight flight() {
    byte[] record = new byte[SERVER_HELLO];
    byte[] start = {22, 3, 3, 0, 90, 2, 0, 0, 86, 3, 3};
    System.arraycopy(start, 0, record, 0, start.length);
    // After the random: no session id; suite, no compression; supported_versions, key_share.
    byte[] end = {0, 0x13, 1, 0, 0, 46, 0, 43, 0, 2, 3, 4, 0, 51, 0, 36, 0, 0x1D, 0, 32};
    System.arraycopy(end, 0, record, start.length + 32, end.length);
    ServerFlight flight = new ServerFlight();
    new RecordWalk(flight).pass(record, 0, record.length);
    assertThat(flight.answered()).isTrue();
    assertThat(flight.helloBytes()).isEqualTo(90);
    return flight;
  }
}
