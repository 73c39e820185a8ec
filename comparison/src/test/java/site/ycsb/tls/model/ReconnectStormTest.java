package site.ycsb.tls.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import site.ycsb.tls.model.ReconnectStorm.Outcome;

class ReconnectStormTest {

  @Test
  void patientClientsWaitInAQueueInFrontOfTheCores() {
    Outcome outcome = new ReconnectStorm(1000, 4, 2000, 3600, 1, 1, 1).simulate();

    // 1000 x 2 ms on 4 cores.
    assertThat(outcome.allSeconds().getAsDouble()).isCloseTo(0.5, within(1e-9));
    assertThat(outcome.halfSeconds().getAsDouble()).isCloseTo(0.25, within(1e-9));
    assertThat(outcome.attempts()).isEqualTo(1000);
  }

  @Test
  void clientsThatGiveUpMakeItWorse() {
    Outcome patient = new ReconnectStorm(10_000, 2, 1000, 60, 0.1, 10, 1).simulate();
    Outcome impatient = new ReconnectStorm(10_000, 2, 1000, 1, 0.1, 10, 1).simulate();

    assertThat(patient.allSeconds().getAsDouble()).isCloseTo(5, within(1e-6));
    assertThat(impatient.attempts()).isGreaterThan(10_000);
    assertThat(impatient.connected()).isEqualTo(10_000);
    assertThat(impatient.allSeconds().getAsDouble())
        .isGreaterThan(2 * patient.allSeconds().getAsDouble());
  }

  @Test
  void aServerThatOnlyWorksForClientsThatGaveUpNeverRecovers() {
    Outcome outcome = new ReconnectStorm(200, 1, 20_000, 1, 0.1, 0.1, 1).simulate();

    assertThat(outcome.allSeconds()).isEmpty();
    assertThat(outcome.connected()).isLessThan(200);
  }

  @Test
  void aSeedRepeatsIt() {
    ReconnectStorm storm = new ReconnectStorm(5000, 2, 1000, 1, 0.1, 10, 42);

    assertThat(storm.simulate()).isEqualTo(storm.simulate());
    assertThat(new ReconnectStorm(5000, 2, 1000, 1, 0.1, 10, 43).simulate())
        .isNotEqualTo(storm.simulate());
  }
}
