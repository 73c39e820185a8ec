import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** A database client of known cost: each operation keeps a processor busy for {@code spin.micros}. */
public class SpinDb extends DB {
  private long nanos;

  @Override
  public void init() {
    nanos = (long) (1000 * Double.parseDouble(getProperties().getProperty("spin.micros", "200")));
  }

  private Status spin() {
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
    }
    return Status.OK;
  }

  @Override
  public Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    return spin();
  }

  @Override
  public Status scan(
      String table, String startkey, int recordcount, Set<String> fields, Vector<HashMap<String, ByteIterator>> result) {
    return spin();
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return spin();
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return spin();
  }

  @Override
  public Status delete(String table, String key) {
    return spin();
  }
}
