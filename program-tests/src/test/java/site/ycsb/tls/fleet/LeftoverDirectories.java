package site.ycsb.tls.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;
import site.ycsb.tls.file.TemporaryDirectory;

/**
 * At the end of this module's tests, removes the temporary directories of the processes that they
 * killed. A user's next command does the same. JUnit finds this listener by itself.
 */
public final class LeftoverDirectories implements TestExecutionListener {
  @Override
  public void testPlanExecutionFinished(TestPlan testPlan) {
    try {
      TemporaryDirectory.create("tests").close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
