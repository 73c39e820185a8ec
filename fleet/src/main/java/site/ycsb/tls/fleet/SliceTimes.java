package site.ycsb.tls.fleet;

import java.util.List;
import site.ycsb.tls.measurement.result.RunResult;

/** When the agents of a run began its slices that count, cold and warm. */
final class SliceTimes {
  private final long[] late;
  private long skewNanos;
  private long lengthNanos;
  private long slices;
  private long clockErrorNanos;
  private final ServerCoverage measured = new ServerCoverage();
  private final ServerCoverage cold = new ServerCoverage();

  /**
   * @param agents number of agents
   */
  SliceTimes(int agents) {
    late = new long[agents];
  }

  /**
   * A slice has ended that counts for the figures.
   *
   * @param length as it was ordered, ns
   * @param clockError how exactly the difference of two of its times is known, ns
   */
  void add(FleetSlice slice, long length, long clockError) {
    List<Long> each = slice.late();
    for (int i = 0; i < late.length; i++) {
      late[i] += each.get(i);
    }
    skewNanos += slice.skew();
    lengthNanos += length;
    slices++;
    measured.add(slice);
    clockErrorNanos = Math.max(clockErrorNanos, clockError);
  }

  /** A slice has ended that counts as the cold beginning of the processes. */
  void addCold(FleetSlice slice) {
    cold.add(slice);
  }

  /**
   * The run's timing. Its throughput is the sum of its agents', each in its own active time.
   *
   * @param agents the places of those that left a result, from 0
   * @param results theirs
   */
  Timing timing(List<Integer> agents, List<RunResult> results) {
    long succeeded = results.stream().mapToLong(RunResult::succeeded).sum();
    double rate = results.stream().mapToDouble(RunResult::throughput).sum();
    return new Timing(
        agents.stream().map(i -> slices == 0 ? 0.0 : late[i] / 1e9 / slices).toList(),
        slices == 0 ? 0 : skewNanos / 1e9 / slices,
        clockErrorNanos / 1e9,
        lengthNanos == 0 ? 1 : Math.max(0, 1 - (double) skewNanos / lengthNanos),
        rate > 0
            ? succeeded / rate
            : results.stream().mapToDouble(r -> r.window().runtimeSeconds()).max().orElse(0),
        measured.share(),
        cold.share(),
        List.of());
  }
}
