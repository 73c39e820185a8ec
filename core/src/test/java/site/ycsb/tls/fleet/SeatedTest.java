package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeatedTest {
  private final Seated seated = new Seated(new Member(1, "agent 1", null));

  @Test
  void understandsWhatARunSays() {
    seated.clock().sent(1, 1_000);

    assertThat(seated.hear("here", 1)).isTrue();
    assertThat(seated.ready()).isFalse();
    assertThat(seated.hear("ready", 2)).isTrue();
    assertThat(seated.hear("pong 1 -5000 1700000000000", 3_000)).isTrue();
    assertThat(seated.hear("started -4000", 4_000)).isTrue();
    assertThat(seated.hear("status 3 77", 5_000)).isTrue();

    assertThat(seated.ready()).isTrue();
    assertThat(seated.started()).hasValue(3_000L);
    assertThat(seated.seconds()).isEqualTo(3);
    assertThat(seated.operations()).isEqualTo(77);
    assertThat(seated.silence(6_000, 0)).isEqualTo(1_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "readyy",
        "pong",
        "pong 1 2",
        "pong 1 2 x",
        "started",
        "started soon",
        "started 99999999999999999999",
        "status 1",
        "status -1 5"
      })
  void aMalformedLineIsToldAndChangesNothing(String line) {
    assertThat(seated.hear(line, 1)).isFalse();

    assertThat(seated.heard()).isFalse();
    assertThat(seated.ready()).isFalse();
    assertThat(seated.started()).isEmpty();
  }
}
