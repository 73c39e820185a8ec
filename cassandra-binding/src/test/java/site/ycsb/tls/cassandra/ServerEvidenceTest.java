package site.ycsb.tls.cassandra;

import static org.assertj.core.api.Assertions.assertThatCode;
import static site.ycsb.tls.testkit.Refusal.failed;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.InternodeTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.TlsPin;

/** What {@code system_views.settings} of a node says, against what a run asks for. */
class ServerEvidenceTest {
  private static final String SUITE = "TLS_DHE_RSA_WITH_AES_128_CBC_SHA";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pin_cipher=TLS_DHE_RSA_WITH_AES_128_CBC_SHA, pin_protocol=TLSv1.2, pin_key=RSA-2048",
        "pin_cipher=TLS_DHE_RSA_WITH_AES_128_CBC_SHA, pin_key=RSA-2048",
        "pin_key=2048, pin_cipher=DHE-RSA-AES128-SHA",
        "pin_cipher=DHE-RSA-AES128-SHA, pin_protocol=1.2, pin_key=rsa-2048",
      })
  void confirmsThePinInAnySpelling(String parameters) {
    assertThatCode(() -> confirm(parameters, SUITE, "2048")).doesNotThrowAnyException();
    assertThatCode(() -> confirm(parameters, SUITE, null)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "pin_cipher=TLS_DHE_RSA_WITH_AES_128_CBC_SHA256, pin_protocol=TLSv1.2; TLSv1.2 TLS_DHE_RSA_WITH_AES_128_CBC_SHA256",
        "pin_cipher=TLS_DHE_RSA_WITH_AES_128_CBC_SHA, pin_protocol=TLSv1.1; TLSv1.1 TLS_DHE_RSA_WITH_AES_128_CBC_SHA",
        "pin_cipher=TLS_DHE_RSA_WITH_AES_128_CBC; TLS_DHE_RSA_WITH_AES_128_CBC",
        "pin_protocol=TLSv1.2; all",
      })
  void refusesAnyOtherSuiteOrProtocol(String parameters, String named) {
    failed(() -> confirm(parameters, SUITE, null))
        .hasMessageContaining("asks for TLSv1.2 " + SUITE + " between the nodes")
        .hasMessageContaining("{" + named);
  }

  @ParameterizedTest
  @ValueSource(strings = {", pin_key=RSA-1024", ""})
  void refusesNodesThatDoNotPinTheKeyAskedFor(String key) {
    failed(() -> confirm("pin_cipher=" + SUITE + key, SUITE, "2048"))
        .hasMessageContaining("asks for TLSv1.2 " + SUITE + " RSA-2048");
  }

  @Test
  void refusesNodesThatCannotTell() {
    failed(
            () ->
                new ServerEvidence(Map.of(), ServerEvidence.storagePorts(List.of(Map.of())))
                    .confirm(Optional.empty(), Optional.of(TlsPin.of(SUITE))))
        .hasMessageContaining("what they do not tell");
  }

  /** As of a node of an older version, whose settings have other names. */
  @Test
  void refusesNodesOfWhichOneCannotTell() {
    List<Map<String, String>> nodes = List.of(settings("pin_cipher=" + SUITE), Map.of("a", "b"));
    failed(
            () ->
                new ServerEvidence(Map.of(), ServerEvidence.storagePorts(nodes))
                    .confirm(Optional.empty(), Optional.of(TlsPin.of(SUITE))))
        .hasMessageContaining("not told=1");
  }

  private static Map<String, String> settings(String parameters) {
    String prefix = "server_encryption_options.";
    return Map.of(
        prefix + "internode_encryption", "all",
        prefix + "optional", "false",
        prefix + "ssl_context_factory.class_name", "a.PinnedSslContextFactory",
        prefix + "ssl_context_factory.parameters", "{" + parameters + "}");
  }

  private static void confirm(String parameters, String suite, String keySize)
      throws DatabaseException {
    Map<String, String> asked = new HashMap<>(Map.of("internode.cipher", suite));
    if (keySize != null) {
      asked.put("internode.keysize", keySize);
    }
    new ServerEvidence(Map.of(), ServerEvidence.storagePorts(List.of(settings(parameters))))
        .confirm(Optional.empty(), InternodeTls.parse(asked).map(TlsOptions::pin));
  }
}
