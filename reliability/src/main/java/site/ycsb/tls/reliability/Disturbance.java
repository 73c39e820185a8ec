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
  @Override
  public String toString() {
    return switch (fault.kind()) {
      case KILLED -> String.format(Locale.ROOT, "%s after %.2f s", fault, moment);
      case STOPPED ->
          String.format(Locale.ROOT, "%s after %.2f s for %.1f s", fault, moment, stopSeconds);
      case DISK ->
          fault == Fault.FULL_DISK ? fault + " after " + room + " bytes" : fault.toString();
    };
  }
}
