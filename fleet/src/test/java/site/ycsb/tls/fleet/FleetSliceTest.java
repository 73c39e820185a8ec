package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
    List<SliceReport.Instants> times = new ArrayList<>();
    for (int i = 0; i < began.length; i++) {
      reports.add(
          new SliceReport(
              Order.Kind.MEASURE, (END - began[i]) / 1e9, 500, 0, 40, 0, i == 0 ? 900 : -1, 1, 2));
      times.add(new SliceReport.Instants(i == 0 ? firstReady : began[i], began[i], END));
    }
    return new FleetSlice(reports, times, MILLI);
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
    SliceReport idle = new SliceReport(Order.Kind.MEASURE, 0.1, 0, 0, 40, 0, 900, 1, 2);
    FleetSlice slice =
        new FleetSlice(List.of(idle), List.of(new SliceReport.Instants(0, 0, END)), MILLI);
    assertThat(slice.sum().serverNanos()).isEqualTo(900);
  }

  @Test
  void refusesTimesThatAreNotThoseOfAllAgents() {
    FleetSlice slice = slice(0, 0, 0);
    assertThatThrownBy(() -> new FleetSlice(slice.reports(), slice.times().subList(0, 1), MILLI))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 of 2");
  }
}
