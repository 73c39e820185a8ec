package site.ycsb.tls.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.reliability.DisturbedComparisons.Series;
import site.ycsb.tls.reliability.DisturbedComparisons.Work;

/** Processes that are killed or stopped. Short series; the program runs long ones. */
@Tag("full")
@Tag("even")
@Timeout(value = 1200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DisturbedComparisonsIT {
  /** Other tests run beside this one. */
  private static final long PATIENCE_SECONDS = 60;

  /** Its third case kills the test server before there is a {@code comparison.json}. */
  private static final long SEED = 73297901692828L;

  @TempDir private static Path directory;
  private static DisturbedComparisons comparisons;

  @BeforeAll
  static void make() {
    comparisons = in(directory);
  }

  /** Those of the tests, in the directory. */
  static DisturbedComparisons in(Path directory) {
    return new DisturbedComparisons(
        Work.MONGODB, Path.of(System.getProperty("ycsb.home")), directory, PATIENCE_SECONDS);
  }

  /** A short series. Its second case comes at once, never too late. */
  static void assertAsPromised(DisturbedComparisons comparisons, Fault.Kind kind, int cases)
      throws Exception {
    Series series = comparisons.run(Fault.of(kind, Work.MONGODB), cases, SEED, 8);
    assertThat(series.wrong()).isEmpty();
    assertThat(series.happened().values()).anyMatch(times -> times > 0);
  }

  @Test
  void whoeverIsKilledNothingIsLostAndNothingIsLeft() throws Exception {
    assertAsPromised(comparisons, Fault.Kind.KILLED, 3);
  }

  @Test
  void whoeverIsStoppedNoFigureCountsTheStandstill() throws Exception {
    assertAsPromised(comparisons, Fault.Kind.STOPPED, 2);
  }
}
