package site.ycsb.tls.comparison.run;

import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.tls.testkit.UniformClient;

/**
 * A YCSB client whose operations take {@code slow.millis}; it wants {@code slow.password} to be
 * "open sesame", and knows no server.
 */
public class SlowDatabase extends UniformClient {
  private long millis;

  @Override
  public void init() throws DBException {
    millis = Long.parseLong(getProperties().getProperty("slow.millis", "1"));
    if (!getProperties().getProperty("slow.password", "").equals("open sesame")) {
      throw new DBException("the door stays shut");
    }
  }

  @Override
  protected Status operate(String name, String key) {
    try {
      Thread.sleep(millis);
      return Status.OK;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Status.ERROR;
    }
  }
}
