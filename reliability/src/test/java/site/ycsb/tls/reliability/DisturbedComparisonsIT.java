package site.ycsb.tls.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.reliability.DisturbedComparisons.Series;
import site.ycsb.tls.reliability.DisturbedComparisons.Work;

/** Processes that are killed or stopped. Short series; the program runs long ones. */
@Tag("full")
@Timeout(value = 1200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DisturbedComparisonsIT {
  /** Other tests run beside this one. */
  private static final long PATIENCE_SECONDS = 60;

  /** Its third case kills the test server before there is a {@code comparison.json}. */
  private static final long SEED = 73297901692828L;

  @TempDir private Path directory;

  /** A short series in the directory. */
  static Series series(Path directory, Fault.Kind kind, int cases) throws Exception {
    return new DisturbedComparisons(
            Work.MONGODB, Path.of(System.getProperty("ycsb.home")), directory, PATIENCE_SECONDS)
        .run(Fault.of(kind, Work.MONGODB), cases, SEED, 8);
  }

  @Test
  void whoeverIsKilledNothingIsLostAndNothingIsLeft() throws Exception {
    assertThat(series(directory, Fault.Kind.KILLED, 3).wrong()).isEmpty();
  }

  @Test
  void whoeverIsStoppedNoFigureCountsTheStandstill() throws Exception {
    assertThat(series(directory, Fault.Kind.STOPPED, 2).wrong()).isEmpty();
  }
}
