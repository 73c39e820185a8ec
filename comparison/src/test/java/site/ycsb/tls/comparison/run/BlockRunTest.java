package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.servers.Variant;
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

  /** That it had to be ended afterwards says nothing of why. */
  @Test
  void aRunThatTakesTooLongToStartIsSaidToHaveTakenTooLong() throws Exception {
    BlockRun run = new BlockRun(new Variant("plain", Map.of()), null);
    run.start(
        new NeverReady(),
        new RunRequest(Phase.TRANSACTIONS, "basic", Map.of(), Path.of("none")),
        null);

    assertThatThrownBy(run::awaitReady)
        .isInstanceOf(BlockRun.Failed.class)
        .hasMessageStartingWith("plain: did not start within 120 s: the machine is too slow");
  }

  /** A run that is alive and takes no orders. */
  private static final class NeverReady implements RunLauncher, StartedRun {
    @Override
    public RunOutcome launch(RunRequest request) {
      throw new UnsupportedOperationException("no whole run");
    }

    @Override
    public StartedRun start(RunRequest request) {
      return this;
    }

    @Override
    public boolean isReady(double seconds) throws TimeoutException {
      throw new TimeoutException();
    }

    @Override
    public void send(Order order) {
      throw new UnsupportedOperationException("it is not ready");
    }

    @Override
    public Optional<SliceReport> await(double seconds) {
      throw new UnsupportedOperationException("it has no order");
    }

    @Override
    public RunOutcome outcome(double seconds) {
      throw new UnsupportedOperationException("it has not ended");
    }

    @Override
    public void close() {
      // It is no process.
    }
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
