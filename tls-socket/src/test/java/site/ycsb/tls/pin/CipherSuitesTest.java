package site.ycsb.tls.pin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CipherSuitesTest {

  @ParameterizedTest
  @CsvSource({
    "AES256-GCM-SHA384, TLS_RSA_WITH_AES_256_GCM_SHA384",
    "ECDHE-RSA-AES256-GCM-SHA384, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
    "tls_aes_128_gcm_sha256, TLS_AES_128_GCM_SHA256",
    "SSL_RSA_WITH_RC4_128_MD5, TLS_RSA_WITH_RC4_128_MD5",
    "TLS_RSA_WITH_RC4_128_MD5, TLS_RSA_WITH_RC4_128_MD5",
    "EDH-RSA-DES-CBC3-SHA, TLS_DHE_RSA_WITH_3DES_EDE_CBC_SHA",
    "DHE-RSA-DES-CBC3-SHA, TLS_DHE_RSA_WITH_3DES_EDE_CBC_SHA",
    "' ECDHE-RSA-CHACHA20-POLY1305 ', TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
    "ECDHE-ARIA256-GCM-SHA384, TLS_ECDHE_RSA_WITH_ARIA_256_GCM_SHA384",
    "CAMELLIA256-SHA, TLS_RSA_WITH_CAMELLIA_256_CBC_SHA",
    "tls_sm4_gcm_sm3, TLS_SM4_GCM_SM3",
  })
  void understandsAllThreeSpellings(String given, String iana) {
    assertThat(CipherSuites.parse(given)).hasToString(iana);
  }

  @Test
  void namesAndNumbersAreUnique() {
    List<CipherSuite> all = CipherSuites.all();
    assertThat(all.stream().map(CipherSuite::name)).doesNotHaveDuplicates();
    assertThat(all.stream().map(CipherSuite::code)).doesNotHaveDuplicates();
    assertThat(all.stream().map(CipherSuite::openSslName)).doesNotHaveDuplicates();
    assertThat(all)
        .allSatisfy(s -> assertThat(CipherSuites.ofCode(s.code())).contains(s))
        .allSatisfy(s -> assertThat(s.protocols()).contains(s.newestProtocol()))
        .allSatisfy(s -> assertThat(s.keyAlgorithms()).isNotEmpty());
  }

  @Test
  void knowsEachSuiteThatThisJvmOffersByCertificate() throws Exception {
    List<String> offered =
        Arrays.stream(SSLContext.getDefault().getDefaultSSLParameters().getCipherSuites())
            .filter(name -> !name.contains("_DSS_") && !name.contains("RENEGOTIATION"))
            .toList();
    assertThat(offered)
        .isNotEmpty()
        .allSatisfy(
            name -> assertThat(CipherSuites.parse(name).jsseName()).as(name).isEqualTo(name));
  }

  @Test
  void namesTheNearestInTheSpellingOfTheUnknownOne() {
    assertThatThrownBy(() -> CipherSuites.parse("TLS_AES_265_GCM_SHA384"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the nearest are TLS_AES_256_GCM_SHA384");
    assertThatThrownBy(() -> CipherSuites.parse("AES265-GCM-SHA384"))
        .hasMessageContaining("the nearest are AES256-GCM-SHA384");
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_AES_256_GCM_SHA384, TLS_1_3, '[TLSv1.3]'",
    "AES256-GCM-SHA384, RSA, '[TLSv1.2]'",
    "AES256-SHA, RSA, '[TLSv1, TLSv1.1, TLSv1.2]'",
    "ECDHE-ECDSA-AES128-CCM8, ECDHE, '[TLSv1.2]'",
    "DHE-RSA-AES128-SHA256, DHE, '[TLSv1.2]'",
    "ECDHE-RSA-CHACHA20-POLY1305, ECDHE, '[TLSv1.2]'",
    "RC4-MD5, RSA, '[TLSv1, TLSv1.1, TLSv1.2]'",
    "ECDH-RSA-AES128-SHA, ECDH, '[TLSv1, TLSv1.1, TLSv1.2]'",
    "CAMELLIA128-SHA, RSA, '[TLSv1, TLSv1.1, TLSv1.2]'",
    "ECDHE-ARIA128-GCM-SHA256, ECDHE, '[TLSv1.2]'",
    "TLS_SM4_GCM_SM3, TLS_1_3, '[TLSv1.3]'",
    "TLS_SHA384_SHA384, TLS_1_3, '[TLSv1.3]'",
  })
  void derivesKeyExchangeAndVersionsFromTheName(String suite, KeyExchange kx, String versions) {
    assertThat(CipherSuites.parse(suite).keyExchange()).isEqualTo(kx);
    assertThat(CipherSuites.parse(suite).protocols()).hasToString(versions);
  }
}
