package site.ycsb.tls.observation.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.security.cert.Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
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
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.wire.ClientHello;
import site.ycsb.tls.wire.RecordWalk;
import site.ycsb.tls.wire.ServerFlight;

class CertificateCompressionTest {
  private static final CertificateAuthority AUTHORITY =
      CertificateAuthority.create(ServerKey.parse("RSA-1024"));
  private static final Certificate CERTIFICATE = certificate("RSA-2048");
  private static final TlsOptions OPTIONS = TlsOptions.of(TlsPin.of("TLS_AES_128_GCM_SHA256"));

  /** ServerHello of TLS 1.3, TLS_AES_128_GCM_SHA256, x25519: 90 bytes of message in a record. */
  private static final int SERVER_HELLO = 5 + 90;

  /** What encryption adds to a record. */
  private static final int PROTECTION = 1 + 16;

  /** The server's first encrypted message, and the last two with a key RSA-2048. */
  private static final int ENCRYPTED_EXTENSIONS = 6;

  private static final int CERTIFICATE_VERIFY = 8 + 256;
  private static final int FINISHED = 36;

  /** More than a handshake has. */
  private static final int MANY = 50_000;

  /**
   * What a server sends at least: EncryptedExtensions 6, Certificate 8 and 5 more for its one
   * certificate, CertificateVerify 8, Finished 36, and one record around them.
   */
  private static final int BESIDE_CERTIFICATE_AND_SIGNATURE =
      ENCRYPTED_EXTENSIONS + 13 + 8 + FINISHED + 5 + PROTECTION;

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
    RecordWalk.Tail padded = records(least);

    assertThat(CertificateCompression.in(handshake(certificate, least, padded, 27)))
        .isEqualTo("offered, not seen");
    assertThat(CertificateCompression.in(handshake(certificate, least - 1, padded, 27)))
        .isEqualTo("offered and used");
    assertThat(CertificateCompression.in(handshake(certificate, least - 1, padded, 51)))
        .isEqualTo("not offered");
  }

  /** Whatever came before it. */
  @ParameterizedTest
  @ValueSource(ints = {ENCRYPTED_EXTENSIONS, 300})
  void noRecordThatIsLongEnoughIsACompressedOne(int before) throws Exception {
    int message = 13 + CERTIFICATE.getEncoded().length;

    assertThat(seen(CERTIFICATE, before, message, CERTIFICATE_VERIFY, FINISHED))
        .isEqualTo("offered, not seen");
    assertThat(seen(CERTIFICATE, before, message - 1, CERTIFICATE_VERIFY, FINISHED))
        .isEqualTo("offered and used");
    assertThat(seen(CERTIFICATE, before + message + CERTIFICATE_VERIFY + FINISHED))
        .isEqualTo("offered, not seen");
  }

  /** At the client's wish or by the server's limit, also if one record is full and no other. */
  @Test
  void aCertificateThatComesInPiecesIsNoCompressedOne() throws Exception {
    int message = 13 + CERTIFICATE.getEncoded().length;

    for (int limit : new int[] {30, 100, message / 2, message / 2 + 1, message - 1}) {
      int[] asItIs = cut(limit, ENCRYPTED_EXTENSIONS, message, CERTIFICATE_VERIFY, FINISHED);
      int[] compressed =
          cut(limit, ENCRYPTED_EXTENSIONS, message - 1, CERTIFICATE_VERIFY, FINISHED);
      assertThat(seen(CERTIFICATE, asItIs)).as("limit " + limit).isEqualTo("offered, not seen");
      assertThat(seen(CERTIFICATE, compressed)).as("limit " + limit).isEqualTo("offered and used");
    }
    // The last piece and the other messages may share a record.
    int rest = 10 + CERTIFICATE_VERIFY + FINISHED;
    assertThat(seen(CERTIFICATE, ENCRYPTED_EXTENSIONS, message - 10, rest))
        .isEqualTo("offered, not seen");
  }

  /** Messages in records of so many bytes, less in the last of each message. */
  private static int[] cut(int limit, int... messages) {
    return IntStream.of(messages)
        .flatMap(
            message ->
                IntStream.iterate(message, left -> left > 0, left -> left - limit)
                    .map(left -> Math.min(left, limit)))
        .toArray();
  }

  private static String seen(Certificate certificate, int... records) {
    return CertificateCompression.in(handshake(certificate, MANY, records(records), 27));
  }

  /** What is kept of encrypted records with so many bytes of messages each. */
  private static RecordWalk.Tail records(int... messages) {
    RecordWalk walk = new RecordWalk();
    for (int message : messages) {
      int length = message + PROTECTION;
      byte[] header = {23, 3, 3, (byte) (length >> 8), (byte) length};
      walk.pass(Arrays.copyOf(header, header.length + length), 0, header.length + length);
    }
    return walk.tail();
  }

  @Test
  void isLeftOpenIfNothingIsAsked() {
    AccountRow row = CertificateCompression.row(observed(OPTIONS, Map.of("not offered", 3L)));
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
        CertificateCompression.row(
            observed(OPTIONS.withCertificateCompression(on), Map.of(seen, 3L)));
    assertThat(row.agreement()).isEqualTo(agreement);
    assertThat(row.asked()).isEqualTo(on ? "on" : "off");
    assertThat(row.observed()).isEqualTo(seen);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void someHandshakesThatAreNotAsAskedAreEnough(boolean on) {
    AccountRow row =
        CertificateCompression.row(
            observed(
                OPTIONS.withCertificateCompression(on),
                Map.of("offered and used", 5L, "not offered", 1L)));
    assertThat(row.agreement()).isEqualTo(Agreement.DIFFERENT);
  }

  private static Certificate certificate(String key) {
    CertifiedKey server = AUTHORITY.issueServer(ServerKey.parse(key));
    return server.certificate();
  }

  private static ObservedTls observed(TlsOptions options, Map<String, Long> seen) {
    return new ObservedTls(
        "CertificateCompression",
        options,
        JsseProviders.of(Optional.empty()),
        seen,
        new ObservedTls.Totals(3, 0, 0, 0),
        /* last= */ null);
  }

  private static Handshake handshake(
      Certificate certificate, long received, RecordWalk.Tail encrypted, Integer... extensions) {
    ClientHello hello =
        new ClientHello(
            List.of(0x1301), List.of(0x0304), List.of(), List.of(), List.of(), List.of(extensions));
    SSLSession session =
        (SSLSession)
            Proxy.newProxyInstance(
                CertificateCompressionTest.class.getClassLoader(),
                new Class<?>[] {SSLSession.class},
                (proxy, method, arguments) -> new Certificate[] {certificate});
    return new Handshake(session, Optional.of(hello), flight(), "", received, encrypted);
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
