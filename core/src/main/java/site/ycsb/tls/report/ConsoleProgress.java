package site.ycsb.tls.report;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import site.ycsb.tls.compare.ComparisonProgress;

/** Progress on stderr: a bar on a terminal, plain lines elsewhere. */
public final class ConsoleProgress implements ComparisonProgress {
  private final PrintStream stderr;
  private final boolean terminal;

  /**
   * @param terminal whether {@code stderr} is a terminal
   */
  public ConsoleProgress(PrintStream stderr, boolean terminal) {
    this.stderr = stderr;
    this.terminal = terminal;
  }

  @Override
  public void planned(int runs, Duration estimate, List<String> remarks) {
    remarks.forEach(stderr::println);
    stderr.println(runs + " runs, about " + estimate.toMinutes() + " min.");
  }

  @Override
  public void running(String what, int done, int total, Duration left) {
    if (!terminal) {
      stderr.println((done + 1) + "/" + total + " " + what + ", " + left.toMinutes() + " min left");
    }
  }

  @Override
  public void note(String line) {
    stderr.println(line);
  }

  @Override
  public void ended() {}
}
