package site.ycsb.tls.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A short series; the program runs long ones. */
@Tag("slow")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledComparisonsIT {
  /** Other tests run beside this one. */
  private static final long PATIENCE_SECONDS = 60;

  /** Its third case kills the test server before there is a {@code comparison.json}. */
  private static final long SEED = 73297901692828L;

  @TempDir private Path directory;

  @Test
  void whoeverIsKilledNothingIsLostAndNothingIsLeft() throws Exception {
    KilledComparisons.Series series =
        new KilledComparisons(
                KilledComparisons.Work.MONGODB,
                Path.of(System.getProperty("ycsb.home")),
                directory,
                PATIENCE_SECONDS)
            .run(3, SEED);
    assertThat(series.wrong()).isEmpty();
  }
}
