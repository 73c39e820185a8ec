package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceReport;

class BlockRunTest {
  @Test
  void oneSliceOfTheWarmUpInWhichTheServerStoodStillDoesNotCount() {
    assertThat(BlockRun.usualThroughput(warmUp(100, 900, 1000, 1))).isEqualTo(900);
    assertThat(BlockRun.usualThroughput(warmUp(100, 1, 900, 1000))).isEqualTo(900);
    assertThat(BlockRun.usualThroughput(warmUp(900, 1))).isEqualTo(900);
    assertThat(BlockRun.usualThroughput(warmUp(900))).isEqualTo(900);
    assertThat(BlockRun.usualThroughput(warmUp())).isZero();
  }

  @Test
  void theTrendIsThatOfTheSecondHalfOfTheSlicesToTheFirst() {
    List<SliceReport> slices =
        Arrays.stream(new long[] {80, 80, 40, 40})
            .mapToObj(n -> new SliceReport(Order.Kind.MEASURE, 1, 10, 0, 50, 0, n, 0, 0, null))
            .toList();

    assertThat(BlockRun.trend(slices, SliceReport::serverNanos)).isEqualTo(Math.log(0.5));
    assertThat(BlockRun.trend(slices, SliceReport::clientNanos)).isZero();
    assertThat(BlockRun.trend(List.of(), SliceReport::clientNanos)).isNull();
  }

  /** A server whose CPU time is unknown has -1 in all slices of both. */
  @Test
  void aServerWhoseCpuIsUnknownHasNoScatter() {
    assertThat(BlockRun.spread(slices(-1, 10, 20, 40), slices(-1, 10, 10, 10)))
        .containsOnlyKeys("throughput", "client CPU");
    assertThat(BlockRun.spread(slices(50, 10, 20, 40), slices(50, 10, 10, 10)))
        .containsOnlyKeys("throughput", "client CPU", "server CPU");
  }

  private static List<SliceReport> slices(long serverNanos, long... operations) {
    return Arrays.stream(operations)
        .mapToObj(n -> new SliceReport(Order.Kind.MEASURE, 1, n, 0, 50, 0, serverNanos, 0, 0, null))
        .toList();
  }

  private static List<SliceReport> warmUp(long... operationsInASecond) {
    return Arrays.stream(operationsInASecond)
        .mapToObj(n -> new SliceReport(Order.Kind.WARM_UP, 1, n, 0, 0, 0, 0, 0, 0, null))
        .toList();
  }
}
