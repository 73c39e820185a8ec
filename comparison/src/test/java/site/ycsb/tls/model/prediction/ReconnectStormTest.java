package site.ycsb.tls.model.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import site.ycsb.tls.model.prediction.ReconnectStorm.Outcome;
import site.ycsb.tls.model.prediction.Reconnection.Clients;

class ReconnectStormTest {

  @Test
  void patientClientsWaitInAQueueInFrontOfTheCores() {
    Outcome outcome = new ReconnectStorm(new Clients(1000, 4, 3600, 1, 1, 1), 2000).simulate();

    // 1000 x 2 ms on 4 cores.
    assertThat(outcome.allSeconds().getAsDouble()).isCloseTo(0.5, within(1e-9));
    assertThat(outcome.halfSeconds().getAsDouble()).isCloseTo(0.25, within(1e-9));
    assertThat(outcome.attempts()).isEqualTo(1000);
  }

  @Test
  void clientsThatGiveUpMakeItWorse() {
    Outcome patient = new ReconnectStorm(new Clients(10_000, 2, 60, 0.1, 10, 1), 1000).simulate();
    Outcome impatient = new ReconnectStorm(new Clients(10_000, 2, 1, 0.1, 10, 1), 1000).simulate();

    assertThat(patient.allSeconds().getAsDouble()).isCloseTo(5, within(1e-6));
    assertThat(impatient.attempts()).isGreaterThan(10_000);
    assertThat(impatient.connected()).isEqualTo(10_000);
    assertThat(impatient.allSeconds().getAsDouble())
        .isGreaterThan(2 * patient.allSeconds().getAsDouble());
  }

  @Test
  void aServerThatOnlyWorksForClientsThatGaveUpNeverRecovers() {
    Outcome outcome = new ReconnectStorm(new Clients(200, 1, 1, 0.1, 0.1, 1), 20_000).simulate();

    assertThat(outcome.allSeconds()).isEmpty();
    assertThat(outcome.connected()).isLessThan(200);
  }

  @Test
  void aSeedRepeatsIt() {
    ReconnectStorm storm = new ReconnectStorm(new Clients(5000, 2, 1, 0.1, 10, 42), 1000);

    assertThat(storm.simulate()).isEqualTo(storm.simulate());
    assertThat(new ReconnectStorm(new Clients(5000, 2, 1, 0.1, 10, 43), 1000).simulate())
        .isNotEqualTo(storm.simulate());
  }
}
