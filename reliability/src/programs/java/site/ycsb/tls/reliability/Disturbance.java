package site.ycsb.tls.reliability;

import java.util.Locale;

/**
 * One fault, and when.
 *
 * @param moment since the start of the program, s; of processes
 * @param stopSeconds how long a process is stopped
 * @param room of a full disk, bytes
 */
record Disturbance(Fault fault, double moment, double stopSeconds, long room) {
  private static final long HOUR_SECONDS = 3600;

  /** By how much the time of day jumps, s. */
  long jumpSeconds() {
    return switch (fault) {
      case CLOCK_AN_HOUR_AHEAD -> HOUR_SECONDS;
      case CLOCK_AN_HOUR_BACK -> -HOUR_SECONDS;
      default -> 0;
    };
  }

  /** What no run may count, s. */
  double standstillSeconds() {
    return switch (fault.kind()) {
      case STOPPED -> stopSeconds;
      case CLOCK -> HOUR_SECONDS;
      default -> Double.POSITIVE_INFINITY;
    };
  }

  @Override
  public String toString() {
    return switch (fault.kind()) {
      case KILLED, CLOCK -> String.format(Locale.ROOT, "%s after %.2f s", fault, moment);
      case STOPPED ->
          String.format(Locale.ROOT, "%s after %.2f s for %.1f s", fault, moment, stopSeconds);
      case DISK ->
          fault == Fault.FULL_DISK ? fault + " after " + room + " bytes" : fault.toString();
    };
  }
}
