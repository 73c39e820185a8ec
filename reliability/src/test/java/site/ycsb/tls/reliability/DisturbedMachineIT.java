package site.ycsb.tls.reliability;

import static site.ycsb.tls.reliability.DisturbedComparisonsIT.assertAsPromised;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;

/**
 * A clock that jumps, and a full disk. Apart from {@link DisturbedComparisonsIT}, so that both run
 * at the same time.
 */
@Tag("full")
@Tag("even")
@Timeout(value = 1200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DisturbedMachineIT {
  @TempDir private static Path directory;
  private static DisturbedComparisons comparisons;

  @BeforeAll
  static void make() {
    comparisons = DisturbedComparisonsIT.in(directory);
  }

  @Test
  @Needs(Requirement.C_COMPILER)
  void aClockThatJumpsChangesNothing() throws Exception {
    assertAsPromised(comparisons, Fault.Kind.CLOCK, 2);
  }

  @Test
  @Needs(Requirement.ROOT)
  void aFullDiskIsToldAndTheComparisonCompletedLater() throws Exception {
    assertAsPromised(comparisons, Fault.Kind.DISK, 2);
  }
}
