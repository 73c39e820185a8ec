package site.ycsb.tls.pin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.List;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TlsPinTest {

  @Test
  void printsInOneLine() {
    TlsPin pin =
        TlsPin.of("AES256-GCM-SHA384")
            .withServerKey(ServerKey.parse("4096"))
            .withProvider("SunJSSE");
    assertThat(pin).hasToString("TLSv1.2 TLS_RSA_WITH_AES_256_GCM_SHA384 RSA-4096 SunJSSE");
    assertThat(TlsPin.of("TLS_AES_128_GCM_SHA256").withGroup(NamedGroup.X25519))
        .hasToString("TLSv1.3 TLS_AES_128_GCM_SHA256 x25519");
  }

  /** They have 256 and 384 bits, as the curves have that can be pinned. */
  @ParameterizedTest
  @ValueSource(strings = {"brainpoolP256r1", "secp256k1", "brainpoolP384r1"})
  void refusesKeysOnOtherCurves(String curve) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", new BouncyCastleProvider());
    generator.initialize(new ECGenParameterSpec(curve));
    PublicKey key = generator.generateKeyPair().getPublic();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerKey.of(key))
        .withMessageContaining("another curve than")
        .withMessageContaining("secp256r1");
  }

  @Test
  void refusesSuiteOfAnotherVersion() {
    TlsPin pin = TlsPin.of("TLS_AES_256_GCM_SHA384");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> pin.withProtocol(TlsProtocol.TLS_1_2))
        .withMessage("TLS_AES_256_GCM_SHA384 is not a suite of TLSv1.2 but of TLSv1.3");
  }

  @Test
  void refusesKeyThatTheSuiteCannotUse() {
    TlsPin pin = TlsPin.of("ECDHE-RSA-AES128-SHA");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> pin.withServerKey(ServerKey.parse("EC-256")))
        .withMessageContaining("which takes RSA keys");
  }

  @ParameterizedTest
  @CsvSource({
    "AES128-SHA, x25519",
    "ECDHE-RSA-AES128-SHA, ffdhe2048",
    "DHE-RSA-AES128-SHA, x25519",
    "ECDHE-RSA-AES128-SHA, X25519MLKEM768",
  })
  void refusesGroupThatTheSuiteCannotUse(String suite, String group) {
    TlsPin pin = TlsPin.of(suite);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> pin.withGroup(NamedGroup.parse(group)))
        .withMessageContaining("cannot be used with " + pin.cipherSuite());
  }

  @ParameterizedTest
  @CsvSource({
    "2048, RSA-2048",
    "RSA-1024, RSA-1024",
    "rsa4096, RSA-4096",
    "256, EC-256",
    "EC-384, EC-384",
    "P-521, EC-521",
    "secp256r1, EC-256",
    "ed25519, Ed25519",
    "ml-dsa-65, ML-DSA-65",
    "MLDSA87, ML-DSA-87",
  })
  void understandsServerKeys(String given, String printed) {
    assertThat(ServerKey.parse(given)).hasToString(printed);
    assertThat(ServerKey.parse(printed)).isEqualTo(ServerKey.parse(given));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "abc",
        "RSA",
        "RSA-100",
        "EC-255",
        "17",
        "999999",
        "RSA-256",
        "ML-DSA-64",
        "65"
      })
  void refusesServerKeysThatDoNotExist(String given) {
    assertThatIllegalArgumentException().isThrownBy(() -> ServerKey.parse(given));
  }

  @Test
  void tellsWhatAPublicKeyIs() throws Exception {
    KeyPairGenerator ec = KeyPairGenerator.getInstance("EC");
    ec.initialize(new ECGenParameterSpec("secp384r1"));
    KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
    rsa.initialize(1024);
    List<PublicKey> keys =
        List.of(
            ec.generateKeyPair().getPublic(),
            rsa.generateKeyPair().getPublic(),
            KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPublic());
    assertThat(keys.stream().map(k -> ServerKey.of(k).toString()))
        .containsExactly("EC-384", "RSA-1024", "Ed25519");
  }

  /** Its classes and names differ between providers. */
  @ParameterizedTest
  @ValueSource(strings = {"ML-DSA-44", "ML-DSA-65", "ML-DSA-87"})
  void tellsWhatAnMlDsaKeyIs(String name) throws Exception {
    PublicKey bouncyCastle =
        KeyPairGenerator.getInstance(name, new BouncyCastleProvider())
            .generateKeyPair()
            .getPublic();
    assertThat(ServerKey.of(bouncyCastle)).hasToString(name);
    if (Runtime.version().feature() >= 24) {
      assertThat(ServerKey.of(KeyPairGenerator.getInstance(name).generateKeyPair().getPublic()))
          .hasToString(name);
    }
  }

  @ParameterizedTest
  @CsvSource({"TLS_AES_128_GCM_SHA256, true", "ECDHE-ECDSA-AES128-GCM-SHA256, false"})
  void mlDsaIsForTls13Only(String suite, boolean fits) {
    assertThat(CipherSuites.parse(suite).keyAlgorithms().contains(ServerKey.Algorithm.ML_DSA))
        .isEqualTo(fits);
  }

  @ParameterizedTest
  @CsvSource({
    "TLSv1.2, TLSv1.2",
    "tls1.3, TLSv1.3",
    "1.1, TLSv1.1",
    "TLSv1.0, TLSv1",
    "TLS 1.2, TLSv1.2"
  })
  void understandsProtocolVersions(String given, String printed) {
    assertThat(TlsProtocol.parse(given)).hasToString(printed);
  }

  @Test
  void refusesUnknownVersionsAndGroups() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TlsProtocol.parse("SSLv3"))
        .withMessageContaining("known are TLSv1, TLSv1.1, TLSv1.2, TLSv1.3");
    assertThatIllegalArgumentException().isThrownBy(() -> NamedGroup.parse(""));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NamedGroup.parse("x22519"))
        .withMessageContaining("the nearest are x25519");
    assertThat(NamedGroup.parse("P-256")).isEqualTo(NamedGroup.SECP256R1);
    assertThat(NamedGroup.parse("prime256v1")).isEqualTo(NamedGroup.SECP256R1);
    assertThat(NamedGroup.parse("x25519mlkem768")).isEqualTo(NamedGroup.X25519_MLKEM768);
  }

  @Test
  void countsASwapAsOneStep() {
    assertThat(NearestNames.distance("tls.ciphre", "tls.cipher")).isEqualTo(1);
    assertThat(NearestNames.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(NearestNames.of("sizekey", List.of("verify", "keysize", "sizekeys"), 1))
        .containsExactly("sizekeys");
  }
}
