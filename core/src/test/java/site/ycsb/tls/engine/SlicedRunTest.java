package site.ycsb.tls.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.DB;
import site.ycsb.Workload;
import site.ycsb.tls.binding.ServerClock;
import site.ycsb.tls.engine.worker.Workforce;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceReport;

/** Orders over a real connection, to a run in this process. */
@Needs(Requirement.LINUX)
@Timeout(120)
class SlicedRunTest {
  private static final long SECOND = 1_000_000_000L;
  private static final String ENDLESS = "operationcount=0 maxexecutiontime=60";

  /** Otherwise its idle cost would be that of a part of the time. */
  @Test
  @Tag("full")
  void aProcessThatStandsStillWhileItIsIdleFailsTheRun() throws Exception {
    // It stops this process as soon as it gets a line.
    Process stopper =
        new ProcessBuilder(
                "sh", "-c", "read -r go || exit; kill -STOP $PPID; sleep 2; kill -CONT $PPID")
            .start();
    try {
      RunResult result =
          TestRun.of(ENDLESS)
              .inTurns(
                  orders -> {
                    orders.send(new Order(Order.Kind.IDLE, 5 * SECOND));
                    awaitIdle();
                    stopper.outputWriter().append("go\n").flush();
                  });

      assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
      assertThat(result.problems())
          .anyMatch(problem -> problem.startsWith("this process was suspended for "));
    } finally {
      stopper.outputWriter().close();
      stopper.waitFor();
    }
  }

  private static void awaitIdle() throws InterruptedException {
    awaitThreadIn(SlicedRun.class, "idle");
  }

  /** Waits until a thread is in the method. */
  private static void awaitThreadIn(Class<?> type, String method) throws InterruptedException {
    while (Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .noneMatch(
            frame ->
                frame.getClassName().equals(type.getName())
                    && frame.getMethodName().equals(method))) {
      Thread.sleep(10);
    }
  }

  /** One of two operations fails; the other one ends when the run that has failed waits for it. */
  public static final class HalfBrokenWorkload extends Workload {
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch working = new CountDownLatch(1);

    @Override
    public boolean doInsert(DB db, Object state) {
      throw new UnsupportedOperationException("nothing to insert");
    }

    @Override
    public boolean doTransaction(DB db, Object state) {
      try {
        if (begun.compareAndSet(false, true)) {
          working.countDown();
          awaitThreadIn(Workforce.class, "dismiss");
          return db.delete("table", "key").isOk();
        }
        working.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new IllegalStateException("broken");
    }
  }

  /** Otherwise it would be divided by the time of the slice before, or by none. */
  @Test
  void whatIsInFlightWhenAThreadFailsIsInTheTimeOfItsSlice() throws Exception {
    RunResult result =
        TestRun.of(ENDLESS + " threadcount=2 workload=" + HalfBrokenWorkload.class.getName())
            .inTurns(orders -> orders.send(new Order(Order.Kind.MEASURE, 60 * SECOND)));

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.problems()).anyMatch(problem -> problem.contains("broken"));
    assertThat(result.succeeded()).isEqualTo(1);
    assertThat(result.window().runtimeSeconds()).isPositive();
  }

  /** The comparison would have no figure of it, and no block of which to say why. */
  @Test
  @Tag("full")
  void aServerOfWhichNothingIsLeftFailsTheRun() throws Exception {
    RunResult result = withServer(ENDLESS, 10 * SECOND);

    assertThat(result.resources().cpu().serverSeconds()).isZero();
    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.problems()).anyMatch(problem -> problem.startsWith("at rest, the server "));
    assertThat(ofServer(result))
        .singleElement()
        .asString()
        .matches(
            "CPU time of the server: nothing is left for \\d+ operations, as the server used \\d+\\.\\d\\d processors without operations, too; measure while it has no other work");
  }

  @Test
  @Tag("full")
  void aServerThatRestsWhenItIsAskedNothingDoesNot() throws Exception {
    RunResult result = withServer(ENDLESS, SECOND / 1000);

    assertThat(result.resources().cpu().serverSeconds()).isPositive();
    assertThat(ofServer(result)).isEmpty();
  }

  /** Which asks so little of it that its background may be all. */
  @Test
  @Tag("full")
  void nothingNeedsToBeLeftWithATarget() throws Exception {
    RunResult result = withServer(ENDLESS + " target=100", 10 * SECOND);

    assertThat(result.resources().cpu().serverSeconds()).isZero();
    assertThat(ofServer(result)).isEmpty();
  }

  private static Stream<String> ofServer(RunResult result) {
    return result.problems().stream().filter(p -> p.startsWith("CPU time of the server"));
  }

  /**
   * A run whose server uses 0.3 s in its only slice, of 1.2 s.
   *
   * @param atRest what it uses in 0.1 s without operations, ns
   */
  private static RunResult withServer(String properties, long atRest) throws Exception {
    ServerThatTells server = new ServerThatTells();
    return TestRun.of(properties)
        .on(transport -> server)
        .inTurns(
            orders -> {
              server.step.set(3 * SECOND / 10);
              TestRun.obey(orders, new Order(Order.Kind.MEASURE, 12 * SECOND / 10));
              server.step.set(atRest);
              TestRun.obey(orders, new Order(Order.Kind.IDLE, SECOND / 10));
            });
  }

  /** A third party's workload, which ends its thread after some operations. */
  public static final class EndingWorkload extends Workload {
    private final AtomicLong left = new AtomicLong(10);

    @Override
    public boolean doInsert(DB db, Object state) {
      throw new UnsupportedOperationException("nothing to insert");
    }

    @Override
    public boolean doTransaction(DB db, Object state) {
      return db.delete("table", "key").isOk() && left.decrementAndGet() > 0;
    }
  }

  /** Later slices would have no operations, and the throughput would be that of the clock. */
  @Test
  void aThreadThatItsWorkloadEndsFailsTheRun() throws Exception {
    RunResult result =
        inSlices(
            TestRun.of(ENDLESS + " workload=" + EndingWorkload.class.getName()),
            new ArrayList<>(),
            new Order(Order.Kind.MEASURE, SECOND / 10),
            new Order(Order.Kind.MEASURE, SECOND / 10));

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.problems())
        .contains(
            "the workload ended thread 0 by itself, before the time was up: 9 operations in all");
  }

  /** Its second operation lasts longer than the first slice. */
  public static final class LateEndingWorkload extends Workload {
    private final AtomicBoolean begun = new AtomicBoolean();

    @Override
    public boolean doInsert(DB db, Object state) {
      throw new UnsupportedOperationException("nothing to insert");
    }

    @Override
    public boolean doTransaction(DB db, Object state) {
      if (begun.compareAndSet(false, true)) {
        return db.delete("table", "key").isOk();
      }
      LockSupport.parkNanos(3 * SECOND / 10);
      return false;
    }
  }

  @Test
  void aThreadThatItsWorkloadEndsAfterASliceFailsTheRun() throws Exception {
    RunResult result =
        inSlices(
            TestRun.of(ENDLESS + " workload=" + LateEndingWorkload.class.getName()),
            new ArrayList<>(),
            new Order(Order.Kind.MEASURE, SECOND / 10),
            new Order(Order.Kind.MEASURE, SECOND / 10));

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.problems())
        .anySatisfy(problem -> assertThat(problem).startsWith("the workload ended thread 0"));
  }

  /** It is in no figure of an operation, and so it must not hide that this falls. */
  @Test
  void spinningIsInNoSlice() throws Exception {
    List<SliceReport> slices = new ArrayList<>();
    RunResult result =
        inSlices(
            TestRun.of(ENDLESS + " target=1000"),
            slices,
            new Order(Order.Kind.MEASURE, 3 * SECOND / 10),
            new Order(Order.Kind.MEASURE, 3 * SECOND / 10));

    assertThat(slices.stream().mapToLong(SliceReport::clientNanos).sum() / 1e9)
        .isCloseTo(result.resources().cpu().clientSeconds(), Offset.offset(1e-6));
  }

  /** Of fast and slow variants: the cold figures are those of as many operations. */
  @Test
  void aColdSliceEndsWithTheOperationsOfItsOrder() throws Exception {
    List<SliceReport> slices = new ArrayList<>();
    RunResult result =
        inSlices(
            TestRun.of(ENDLESS + " threadcount=3"),
            slices,
            Order.cold(SECOND, 7),
            new Order(Order.Kind.MEASURE, SECOND / 10));

    assertThat(slices.get(0).succeeded()).isEqualTo(7);
    assertThat(result.slices().cold().succeeded()).isEqualTo(7);
    assertThat(result.succeeded()).isPositive();
  }

  /** The seconds of an axis of time are those that were measured. */
  @Test
  void aSliceOfSeveralSecondsHasAFigureForEach() throws Exception {
    RunResult result =
        inSlices(
            TestRun.of(ENDLESS + " test.delay.nanos=1000000"),
            new ArrayList<>(),
            new Order(Order.Kind.MEASURE, 22 * SECOND / 10));

    List<Double> perSecond = result.work().throughputPerSecond();
    assertThat(perSecond).hasSize(2);
    assertThat(perSecond.get(0)).isPositive().isEqualTo(perSecond.get(1));
  }

  /** Follows the orders; its answers to them are added to the list. */
  private static RunResult inSlices(TestRun made, List<SliceReport> answers, Order... given)
      throws Exception {
    return made.inTurns(
        orders -> {
          for (Order order : given) {
            answers.add(TestRun.obey(orders, order));
          }
        });
  }

  /** Its CPU time grows with each reading, of which each slice has two. */
  private static final class ServerThatTells extends ScriptedPool implements ServerClock {
    private final AtomicLong step = new AtomicLong();
    private final AtomicLong nanos = new AtomicLong();

    ServerThatTells() {
      super(100_000);
    }

    @Override
    public Optional<ServerClock> serverClock() {
      return Optional.of(this);
    }

    @Override
    public long cpuNanos() {
      return nanos.addAndGet(step.get());
    }
  }
}
