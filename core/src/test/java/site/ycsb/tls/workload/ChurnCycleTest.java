package site.ycsb.tls.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The time that a cycle's connections take. */
class ChurnCycleTest {
  private static final long HOUR = 3_600_000_000_000L;

  private final ChurnCycle cycle = new ChurnCycle(new ChurnSource.Totals());

  @Test
  void whatHappensAtOneTimeCountsOnce() {
    cycle.connected(5);
    cycle.handshaken(HOUR, false);

    assertThat(cycle.nanos()).isEqualTo(HOUR);
  }

  @Test
  void whatOverlapsCountsFromTheFirstBeginningToTheLastEnd() {
    long before = System.nanoTime();
    cycle.handshaken(HOUR, false);
    cycle.handshaken(HOUR, true);
    long elapsed = System.nanoTime() - before;

    assertThat(cycle.nanos()).isBetween(HOUR, HOUR + elapsed);
  }

  @Test
  void whatIsApartIsAdded() {
    cycle.connected(1);
    long reported = System.nanoTime();
    while (System.nanoTime() - reported < 2) {
      Thread.onSpinWait();
    }
    cycle.handshaken(1, false);

    assertThat(cycle.nanos()).isEqualTo(2);
    assertThat(cycle.connects()).containsExactly(1L);
    assertThat(cycle.handshakes()).containsExactly(1L);
  }
}
