package site.ycsb.tls.reliability.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.cases.RandomCases;

/** A short series; {@link RandomSettings} makes long ones, against databases too. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("full")
class RandomSettingsIT {
  @TempDir private Path directory;

  @Test
  void theAccountIsWhatIsSeenIndependently() throws Exception {
    try (RandomSettings settings = new RandomSettings(directory)) {
      RandomSettings.Series series = settings.run(10, RandomCases.SEED);

      assertThat(series.disagreements()).as(RandomCases.REPEATED_BY).isEmpty();
      assertThat(series.compared() + series.refused())
          .as(RandomCases.REPEATED_BY)
          .isGreaterThanOrEqualTo(10);
    }
  }

  @Test
  void whereAllWasRefusedNothingWasCompared() {
    assertThat(new RandomSettings.Series(9, 1, List.of()).isAsPromised()).isTrue();
    assertThat(new RandomSettings.Series(10, 0, List.of()).isAsPromised()).isFalse();
    assertThat(new RandomSettings.Series(9, 1, List.of("a row")).isAsPromised()).isFalse();
  }
}
