package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceReport;

/** When the agents of a run began its slices. */
class SliceTimesTest {
  private static final long MILLI = 1_000_000;

  /** A slice of 100 ms in which each agent did 500 operations. */
  private static FleetSlice slice(long firstReady, long... began) {
    SliceReport report = new SliceReport(Order.Kind.MEASURE, 0.1, 500, 0, 40, 0, -1, 1, 2, null);
    long end = began[0] + 100 * MILLI;
    return new FleetSlice(
        List.of(
            report.during(new SliceReport.Instants(firstReady, began[0], end), 1, 2),
            report.during(new SliceReport.Instants(began[1], began[1], end), 1, 2)),
        0);
  }

  @Test
  void theShareThatIsLostIsThatInWhichNotAllWereActive() {
    SliceTimes times = new SliceTimes(2);
    times.add(slice(0, MILLI, 3 * MILLI), 100 * MILLI, 400_000);
    times.add(slice(-3 * MILLI, -3 * MILLI, -7 * MILLI), 100 * MILLI, 300_000);

    Timing timing = times.timing(List.of(0, 1), List.of());

    assertThat(timing.togetherShare()).isCloseTo(0.97, within(1e-9));
    assertThat(timing.skewSeconds()).isCloseTo(0.003, within(1e-12));
    assertThat(timing.starts()).containsExactly(0.002, 0.001);
    // 4 of 104 ms of the second agent's second slice were before the server was measured.
    assertThat(timing.serverShare()).isCloseTo(1 - 500 * 4 / 104.0 / 2000, within(1e-12));
    assertThat(timing.clockErrorSeconds()).isCloseTo(0.0004, within(1e-12));
  }

  @Test
  void coldSlicesHaveAShareOfTheirOwn() {
    SliceTimes times = new SliceTimes(2);
    times.addCold(slice(0, MILLI, -50 * MILLI + MILLI));
    times.add(slice(0, MILLI, MILLI), 100 * MILLI, 0);

    Timing timing = times.timing(List.of(0, 1), List.of());

    // 49 of 150 ms of the second agent's first slice were before the server was measured.
    assertThat(timing.coldServerShare()).isCloseTo(1 - 500 * 49 / 150.0 / 1000, within(1e-12));
    assertThat(timing.serverShare()).isEqualTo(1);
    assertThat(timing.togetherShare()).isEqualTo(1);
  }
}
