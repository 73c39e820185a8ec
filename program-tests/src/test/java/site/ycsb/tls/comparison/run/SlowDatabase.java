package site.ycsb.tls.comparison.run;

import java.util.Map;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.testkit.UniformClient;

/**
 * A YCSB client whose operations take {@code slow.millis}; it wants {@code slow.password} to be
 * "open sesame", and knows no server.
 */
public class SlowDatabase extends UniformClient {
  private long millis;

  /**
   * The properties of a run that reads from it.
   *
   * @param further NAME=VALUE each; they win
   */
  static Map<String, String> properties(int millis, String... further) {
    Map<String, String> properties =
        Given.properties(
            "workload=site.ycsb.workloads.CoreWorkload",
            "recordcount=1000",
            "readproportion=1",
            "updateproportion=0",
            "slow.millis=" + millis,
            "slow.password=open sesame");
    properties.putAll(Given.properties(further));
    return properties;
  }

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
