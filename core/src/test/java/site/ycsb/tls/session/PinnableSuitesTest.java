package site.ycsb.tls.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.binding.Binding;
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
  void saysThatAllLeavesOutWhatOnlyLegacyAllows() {
    assertThat(PinnableSuites.leavesOut(Map.of("tls.cipher", "all", "tls.legacy", "true")))
        .hasValueSatisfying(words -> assertThat(words).contains("tls.legacy=true"));
    assertThat(PinnableSuites.leavesOut(Map.of("tls.cipher", "all"))).isEmpty();
    assertThat(PinnableSuites.leavesOut(Map.of("tls.cipher", "X", "tls.legacy", "true"))).isEmpty();
  }
}
