package site.ycsb.tls.engine;

import site.ycsb.tls.binding.DatabasePool;

/**
 * A {@link site.ycsb.Workload} that makes its own clients in {@code doTransaction}. The engine then
 * makes none for its threads in the transaction phase; the {@link TimedDb} that it passes has no
 * client until the workload gives it one with {@link TimedDb#use}.
 */
public interface NeedsPool {

  /** Called once for each instance, before its first transaction. */
  void pool(DatabasePool pool);
}
