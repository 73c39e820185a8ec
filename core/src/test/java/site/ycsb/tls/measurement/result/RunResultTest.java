package site.ycsb.tls.measurement.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a result says of its target. */
class RunResultTest {
  @ParameterizedTest
  @CsvSource({
    // 30,000 were due, and 64 threads cannot have had 25,500 of them in hand.
    "1000, 150, 4500, 64, true",
    // 20 were due: it may have ended with the last operation of each thread.
    "10, 9, 18, 10, false",
    "1000, 979, 97900, 64, true",
    "1000, 981, 98100, 64, false",
    "0, 150, 4500, 64, false",
    "1000, 0, 0, 64, false"
  })
  void aTargetIsMissedByMoreThanTheThreadsHadInHand(
      double target, double throughput, long succeeded, long threads, boolean missed) {
    assertThat(RunResult.missesTarget(target, throughput, succeeded, threads)).isEqualTo(missed);
  }
}
