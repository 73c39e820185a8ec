package site.ycsb.tls.compare;

import java.time.Duration;

/** Is told how a comparison comes along, on the thread that runs it. */
public interface ComparisonProgress {

  /**
   * Before the first run.
   *
   * @param runs number of runs that are still to be made, loads and capacity runs among them; with
   *     a precision asked for, the least number
   * @param estimate how long they are expected to take
   * @param remarks of the plan, and what is resumed
   */
  void planned(int runs, Duration estimate, java.util.List<String> remarks);

  /**
   * A run begins.
   *
   * @param what in a few words: {@code block 3/10, threadcount=4, plain}
   * @param done runs that are done
   * @param total runs in all, as it looks now
   * @param left estimate of the time left
   */
  void running(String what, int done, int total, Duration left);

  /** Something that the user should know at once, such as a block's being repeated; one line. */
  void note(String line);

  /** After the last run, or when the comparison ends early. */
  void ended();
}
