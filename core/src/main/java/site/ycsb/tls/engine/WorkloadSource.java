package site.ycsb.tls.engine;

import java.util.Map;
import java.util.Optional;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.measurement.RunResult;

/** Gives each thread of a run the workload that it does. Thread-safe. */
public interface WorkloadSource extends AutoCloseable {

  /**
   * Called before any thread is started.
   *
   * @throws site.ycsb.tls.option.UsageException when this workload cannot be run on this database
   */
  default void check(DatabasePool pool) {}

  /**
   * An initialised workload; several threads may be given the same one. Called by the thread that
   * will use it.
   *
   * @param thread number of the thread, from 0
   * @param warmUp whether it is for the warm-up; what the measured one does must not depend on how
   *     long that was
   */
  Workload forThread(int thread, boolean warmUp) throws WorkloadException;

  /** What the connection-churn workload counted, without the warm-up; empty for others. */
  default Optional<RunResult.Churn> churn() {
    return Optional.empty();
  }

  /**
   * Operations that a foreign workload measured by YCSB's own means, past the engine; with the
   * warm-up.
   */
  default Map<String, RunResult.OperationResult> measuredElsewhere() {
    return Map.of();
  }

  /** Cleans up what {@link #forThread} gave out; called when all threads have ended. */
  @Override
  void close() throws WorkloadException;
}
