package site.ycsb.tls.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.WorkloadException;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.OrderReceiver;
import site.ycsb.tls.slice.OrderSender;

/** Orders over a real connection, to a run in this process. */
@Needs(Requirement.LINUX)
@Timeout(120)
class SlicedRunTest {
  private static final long SECOND = 1_000_000_000L;

  /** Otherwise its idle cost would be that of a part of the time. */
  @Test
  @Tag("full")
  void aProcessThatStandsStillWhileItIsIdleFailsTheRun() throws Exception {
    // It stops this process as soon as it gets a line.
    Process stopper =
        new ProcessBuilder(
                "sh", "-c", "read -r go || exit; kill -STOP $PPID; sleep 2; kill -CONT $PPID")
            .start();
    try (OrderSender orders = OrderSender.open();
        OrderReceiver receiver = receiver(orders)) {
      assertThat(orders.accept(stopper, 30)).isTrue();
      CompletableFuture<RunResult> run =
          CompletableFuture.supplyAsync(() -> transactions(receiver));
      orders.send(new Order(Order.Kind.CONNECT, 0));
      assertThat(orders.await(60)).isPresent();

      orders.send(new Order(Order.Kind.IDLE, 5 * SECOND));
      awaitIdle();
      stopper.outputWriter().append("go\n").flush();
      orders.send(Order.end());

      RunResult result = run.get();
      assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
      assertThat(result.problems())
          .anyMatch(problem -> problem.startsWith("this process was suspended for "));
    } finally {
      stopper.outputWriter().close();
      stopper.waitFor();
    }
  }

  /** It would work in the slices of the others, too. */
  @Test
  void aProcessThatItHasStartedMustRestWhenItIsIdle() throws Exception {
    Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    try (OrderSender orders = OrderSender.open();
        OrderReceiver receiver = receiver(orders)) {
      assertThat(orders.accept(busy, 30)).isTrue();
      CompletableFuture<RunResult> run =
          CompletableFuture.supplyAsync(() -> transactions(receiver));
      orders.send(new Order(Order.Kind.CONNECT, 0));
      assertThat(orders.await(60)).isPresent();

      orders.send(new Order(Order.Kind.IDLE, SECOND));
      assertThat(orders.await(60)).isPresent();
      orders.send(Order.end());

      assertThat(run.get().problems())
          .anyMatch(
              problem ->
                  problem.startsWith("at rest, ")
                      && problem.contains("(process %d) used ".formatted(busy.pid())));
    } finally {
      busy.destroyForcibly().waitFor();
    }
  }

  /** Waits until a thread is in {@link SlicedRun}'s method for it. */
  private static void awaitIdle() throws InterruptedException {
    while (Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .noneMatch(
            frame ->
                frame.getClassName().equals(SlicedRun.class.getName())
                    && frame.getMethodName().equals("idle"))) {
      Thread.sleep(10);
    }
  }

  private static OrderReceiver receiver(OrderSender orders) throws Exception {
    String[] property = orders.jvmArgument().substring("-D".length()).split("=", 2);
    System.setProperty(property[0], property[1]);
    try {
      return OrderReceiver.ofThisProcess().orElseThrow();
    } finally {
      System.clearProperty(property[0]);
    }
  }

  private static RunResult transactions(OrderReceiver receiver) {
    try {
      return TestRun.of("operationcount=0 maxexecutiontime=60").inTurns(receiver).transactions();
    } catch (InterruptedException | WorkloadException e) {
      throw new IllegalStateException(e);
    }
  }
}
