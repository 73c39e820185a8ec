package site.ycsb.tls.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.property.Secret;
import site.ycsb.tls.property.UsageException;

class TlsOptionsTest {

  @Test
  void isPlainWithoutCipher() {
    assertThat(TlsOptions.parse(Map.of("recordcount", "1000"))).isEmpty();
    assertThat(TlsOptions.parse(Map.of("tls.sndbuf", "65536"))).isEmpty();
    assertThat(SocketSettings.parse(Map.of("tls.sndbuf", "65536")).send()).hasValue(65536);
  }

  @Test
  void readsAllThatIsGiven() {
    Map<String, String> properties = new HashMap<>();
    properties.put("tls.cipher", "ECDHE-ECDSA-AES128-SHA");
    properties.put("tls.protocol", "TLSv1.1");
    properties.put("tls.keysize", "EC-256");
    properties.put("tls.group", "P-384");
    properties.put("tls.provider", "sunjsse");
    properties.put("tls.verify", "CHAIN");
    properties.put("tls.ca", "ca.pem");
    properties.put("tls.cert", "client.pem");
    properties.put("tls.key.password", "hush");
    properties.put("tls.resumption", "on");
    properties.put("tls.sndbuf", "4096");
    properties.put("tls.rcvbuf", "8192");
    properties.put("tls.recordsize", "2048");
    properties.put("tls.legacy", "true");
    TlsOptions options = TlsOptions.parse(properties).orElseThrow();
    assertThat(options.pin())
        .hasToString("TLSv1.1 TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA EC-256 secp384r1 SunJSSE");
    assertThat(options.trust())
        .isEqualTo(Trust.ofCa(Path.of("ca.pem")).withVerification(Verification.CHAIN));
    assertThat(options.clientCertificate())
        .hasValueSatisfying(
            c -> {
              ClientCertificate.Pem pem = (ClientCertificate.Pem) c;
              assertThat(pem.key()).isEqualTo(pem.certificate()).isEqualTo(Path.of("client.pem"));
              assertThat(pem.password()).contains(new Secret("hush"));
            });
    assertThat(options.resumption()).isEqualTo(Resumption.ON);
    assertThat(options.legacy()).isTrue();
    assertThat(options.recordSize()).hasValue(2048);
    assertThat(options.sockets().receive()).hasValue(8192);
    assertThat(options.toString()).doesNotContain("hush");
  }

  @Test
  void defaultsAreStrict() {
    TlsOptions options =
        TlsOptions.parse(Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384")).orElseThrow();
    assertThat(options.pin().group()).contains(NamedGroup.X25519);
    assertThat(options.trust().verification()).isEqualTo(Verification.FULL);
    assertThat(options.resumption()).isEqualTo(Resumption.OFF);
    assertThat(options.legacy()).isFalse();
    assertThat(options.pin())
        .isEqualTo(TlsPin.of("TLS_AES_256_GCM_SHA384").withGroup(NamedGroup.X25519));
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_AES_256_GCM_SHA384, , x25519",
    "ECDHE-RSA-AES128-SHA, , x25519",
    "ECDHE-RSA-AES128-SHA, any, ",
    "DHE-RSA-AES128-SHA, , ",
    "DHE-RSA-AES128-SHA, ffdhe3072, ffdhe3072",
    "AES128-SHA, , ",
  })
  void pinsTheGroupWhereTheSuiteHasAChoice(String suite, String group, String pinned) {
    Map<String, String> properties = new HashMap<>(Map.of("tls.cipher", suite));
    if (group != null) {
      properties.put("tls.group", group);
    }
    assertThat(TlsOptions.parse(properties).orElseThrow().pin().group().map(Object::toString))
        .isEqualTo(Optional.ofNullable(pinned));
  }

  @Test
  void namesTheNearestPropertyOfAMisspelledOne() {
    refused("tls.chiper", "AES128-SHA").hasMessageContaining("did you mean tls.cipher?");
    refused("tls.cipher", "AES128-SHA", "tls.keysise", "2048")
        .hasMessageContaining("did you mean tls.keysize?");
  }

  @Test
  void refusesPropertiesThatNeedACipher() {
    refused("tls.keysize", "2048").hasMessageContaining("tls.keysize is given without tls.cipher");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tls.cipher=TLS_AES_265_GCM_SHA384 | the nearest are TLS_AES_256_GCM_SHA384",
        "tls.cipher=AES128-SHA,AES256-SHA | one run pins one suite",
        "tls.cipher=all | make a transport for each",
        "tls.cipher=TLS_AES_256_GCM_SHA384 tls.protocol=TLSv1.2 | is not a suite of TLSv1.2 but of TLSv1.3",
        "tls.cipher=AES128-SHA tls.protocol=TLSv9 | tls.protocol=TLSv9: unknown protocol version",
        "tls.cipher=AES128-SHA tls.keysize=big | tls.keysize=big: unknown server key",
        "tls.cipher=AES128-SHA tls.keysize=EC-256 | takes RSA keys",
        "tls.cipher=AES128-SHA tls.group=x25519 | whose key exchange has no group",
        "tls.cipher=ECDHE-RSA-AES128-SHA tls.keysize=ML-DSA-65 | takes RSA keys",
        "tls.cipher=AES128-SHA tls.certificate-compression=on | certificates are compressed in TLSv1.3 only",
        "tls.cipher=AES128-SHA tls.certificate-compression=yes | expected one of on, off",
        "tls.cipher=AES128-SHA tls.provider=Moon | expected one of SunJSSE, BCJSSE, Conscrypt",
        "tls.cipher=AES128-SHA tls.jca=Moon | expected one of accp",
        "tls.cipher=AES128-SHA tls.verify=no | expected one of full, chain, none",
        "tls.cipher=AES128-SHA tls.resumption=yes | expected off, on or 1% to 99%",
        "tls.cipher=AES128-SHA tls.legacy=1 | expected one of true, false",
        "tls.cipher=AES128-SHA tls.sndbuf=big | tls.sndbuf=big: expected a whole number of at least 1",
        "tls.cipher=AES128-SHA tls.recordsize=17 | expected a whole number from 512 to 16709",
        "tls.cipher=AES128-SHA tls.ca=a tls.truststore=b | give one of the two",
        "tls.cipher=AES128-SHA tls.truststore.password=b | without tls.truststore",
        "tls.cipher=AES128-SHA tls.key=b | tls.key is given without tls.cert",
        "tls.cipher=AES128-SHA tls.cert=a tls.keystore=b | give one of the two",
      })
  void refusesWhatCannotBe(String given, String why) {
    refused(given.split("[ =]")).hasMessageContaining(why);
  }

  @ParameterizedTest
  @CsvSource({"tls.recordsize, 1024", "tls.renegotiate, 5"})
  void refusesWhatEnginesCannot(String property, String value) {
    Optional<TlsOptions> given =
        TlsOptions.parse(Map.of("tls.cipher", "AES128-SHA", property, value));
    Optional<TlsOptions> bare = TlsOptions.parse(Map.of("tls.cipher", "AES128-SHA"));

    assertThatThrownBy(() -> TlsOptions.refuseWhatEnginesCannot(given))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(property + "=" + value);
    assertThatCode(() -> TlsOptions.refuseWhatEnginesCannot(bare)).doesNotThrowAnyException();
  }

  @Test
  void eachPropertyIsDocumented() {
    assertThat(TlsProperties.ALL)
        .allSatisfy(p -> assertThat(p.description()).isNotBlank())
        .allSatisfy(p -> assertThat(p.name()).startsWith(TlsProperties.PREFIX))
        .allSatisfy(p -> assertThat(p.secret()).isEqualTo(p.name().endsWith("password")));
  }

  /** Its jar is not there, and giving it would not help. */
  @Test
  void aProviderOfCiphersThatNobodyAsksIsRefusedBeforeItsJarIsLookedFor() {
    TlsOptions options =
        TlsOptions.parse(
                Map.of("tls.cipher", "AES128-SHA", "tls.provider", "Conscrypt", "tls.jca", "accp"))
            .orElseThrow();

    assertThatThrownBy(() -> JvmTls.prepare(options))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("tls.jca=accp: Conscrypt has its own ciphers");
  }

  private static AbstractThrowableAssert<?, ?> refused(String... keysAndValues) {
    Map<String, String> properties = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      properties.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return assertThatThrownBy(() -> TlsOptions.parse(properties))
        .isInstanceOf(UsageException.class);
  }
}
