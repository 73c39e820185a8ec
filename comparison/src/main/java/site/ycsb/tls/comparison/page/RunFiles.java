package site.ycsb.tls.comparison.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.measurement.IntervalLog;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunResultFile;

/**
 * The runs' own files in a comparison's directory. They may be gone: {@code comparison.json} alone
 * is enough for a report, without the figures that only they contain. Reads each result once. Not
 * thread-safe.
 */
record RunFiles(Path directory, Map<String, RunResult> results) {
  /**
   * Reads the results of all runs that count.
   *
   * @throws IOException when one is damaged
   */
  static RunFiles of(ComparisonResult result, Path directory) throws IOException {
    Map<String, RunResult> results = new HashMap<>();
    for (RunRecord run : result.acceptedRuns()) {
      Path file = directory.resolve(run.place().directory()).resolve(RunResultFile.NAME);
      if (Files.isRegularFile(file)) {
        results.put(run.place().directory(), RunResultFile.read(file));
      }
    }
    return new RunFiles(directory, results);
  }

  /** What is to be said where some runs have files and others do not; usually empty. */
  Optional<String> warning(ComparisonResult result) {
    int all = result.acceptedRuns().size();
    return results.isEmpty() || results.size() == all
        ? Optional.empty()
        : Optional.of(
            "%d of %d runs have no run.json any more: curves of percentiles, traffic and connections are those of the others."
                .formatted(all - results.size(), all));
  }

  /** Whether the comparison's directory has a file or directory of that name. */
  boolean has(String name) {
    return Files.exists(directory.resolve(name));
  }

  /** The run's result; empty when its file is gone. */
  Optional<RunResult> result(RunRecord run) {
    return Optional.ofNullable(results.get(run.place().directory()));
  }

  /** Latencies of the operation second by second; empty when the log is gone. */
  List<IntervalLog.Stretch> intervals(RunRecord run, String operation) throws IOException {
    Path file = directory.resolve(run.place().directory()).resolve(IntervalLog.NAME);
    return Files.isRegularFile(file) ? IntervalLog.read(file, operation) : List.of();
  }
}
