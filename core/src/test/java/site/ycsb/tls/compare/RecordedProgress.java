package site.ycsb.tls.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Progress that is kept, to be looked at. */
public final class RecordedProgress implements ComparisonProgress {
  public final List<String> remarks = new ArrayList<>();
  public final List<String> notes = new ArrayList<>();
  public final List<String> known = new ArrayList<>();
  public final List<String> steps = new ArrayList<>();
  public final List<Duration> left = new ArrayList<>();
  public int planned;
  public Duration estimate;
  public int lastTotal;
  public boolean ended;

  @Override
  public void planned(int runs, String words, Duration estimate, List<String> told) {
    planned = runs;
    this.estimate = estimate;
    remarks.addAll(told);
  }

  @Override
  public void running(String what, int done, int total, Duration timeLeft) {
    steps.add(what);
    left.add(timeLeft);
    lastTotal = total;
  }

  @Override
  public void known(String line) {
    known.add(line);
  }

  @Override
  public void note(String line) {
    notes.add(line);
  }

  @Override
  public void ended() {
    ended = true;
  }
}
