package site.ycsb.tls.fleet;

import java.util.Arrays;
import java.util.List;
import site.ycsb.tls.engine.BenchmarkRun;
import site.ycsb.tls.measurement.result.RunResult;

/**
 * When the agents of a run were active.
 *
 * @param starts of the agents, in their order, s since the first one's; in slices, the mean over
 *     them
 * @param skewSeconds from the first start to the last one, s; in slices, the mean over them
 * @param clockErrorSeconds the largest error of that, s
 * @param togetherShare share of the time in which all of them were active, 0 to 1
 * @param windowSeconds length of the measured window, s: operations divided by this is the
 *     throughput of all
 * @param serverShare share of the operations that were done while the first agent measured the
 *     server's CPU time, 0 to 1
 * @param coldServerShare the same of the cold beginning of the processes; 1 if there was none
 * @param untold names of agents that did not say when they started
 */
record Timing(
    List<Double> starts,
    double skewSeconds,
    double clockErrorSeconds,
    double togetherShare,
    double windowSeconds,
    double serverShare,
    double coldServerShare,
    List<String> untold) {
  Timing {
    starts = List.copyOf(starts);
    untold = List.copyOf(untold);
  }

  /** Of whole runs: the window is from the first start to the last end. */
  static Timing ofWholeRuns(List<MemberRun> runs, List<RunResult> results) {
    long first =
        runs.stream().flatMap(run -> run.started().stream()).mapToLong(n -> n).min().orElse(0);
    List<Double> starts =
        runs.stream().map(run -> run.started().map(n -> (n - first) / 1e9).orElse(0.0)).toList();
    double firstEnd = Double.POSITIVE_INFINITY;
    double lastEnd = 0;
    for (int i = 0; i < starts.size(); i++) {
      double end = starts.get(i) + results.get(i).window().runtimeSeconds();
      firstEnd = Math.min(firstEnd, end);
      lastEnd = Math.max(lastEnd, end);
    }
    double lastStart = starts.stream().mapToDouble(start -> start).max().orElse(0);
    return new Timing(
        starts,
        lastStart,
        clockError(
            runs.stream()
                .filter(run -> run.started().isPresent())
                .mapToDouble(run -> run.startError() / 1e9)
                .toArray()),
        lastEnd > 0 ? Math.max(0, firstEnd - lastStart) / lastEnd : 0,
        lastEnd,
        covered(starts, results),
        1,
        runs.stream()
            .filter(run -> run.started().isEmpty())
            .map(run -> run.member().name())
            .toList());
  }

  /**
   * Share of the operations that were done while the first agent measured, if each agent did its
   * own at one rate; 1 of none.
   */
  private static double covered(List<Double> starts, List<RunResult> results) {
    double from = starts.get(0) - BenchmarkRun.BEGINNING / 1e9;
    double until = starts.get(0) + results.get(0).window().runtimeSeconds();
    ServerCoverage coverage = new ServerCoverage();
    for (int i = 0; i < starts.size(); i++) {
      double start = starts.get(i);
      double end = start + results.get(i).window().runtimeSeconds();
      coverage.add(results.get(i).succeeded(), ServerCoverage.share(from, until, start, end));
    }
    return coverage.share();
  }

  /**
   * How exactly the difference of two agents' times is known at least: each clock is compared with
   * ours, and the errors of two can add up.
   *
   * @param errors of the agents' clocks
   */
  static double clockError(double... errors) {
    return Arrays.stream(errors).sorted().skip(Math.max(0, errors.length - 2)).sum();
  }
}
