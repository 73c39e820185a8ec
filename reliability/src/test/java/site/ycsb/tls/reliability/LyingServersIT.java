package site.ycsb.tls.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A short series; the program runs long ones. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LyingServersIT {

  @Test
  void noLieHasAnotherEndThanThoseThatArePromised() throws Exception {
    long seed = System.nanoTime();
    try (LyingServers servers = new LyingServers()) {
      LyingServers.Series series = servers.run(600, seed, 32);
      assertThat(series.wrong()).as("seed " + seed).isEmpty();
      // The lies are told: most of them are noticed; and those who do not lie are believed.
      assertThat(series.count(series.refused())).as("seed " + seed).isGreaterThan(200);
      assertThat(series.echoed()).as("seed " + seed).containsKey(Lie.Kind.NONE);
      assertThat(series.refused()).as("seed " + seed).doesNotContainKey(Lie.Kind.NONE);
    }
  }
}
