package site.ycsb.tls.jdbc.driver;

import static org.assertj.core.api.Assertions.assertThatCode;
import static site.ycsb.tls.testkit.Refusal.refused;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;

class WolfSslTest {
  private static final TlsPin TLS_1_3 = TlsPin.of("TLS_AES_256_GCM_SHA384");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TLS_CHACHA20_POLY1305_SHA256",
        "ECDHE-ECDSA-AES128-GCM-SHA256",
        "ECDHE-RSA-AES256-SHA384",
        "ECDHE-RSA-CHACHA20-POLY1305",
        "AES256-SHA256",
        "AES128-SHA"
      })
  void takesSuitesThatItAnsweredTo(String suite) {
    assertThatCode(() -> WolfSsl.PINS.require(TlsPin.of(suite))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TLS_AES_128_CCM_SHA256",
        "DHE-RSA-AES256-GCM-SHA384",
        "DHE-RSA-AES128-SHA",
        "TLS_RSA_WITH_3DES_EDE_CBC_SHA",
        "TLS_ECDH_RSA_WITH_AES_128_CBC_SHA"
      })
  void refusesOtherSuitesAndSaysWhatThereIs(String suite) {
    TlsPin pin = TlsPin.of(suite);
    refused(() -> WolfSsl.PINS.require(pin))
        .hasMessageContaining("tls.cipher=" + pin.cipherSuite())
        .hasMessageContaining("ECDHE or static RSA");
  }

  @Test
  void refusesGroupsThatItDoesNotHave() {
    WolfSsl.PINS.require(TLS_1_3.withGroup(NamedGroup.SECP384R1));
    refused(() -> WolfSsl.PINS.require(TLS_1_3.withGroup(NamedGroup.X25519)))
        .hasMessageContaining("tls.group=x25519")
        .hasMessageContaining("secp256r1");
  }

  @Test
  void refusesKeysThatItDoesNotHave() {
    WolfSsl.PINS.require(TLS_1_3.withServerKey(ServerKey.parse("EC-384")));
    refused(() -> WolfSsl.PINS.require(TLS_1_3.withServerKey(ServerKey.parse("Ed25519"))))
        .hasMessageContaining("RSA and EC keys");
  }

  @Test
  void refusesOldProtocols() {
    TlsPin old = TlsPin.of("AES128-SHA").withProtocol(TlsProtocol.TLS_1_1);
    refused(() -> WolfSsl.PINS.require(old)).hasMessageContaining("TLSv1.2 and TLSv1.3");
  }
}
