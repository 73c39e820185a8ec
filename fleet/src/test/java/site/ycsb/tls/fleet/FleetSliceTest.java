package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceReport;

/** What all agents did in one slice of 100 ms, which should begin at 0. */
class FleetSliceTest {
  private static final long MILLI = 1_000_000;
  private static final long END = 100 * MILLI;

  /**
   * Each agent does 500 operations between its beginning and the end; the first knows the server.
   */
  private static FleetSlice slice(long firstReady, long... began) {
    List<SliceReport> reports = new ArrayList<>();
    for (int i = 0; i < began.length; i++) {
      double seconds = (END - began[i]) / 1e9;
      reports.add(
          new SliceReport(Order.Kind.MEASURE, seconds, 500, 0, 40, 0, i == 0 ? 900 : -1, 1, 2, null)
              .during(
                  new SliceReport.Instants(i == 0 ? firstReady : began[i], began[i], END), 1, 2));
    }
    return new FleetSlice(reports, MILLI);
  }

  @Test
  void theOneThatBeganLastIsNamed() {
    FleetSlice slice = slice(-9 * MILLI, 5 * MILLI, 9 * MILLI, 7 * MILLI);
    assertThat(slice.last()).isEqualTo(1);
    assertThat(slice.skew()).isEqualTo(4 * MILLI);
    assertThat(slice.late()).containsExactly(0L, 4 * MILLI, 2 * MILLI);
    assertThat(slice.ready()).isEqualTo(9 * MILLI);
  }

  @Test
  void theSumHasTheServersCpuTimeAsTheFirstAgentMeasuredIt() {
    FleetSlice slice = slice(-9 * MILLI, 0, 10 * MILLI);
    assertThat(slice.covered()).isEqualTo(1000);
    assertThat(slice.sum().succeeded()).isEqualTo(1000);
    assertThat(slice.sum().clientNanos()).isEqualTo(80);
    assertThat(slice.sum().serverNanos()).isEqualTo(900);
  }

  @Test
  void whatALateFirstAgentMissedOfTheServerIsThatOfTheRest() {
    FleetSlice slice = slice(20 * MILLI, 20 * MILLI, 0);
    // A fifth of what the second agent did was before.
    assertThat(slice.covered()).isCloseTo(900, within(1e-9));
    assertThat(slice.sum().serverNanos()).isEqualTo(1000);
  }

  @Test
  void aSliceWithoutOperationsHasTheServersCpuTimeAsItIs() {
    SliceReport idle =
        new SliceReport(Order.Kind.MEASURE, 0.1, 0, 0, 40, 0, 900, 1, 2, null)
            .during(new SliceReport.Instants(0, 0, END), 1, 2);
    assertThat(new FleetSlice(List.of(idle), MILLI).sum().serverNanos()).isEqualTo(900);
  }
}
