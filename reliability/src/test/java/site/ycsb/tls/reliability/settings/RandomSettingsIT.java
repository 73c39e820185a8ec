package site.ycsb.tls.reliability.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A short series; {@link RandomSettings} makes long ones, against databases too. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("full")
class RandomSettingsIT {
  @Test
  void theAccountIsWhatIsSeenIndependently() throws Exception {
    long seed = System.nanoTime();
    try (RandomSettings settings =
        new RandomSettings(Files.createTempDirectory("random-settings-it"))) {
      RandomSettings.Series series = settings.run(10, seed);

      assertThat(series.disagreements()).as("seed " + seed).isEmpty();
      assertThat(series.compared() + series.refused())
          .as("seed " + seed)
          .isGreaterThanOrEqualTo(10);
    }
  }
}
