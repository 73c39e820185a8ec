package site.ycsb.tls.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What several machines did in the same slice. */
class SliceReportTest {
  private static SliceReport slice(
      double seconds, long succeeded, long client, long server, long began, long ended) {
    return new SliceReport(
        Order.Kind.MEASURE, seconds, succeeded, 1, client, 10, server, began, ended, null);
  }

  @Test
  void countsAndClientCpuAreAddedAndSoIsTheThroughputOfEachInItsOwnTime() {
    SliceReport one = slice(0.1, 500, 40_000, 30_000, 100, 200);
    SliceReport late = slice(0.09, 360, 20_000, -1, 110, 201);

    SliceReport sum = one.plus(late);

    assertThat(sum.succeeded()).isEqualTo(860);
    assertThat(sum.failed()).isEqualTo(2);
    assertThat(sum.clientNanos()).isEqualTo(60_000);
    assertThat(sum.compilerNanos()).isEqualTo(20);
    assertThat(sum.throughput()).isCloseTo(5000 + 4000, within(1e-9));
    assertThat(sum.beganAt()).isEqualTo(100);
    assertThat(sum.endedAt()).isEqualTo(201);
  }

  @Test
  void theServersCpuTimeIsNeverAdded() {
    SliceReport knows = slice(0.1, 5, 1, 30_000, 1, 2);
    SliceReport knowsToo = slice(0.1, 5, 1, 31_000, 1, 2);
    SliceReport knowsNothing = slice(0.1, 5, 1, -1, 1, 2);

    assertThat(knows.plus(knowsToo).serverNanos()).isEqualTo(30_000);
    assertThat(knows.plus(knowsNothing).serverNanos()).isEqualTo(30_000);
    assertThat(knowsNothing.plus(knows).serverNanos()).isEqualTo(30_000);
    assertThat(knowsNothing.plus(knowsNothing).serverNanos()).isNegative();
  }

  @Test
  void theOrderInWhichTheyAreAddedDoesNotMatter() {
    SliceReport a = slice(0.1, 500, 1, -1, 5, 6);
    SliceReport b = slice(0.2, 300, 2, -1, 4, 7);
    SliceReport c = slice(0.05, 0, 3, -1, 3, 8);

    assertThat(a.plus(b).plus(c).seconds()).isCloseTo(c.plus(a.plus(b)).seconds(), within(1e-12));
    assertThat(a.plus(b).plus(c).throughput()).isCloseTo(6500, within(1e-9));
  }

  @Test
  void withoutOperationsTheLongerTimeCounts() {
    assertThat(slice(1, 0, 1, -1, 5, 6).plus(slice(1.5, 0, 1, -1, 5, 6)).seconds()).isEqualTo(1.5);
  }
}
