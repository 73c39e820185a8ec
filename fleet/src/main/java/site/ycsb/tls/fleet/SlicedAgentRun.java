package site.ycsb.tls.fleet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.tls.comparison.run.RunLauncher;
import site.ycsb.tls.comparison.run.RunOutcome;
import site.ycsb.tls.comparison.run.RunRequest;
import site.ycsb.tls.comparison.run.StartedRun;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceReport;

/**
 * A run that takes turns with others of its agent, as its coordinator orders. Agent and run are on
 * one machine and have one {@link System#nanoTime()}. Thread-safe.
 */
final class SlicedAgentRun extends AgentRun {
  /** The coordinator decides how long it waits for a report or an end, not the agent: a year, s. */
  private static final double LONG = 365.0 * 86_400;

  private static final Logger LOG = LoggerFactory.getLogger(SlicedAgentRun.class);

  private final RunLauncher launcher;
  private final BlockingQueue<Received> orders = new LinkedBlockingQueue<>();

  private record Received(Order order, long nanos) {}

  /**
   * @param launcher starts it
   */
  SlicedAgentRun(
      Message.Fork fork, Path directory, RunLauncher launcher, Consumer<Message> report) {
    super(fork, directory, report);
    this.launcher = launcher;
  }

  @Override
  void follow(Order order, long nanos) {
    orders.add(new Received(order, nanos));
  }

  /** Without orders it does nothing, and ends with its agent. */
  @Override
  void pinged(long number) {}

  @Override
  RunOutcome make(RunRequest request) throws IOException, InterruptedException {
    try (StartedRun run = launcher.start(request)) {
      if (run.isReady(LONG)) {
        report(new Message.FromRun(number(), new RunMessage.Alive(true)));
        followOrders(run);
      }
      return run.outcome(LONG);
    } catch (TimeoutException e) {
      throw new IOException("the load generator did not start", e);
    }
  }

  /** Until the last order, or the end of the run, which has a reason of its own. */
  private void followOrders(StartedRun run) throws IOException, InterruptedException {
    while (true) {
      Received next = orders.take();
      try {
        run.send(next.order());
      } catch (IOException e) {
        LOG.debug("the run no longer takes orders", e);
        return;
      }
      if (next.order().kind() == Order.Kind.END) {
        return;
      }
      try {
        Optional<SliceReport> answer = run.await(LONG);
        if (answer.isEmpty()) {
          return;
        }
        report(new Message.Sliced(number(), next.nanos(), System.nanoTime(), answer.get()));
      } catch (TimeoutException e) {
        throw new IOException("a slice without an end", e);
      }
    }
  }
}
