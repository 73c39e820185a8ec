package site.ycsb.tls.comparison.run;

import java.io.IOException;
import site.ycsb.DBException;

/** A client whose JVM is stopped when it ends (SIGSTOP), and never goes on. */
public class StoppedDatabase extends SlowDatabase {
  @Override
  public void init() throws DBException {
    super.init();
    Runtime.getRuntime().addShutdownHook(new Thread(StoppedDatabase::stop));
  }

  private static void stop() {
    try {
      new ProcessBuilder("sh", "-c", "kill -STOP $PPID").start().waitFor();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
