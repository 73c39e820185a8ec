package site.ycsb.tls.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.probe.ServerAnswer;
import site.ycsb.tls.property.UsageException;

class PinnableSuitesTest {
  /** The probes connect directly: another server of that name might answer. */
  @Test
  void aServerBehindAProxyIsNotAsked() {
    Binding basic = Bindings.named("basic");
    Map<String, String> given = Map.of("network.proxy", "localhost:1080", "tls.cipher", "all");

    assertThatThrownBy(() -> PinnableSuites.resolve(given, basic))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("tls.cipher=all: a server behind network.proxy cannot be asked");
    assertThatThrownBy(() -> PinnableSuites.negotiated(given, basic))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("no suite is given: a server behind network.proxy cannot be asked");
  }

  @Test
  void allIsNotWithoutASuiteOfWhichTheServerSaidNothing() throws Exception {
    ServerAnswer taken = answer("TLS_AES_128_GCM_SHA256", "");
    ServerAnswer refused =
        answer("TLS_AES_256_GCM_SHA384", "Received fatal alert: handshake_failure");
    assertThat(PinnableSuites.accepted(List.of(taken, refused), "db:1"))
        .containsExactly(taken.suite());

    ServerAnswer silence = answer("TLS_CHACHA20_POLY1305_SHA256", "no answer within 10 s", true);
    assertThatThrownBy(() -> PinnableSuites.accepted(List.of(taken, silence), "db:1"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            "tls.cipher=all: db:1 gave no answer to TLS_CHACHA20_POLY1305_SHA256 in TLSv1.3,");
  }

  private static ServerAnswer answer(String suite, String refusal) {
    return answer(suite, refusal, false);
  }

  private static ServerAnswer answer(String suite, String refusal, boolean isSilence) {
    return new ServerAnswer(
        TlsProtocol.TLS_1_3, CipherSuites.parse(suite), List.of(), false, "", refusal, isSilence);
  }

  @Test
  void saysThatAllLeavesOutWhatOnlyLegacyAllows() {
    assertThat(PinnableSuites.leavesOut(Map.of("tls.cipher", "all", "tls.legacy", "true")))
        .hasValueSatisfying(words -> assertThat(words).contains("tls.legacy=true"));
    assertThat(PinnableSuites.leavesOut(Map.of("tls.cipher", "all"))).isEmpty();
    assertThat(PinnableSuites.leavesOut(Map.of("tls.cipher", "X", "tls.legacy", "true"))).isEmpty();
  }
}
