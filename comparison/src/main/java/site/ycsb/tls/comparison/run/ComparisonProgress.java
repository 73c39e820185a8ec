package site.ycsb.tls.comparison.run;

import java.time.Duration;

/** Receives the progress of a comparison, on the thread that runs it. */
public interface ComparisonProgress {

  /**
   * Before the first step: a run, a block of runs that take turns, or a load.
   *
   * @param steps number of steps that are still to be made; with a wanted precision, the least
   * @param inWords the same for people, for example {@code 6 blocks of 2 runs that take turns}
   * @param estimate how long they are expected to take
   * @param remarks of the plan, and on what is resumed
   */
  void planned(int steps, String inWords, Duration estimate, java.util.List<String> remarks);

  /**
   * A step begins.
   *
   * @param what in a few words: {@code block 3/10, threadcount=4, plain}
   * @param done steps that are done
   * @param total steps in all, as it looks now
   * @param left estimate of the time left
   */
  void running(String what, int done, int total, Duration left);

  /**
   * Something that the user should know at once, for example that a block is repeated, or what is
   * known after some blocks; one line.
   */
  void note(String line);

  /** After the last run, or when the comparison ends early. */
  void ended();
}
