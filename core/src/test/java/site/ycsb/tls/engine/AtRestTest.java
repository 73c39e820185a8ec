package site.ycsb.tls.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AtRestTest {
  @Test
  void whatWorksUnaskedIsNamedWithWhatItUses() {
    AtRest atRest = new AtRest(Map.of("the server", 0.25, "java (process 4711)", 0.984));

    assertThat(atRest.problems())
        .containsExactly(
            "at rest, java (process 4711) used 0.98 of a processor, more than 0.25: while others are measured, it takes as much from them");
  }
}
