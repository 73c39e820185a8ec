package site.ycsb.tls.comparison.run;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A YCSB client whose reads and inserts take {@code slow.millis}; it wants {@code slow.password} to
 * be "open sesame", and knows no server.
 */
public class SlowDatabase extends DB {
  private long millis;

  @Override
  public void init() throws DBException {
    millis = Long.parseLong(getProperties().getProperty("slow.millis", "1"));
    if (!getProperties().getProperty("slow.password", "").equals("open sesame")) {
      throw new DBException("the door stays shut");
    }
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    return sleep();
  }

  @Override
  @SuppressWarnings("NonApiType") // It is YCSB's.
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return Status.NOT_IMPLEMENTED;
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return Status.NOT_IMPLEMENTED;
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return sleep();
  }

  @Override
  public Status delete(String table, String key) {
    return Status.NOT_IMPLEMENTED;
  }

  private Status sleep() {
    try {
      Thread.sleep(millis);
      return Status.OK;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Status.ERROR;
    }
  }
}
