package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandshakeDeadlinesTest {
  private static final int AN_HOUR = 3_600_000;

  private final HandshakeDeadlines deadlines = new HandshakeDeadlines();
  private final List<Carrier> carriers = new ArrayList<>();
  private final List<HandshakeDeadlines.Deadline> all = new ArrayList<>();

  private void add(int millis) {
    Carrier carrier = new Carrier();
    carriers.add(carrier);
    all.add(deadlines.within(millis, carrier));
  }

  /** Those before and after it have time, wherever it is among them. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void endsOnlyWhatIsOverdue(int which) throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      add(i == which ? 0 : AN_HOUR);
    }
    assertThat(carriers.get(which).ended.await(1, TimeUnit.MINUTES)).isTrue();
    for (int i = 0; i < 3; i++) {
      assertThat(all.get(i).missed()).isEqualTo(i == which);
      assertThat(carriers.get(i).ended.getCount()).isEqualTo(i == which ? 0 : 1);
      all.get(i).close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void leavesAloneWhatIsOver(int which) throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      add(AN_HOUR);
    }
    all.get(which).close();
    all.get(which).close();
    Carrier later = new Carrier();
    HandshakeDeadlines.Deadline overdue = deadlines.within(0, later);
    assertThat(later.ended.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(overdue.missed()).isTrue();
    assertThat(all).noneMatch(HandshakeDeadlines.Deadline::missed);
    assertThat(carriers).allMatch(c -> c.ended.getCount() == 1);
    all.forEach(HandshakeDeadlines.Deadline::close);
  }

  @Test
  void closingAfterTheEndIsNothing() throws InterruptedException {
    Carrier carrier = new Carrier();
    HandshakeDeadlines.Deadline deadline = deadlines.within(0, carrier);
    assertThat(carrier.ended.await(1, TimeUnit.MINUTES)).isTrue();
    deadline.close();
    Carrier next = new Carrier();
    deadlines.within(0, next);
    assertThat(next.ended.await(1, TimeUnit.MINUTES)).isTrue();
  }

  private static final class Carrier implements TlsCarrier {
    private final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public RecordStreams records() {
      throw new AssertionError("nobody reads");
    }

    @Override
    public void close() {
      throw new AssertionError("it is to be hung up");
    }

    @Override
    public void hangUp() {
      ended.countDown();
    }
  }
}
