package site.ycsb.tls.engine.worker;

import site.ycsb.tls.binding.DatabasePool;

/**
 * A {@link site.ycsb.Workload} that makes its own clients in {@code doTransaction}. The engine then
 * makes no clients for its threads in the transaction phase. The {@link TimedDb} that it passes has
 * no client until the workload sets one with {@link TimedDb#use}.
 */
public interface NeedsPool {

  /** Called once for each instance, before its first transaction. */
  void pool(DatabasePool pool);
}
