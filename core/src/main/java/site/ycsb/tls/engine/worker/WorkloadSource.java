package site.ycsb.tls.engine.worker;

import java.util.Map;
import java.util.Optional;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.measurement.result.Churn;
import site.ycsb.tls.measurement.result.OperationResult;

/** Gives each thread of a run its workload. Thread-safe. */
public interface WorkloadSource extends AutoCloseable {

  /**
   * Called before any thread is started.
   *
   * @param pool stays open as long as the workloads are used
   * @throws site.ycsb.tls.property.UsageException when this workload cannot be run on this database
   */
  default void check(DatabasePool pool) {}

  /**
   * Whether the workloads make their own clients in {@code doTransaction}. The engine then makes no
   * clients for its threads in the transaction phase. The {@link TimedDb} that it passes has no
   * client until the workload sets one with {@link TimedDb#use}.
   */
  default boolean makesClients() {
    return false;
  }

  /**
   * An initialised workload; several threads may get the same one. Called by the thread that will
   * use it.
   *
   * @param thread number of the thread, from 0
   * @param warmUp whether it is for the warm-up; the measured workload must not depend on the
   *     length of the warm-up
   */
  Workload forThread(int thread, boolean warmUp) throws WorkloadException;

  /** The counts of the connection-churn workload, without the warm-up; empty for others. */
  default Optional<Churn> churn() {
    return Optional.empty();
  }

  /**
   * Operations that a third party's workload measured itself, with YCSB's classes; including the
   * warm-up.
   */
  default Map<String, OperationResult> measuredElsewhere() {
    return Map.of();
  }

  /**
   * The least bytes of values that a successful operation moves; 0 if that is not known.
   *
   * @param operation its name, such as {@code READ}
   */
  default long leastBytes(String operation) {
    return 0;
  }

  /** Cleans up the workloads of {@link #forThread}; called when all threads have ended. */
  @Override
  void close() throws WorkloadException;
}
