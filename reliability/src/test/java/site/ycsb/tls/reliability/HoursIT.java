package site.ycsb.tls.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Seconds instead of hours: that the program sees what client and server hold. */
@Tag("full")
@Timeout(300)
class HoursIT {
  @TempDir private Path directory;

  @Test
  void connectionsAreCountedOnBothSidesAndWhatBothHoldIsSeen() throws Exception {
    Hours.Outcome outcome =
        new Hours(Path.of(System.getProperty("ycsb.home")), directory)
            .run("mongodb", Hours.Load.CHURN, 12);

    assertThat(outcome.exitCode()).as("%s", outcome.report()).isZero();
    assertThat(outcome.report()).anyMatch(line -> line.startsWith("[CONNECTIONS], Opened, "));
    for (String process : new String[] {"client", "server"}) {
      assertThat(outcome.courses())
          .filteredOn(course -> course.process().equals(process))
          .extracting(Hours.Course::figure)
          .containsExactlyInAnyOrder(
              Hours.Figure.DESCRIPTORS,
              Hours.Figure.THREADS,
              Hours.Figure.HEAP,
              Hours.Figure.RESIDENT);
    }
    // The bundled server keeps its data in memory.
    assertThat(outcome.courses())
        .allSatisfy(
            course ->
                assertThat(course.mean() > 0)
                    .as("%s", course)
                    .isEqualTo(course.figure() != Hours.Figure.DATABASE_FILES));
  }
}
