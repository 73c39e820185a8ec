package site.ycsb.tls.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SessionTest {
  /** What freezes the groups of this JVM, its fleet could not agree on any with (Java 17). */
  @Test
  void thePinOfAgentsChangesNothingInThisJvm() throws Exception {
    Map<String, String> properties = new TreeMap<>();
    properties.putAll(
        Map.of(
            "tls.cipher", "TLS_AES_128_GCM_SHA256",
            "tls.provider", "BCJSSE",
            "tls.group", "X25519MLKEM768"));
    StringWriter said = new StringWriter();

    try (Session session =
        Session.forAgents(Bindings.named("basic"), properties, new PrintWriter(said))) {
      assertThat(System.getProperty("jdk.tls.namedGroups")).isNull();
      assertThat(session.properties()).containsAllEntriesOf(properties);
    }
    assertThat(said.toString()).isEmpty();
  }
}
