package site.ycsb.tls.measurement.result.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.file.JsonFile;

class CountersTest {
  @TempDir private Path directory;

  /** As a result has them. */
  record Run(int format, @JsonUnwrapped Resources resources) {}

  @Test
  void areFieldsOfTheFileOfARun() throws Exception {
    Run run = new Run(1, new Resources(null, Map.of(), null, new Counters(7L)));
    Path file = directory.resolve("run.json");

    JsonFile.write(file, run);

    assertThat(JsonFile.tree(run).path("allocatedBytes").longValue()).isEqualTo(7);
    assertThat(JsonFile.read(file, Run.class, 1)).isEqualTo(run);
  }

  @Test
  void whatOneOfTwoDoesNotKnowIsUnknown() {
    assertThat(Counters.NONE.plus(Counters.UNKNOWN)).isEqualTo(Counters.UNKNOWN);
    assertThat(Counters.UNKNOWN.minus(Counters.NONE)).isEqualTo(Counters.UNKNOWN);
  }
}
