package site.ycsb.tls.comparison.page;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import site.ycsb.tls.comparison.run.ComparisonProgress;
import site.ycsb.tls.document.Figures;

/** Progress on stderr: a bar on a terminal, plain lines elsewhere. */
public final class ConsoleProgress implements ComparisonProgress {
  private final PrintStream stderr;
  private final boolean terminal;
  private ProgressBar bar;

  /**
   * @param terminal whether {@code stderr} is a terminal
   */
  public ConsoleProgress(PrintStream stderr, boolean terminal) {
    this.stderr = stderr;
    this.terminal = terminal;
  }

  @Override
  public void planned(int steps, String words, Duration estimate, List<String> remarks) {
    remarks.forEach(this::note);
    if (steps == 0) {
      note("Nothing is left to run.");
      return;
    }
    note(words + ": about " + Figures.duration(estimate) + ".");
    if (terminal) {
      bar =
          new ProgressBarBuilder()
              .setInitialMax(steps)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(500)
              .hideEta()
              .setConsumer(new ConsoleProgressBarConsumer(stderr))
              .build();
    }
  }

  @Override
  public void running(String what, int done, int total, Duration left) {
    if (bar == null) {
      stderr.println(
          "[%d/%d] %s; %s left".formatted(done + 1, total, what, Figures.duration(left)));
    } else {
      bar.maxHint(total);
      bar.stepTo(done);
      bar.setExtraMessage(" " + Figures.duration(left) + " left: " + what);
    }
  }

  @Override
  public void note(String line) {
    stderr.println(line);
  }

  @Override
  public void ended() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
