package site.ycsb.tls.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import site.ycsb.tls.cost.KnownCosts;

class ModelCommandTest {
  /** As {@code predict} with the same model ends. */
  @Test
  void aModelThatRefusesEachPredictionIsNoSuccess() {
    assertThat(ModelCommand.exitCode(KnownCosts.model(true))).isZero();
    assertThat(ModelCommand.exitCode(KnownCosts.model(false))).isEqualTo(1);
  }
}
