package site.ycsb.tls.measurement.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class AllocatedBytesTest {
  private static final int SIZE = 50_000_000;

  /** Where an object is used, its allocation cannot be optimised away. */
  private byte[] last = {};

  @Test
  @Timeout(60)
  void whatAThreadThatHasEndedAllocatedIsCountedOnce() throws Exception {
    // Java 21 and newer tell it, and of 17 the updates that CI has.
    long before = AllocatedBytes.now().orElseThrow();
    Thread thread = new Thread(() -> last = new byte[SIZE]);
    thread.start();
    thread.join();

    // The JVM adds what it allocated a moment after its end.
    long allocated;
    do {
      Thread.sleep(1);
      allocated = AllocatedBytes.now().orElseThrow() - before;
    } while (allocated < SIZE);
    assertThat(allocated).isBetween((long) SIZE, SIZE * 3L / 2);
    assertThat(last).hasSize(SIZE);
  }
}
