package site.ycsb.tls.engine;

import site.ycsb.Workload;
import site.ycsb.WorkloadException;

/** Gives each thread of a run the workload that it does. Thread-safe. */
public interface WorkloadSource extends AutoCloseable {

  /**
   * An initialised workload for this thread; several threads may be given the same one. Called once
   * for each thread.
   *
   * @param thread number of the thread, from 0
   */
  Workload forThread(int thread) throws WorkloadException;

  /** Cleans up what {@link #forThread} gave out; called when all threads have ended. */
  @Override
  void close() throws WorkloadException;
}
