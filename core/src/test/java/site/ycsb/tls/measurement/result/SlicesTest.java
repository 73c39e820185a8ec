package site.ycsb.tls.measurement.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Slices of several runs with one server. */
class SlicesTest {
  private static Slices slices(Slices.Cold cold) {
    return new Slices(10, 0.1, 10_000_000, 1, 0.01, 0.02, 500, cold);
  }

  @Test
  void whatWasMeasuredOfTheServerStandsForAllColdOperations() {
    Slices slices = slices(new Slices.Cold(200, 1, 0.4, 0.3, 200, 200));

    assertThat(slices.withColdServerShare(0.75).cold())
        .isEqualTo(new Slices.Cold(200, 1, 0.4, 0.3 / 0.75, 200, 200));
    assertThat(slices.withColdServerShare(0).cold().serverCpuSeconds()).isNull();
    assertThat(slices.withColdServerShare(1)).isSameAs(slices);
    assertThat(slices(null).withColdServerShare(0.5).cold()).isNull();
  }
}
