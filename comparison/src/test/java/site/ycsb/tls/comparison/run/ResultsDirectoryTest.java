package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResultsDirectoryTest {
  @Test
  void commandsThatBeginInTheSameSecondHaveFoldersOfTheirOwn() {
    assertThat(ResultsDirectory.ofThisProcess("agent").toString())
        .matches("results/\\d{8}-\\d{6}-agent-" + ProcessHandle.current().pid());
  }
}
