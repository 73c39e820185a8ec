package site.ycsb.tls.property.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReportPropertiesTest {
  /** Beside the run's logs there would be one of inserts, as if the run had made them. */
  @Test
  void aLoadThatPrecedesARunWritesNoLogs() {
    assertThat(RunProperties.in(Scope.TRANSACTIONS))
        .contains("hdrhistogram.fileoutput", "hdrhistogram.output.path");
  }
}
