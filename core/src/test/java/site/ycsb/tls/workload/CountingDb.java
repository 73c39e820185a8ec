package site.ycsb.tls.workload;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * A database that does nothing, and looks at what its thread costs: CPU time and allocated bytes
 * from one operation to another, whoever calls them. Prints {@code COST nanos bytes}, for each
 * operation, at its end.
 */
@SuppressWarnings({"NonApiType", "SystemOut"})
public final class CountingDb extends DB {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private long first;
  private long last;
  private long operations;
  private long cpuNanos;
  private long bytes;

  @Override
  public void init() {
    first = Long.parseLong(getProperties().getProperty("cost.first"));
    last = Long.parseLong(getProperties().getProperty("cost.last"));
  }

  private Status operation() {
    operations++;
    if (operations == first || operations == last) {
      cpuNanos = THREADS.getCurrentThreadCpuTime() - cpuNanos;
      bytes = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - bytes;
    }
    return Status.OK;
  }

  @Override
  public void cleanup() {
    double measured = last - first;
    System.out.println("COST " + cpuNanos / measured + " " + bytes / measured);
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    return operation();
  }

  @Override
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return operation();
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return operation();
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return operation();
  }

  @Override
  public Status delete(String table, String key) {
    return operation();
  }
}
