package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.socket.count.TlsEvidence;

/** Whether agents have negotiated the same. */
class EvidenceOfAgentsTest {
  private static TlsEvidence evidence(String group, String resumed, String provider) {
    return new TlsEvidence(
        "TLSv1.3 TLS_AES_256_GCM_SHA384",
        "TLSv1.3",
        "TLS_AES_256_GCM_SHA384",
        group,
        "RSA-2048",
        "CN=localhost",
        "chain",
        provider,
        "off",
        false,
        List.of(
            AccountRow.same("GroupOnWire", group, group),
            AccountRow.same("Resumed", "off", resumed)));
  }

  @Test
  void numbersOfHandshakesMayDiffer() {
    assertThat(
            EvidenceOfAgents.difference(
                evidence("x25519", "0 of 4 handshakes", "SunJSSE 17.0.15"),
                evidence("x25519", "0 of 6 handshakes", "SunJSSE 17.0.15")))
        .isEmpty();
  }

  @Test
  void anythingElseIsNamed() {
    TlsEvidence first = evidence("x25519", "0 of 4 handshakes", "SunJSSE 17.0.15");
    assertThat(
            EvidenceOfAgents.difference(
                first, evidence("secp384r1", "0 of 4 handshakes", "SunJSSE 17.0.15")))
        .contains(new EvidenceOfAgents.Difference("group", "x25519", "secp384r1"));
    assertThat(
            EvidenceOfAgents.difference(
                first, evidence("x25519", "0 of 4 handshakes", "SunJSSE 17.0.14")))
        .contains(
            new EvidenceOfAgents.Difference("provider", "SunJSSE 17.0.15", "SunJSSE 17.0.14"));
    assertThat(EvidenceOfAgents.difference(null, first))
        .hasValueSatisfying(difference -> assertThat(difference.name()).isEqualTo("pin"));
    assertThat(EvidenceOfAgents.difference(null, null)).isEmpty();
  }
}
