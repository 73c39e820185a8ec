package site.ycsb.tls.study.run;

import site.ycsb.tls.comparison.page.ConsoleProgress;
import site.ycsb.tls.comparison.run.Effort;

/** The amount of work, in one line. */
public final class StudyEffort {
  private StudyEffort() {}

  /**
   * For example {@code 12 runs and 1 load of data, about 2 min}.
   *
   * @param restarts whether a test server is started again between variants
   */
  public static String inWords(Effort effort, boolean restarts) {
    return "%s and %s of data, about %s%s"
        .formatted(
            count(effort.runs(), "run"),
            count(effort.loads(), "load"),
            ConsoleProgress.inWords(effort.time()),
            restarts ? ", and up to " + count(effort.runs(), "start") + " of the test server" : "");
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
