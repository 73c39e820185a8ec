package site.ycsb.tls.engine.worker;

/** Notices that a run makes no progress. Used by one thread. */
public final class Watchdog {
  private final double limitSeconds;
  private long lastProgress = -1;
  private long lastChange = System.nanoTime();

  /**
   * @param seconds longest time without progress
   */
  public Watchdog(double seconds) {
    limitSeconds = seconds;
  }

  /**
   * Whether the progress has been the same for too long.
   *
   * @param progress any number that grows with the work
   */
  public boolean stalled(long progress) {
    long now = System.nanoTime();
    if (progress != lastProgress) {
      lastProgress = progress;
      lastChange = now;
    }
    return now - lastChange > limitSeconds * 1e9;
  }

  /** Says so in one line. */
  public String message(String what, String whom) {
    return "no operation succeeded for %s s (stall.seconds) while %s; waiting for %s"
        .formatted(limitSeconds, what, whom);
  }
}
