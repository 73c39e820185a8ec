package site.ycsb.tls.comparison.run;

import java.util.concurrent.CountDownLatch;
import site.ycsb.DBException;

/** A client after which its JVM does not end by itself. */
public class EndlessDatabase extends SlowDatabase {
  @Override
  public void init() throws DBException {
    super.init();
    Runtime.getRuntime().addShutdownHook(new Thread(EndlessDatabase::waitForEver));
  }

  private static void waitForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
