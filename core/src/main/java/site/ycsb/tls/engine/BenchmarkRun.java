package site.ycsb.tls.engine;

import java.util.Objects;
import java.util.Properties;
import java.util.function.Consumer;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.measurement.RunResult;
import site.ycsb.tls.socket.Transport;

/**
 * One run: one phase of one workload against one database. Made, executed once, and thrown away.
 * {@link #interrupt()} may be called from any thread, the rest from one.
 *
 * <pre>{@code
 * RunOptions options = RunOptions.parse(properties, Phase.TRANSACTIONS);
 * try (DatabasePool pool = binding.open(properties, transport)) {
 *   BenchmarkRun run = new BenchmarkRun(options, properties, identity,
 *       Workloads.of(options, properties), pool, transport, System.err::println);
 *   RunResult result = run.execute();
 * }
 * }</pre>
 *
 * With {@link RunOptions#resultsDir()}, {@code intervals.hlog} is written while it runs and {@code
 * run.json} at its end.
 */
public final class BenchmarkRun {
  /**
   * @param properties all properties of the run; written into the result, secrets masked
   * @param pool left open
   * @param transport whose connections are counted
   * @param status is given each status line, about every {@link RunOptions#statusSeconds()}, on a
   *     thread of the run
   */
  public BenchmarkRun(
      RunOptions options,
      Properties properties,
      RunIdentity identity,
      WorkloadSource workload,
      DatabasePool pool,
      Transport transport,
      Consumer<String> status) {
    Objects.requireNonNull(options);
  }

  /**
   * Runs to the end, whatever becomes of it: what was measured is always in the result, and {@link
   * RunResult#outcome()} says whether it may be used. Returns even when a thread hangs in the
   * database's driver; all threads are daemons.
   *
   * @throws java.io.UncheckedIOException when the results' directory cannot be written
   * @throws InterruptedException when the calling thread is interrupted before the threads were
   *     started
   */
  public RunResult execute() throws InterruptedException {
    throw new UnsupportedOperationException("TODO");
  }

  /**
   * Ends the run early: what was measured until now becomes the result of {@link #execute()},
   * marked {@code INCOMPLETE}. Returns at once.
   */
  public void interrupt() {
    throw new UnsupportedOperationException("TODO");
  }
}
