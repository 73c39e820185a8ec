package site.ycsb.tls.report;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.compare.Comparison;
import site.ycsb.tls.compare.ComparisonDirectory;
import site.ycsb.tls.compare.FabricatedRuns;
import site.ycsb.tls.compare.RecordedProgress;
import site.ycsb.tls.compare.RunLauncher;
import site.ycsb.tls.compare.plan.Axis;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Schedule;
import site.ycsb.tls.compare.result.ComparisonResult;

/** Comparisons to be shown, made of fabricated runs: TLS costs half as much again. */
public final class FabricatedComparison {
  private FabricatedComparison() {}

  public static ComparisonResult of(Path directory, Schedule schedule, String... axes)
      throws Exception {
    return of(directory, Map.of(), schedule, axes);
  }

  static ComparisonResult of(
      Path directory, Map<String, String> more, Schedule schedule, String... axes)
      throws Exception {
    return of(directory, 0.5, more, schedule, axes);
  }

  /** With another overhead in latency and CPU than half as much again. */
  public static ComparisonResult of(
      Path directory, double overhead, Map<String, String> more, Schedule schedule, String... axes)
      throws Exception {
    FabricatedRuns runs = new FabricatedRuns(overhead, 0.02);
    return of(directory, runs, runs, more, schedule, axes);
  }

  /** On a server whose figures prove nothing. */
  public static ComparisonResult unpublishable(Path directory, String reason) throws Exception {
    FabricatedRuns runs = new FabricatedRuns(0.5, 0.02);
    runs.server = Map.of(DatabasePool.NOT_FOR_PUBLICATION, reason);
    return of(directory, runs, runs, Map.of(), Schedule.quickWholeRuns(1).withBlocks(3));
  }

  /** With the files that runs have. */
  static Report recorded(
      Path directory, Map<String, String> more, Schedule schedule, String... axes)
      throws Exception {
    FabricatedRuns runs = new FabricatedRuns(0.5, 0.02);
    return Report.of(of(directory, new RecordedRuns(runs), runs, more, schedule, axes), directory);
  }

  private static ComparisonResult of(
      Path directory,
      RunLauncher launcher,
      FabricatedRuns servers,
      Map<String, String> more,
      Schedule schedule,
      String... axes)
      throws Exception {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("workload", "site.ycsb.workloads.CoreWorkload");
    properties.put("recordcount", "1000");
    properties.put("tls.cipher", "TLS_AES_256_GCM_SHA384,TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384");
    properties.put("tls.keysize", "2048,4096");
    properties.putAll(more);
    ComparisonPlan plan =
        ComparisonPlan.parse(
            "fake",
            properties,
            List.of(axes).stream().map(Axis::parse).toList(),
            "plain",
            true,
            schedule);
    try (ComparisonDirectory opened =
        ComparisonDirectory.open(
            directory, plan, "bin/ycsb compare fake -p x=1", Secrets.of(List.of()))) {
      return new Comparison(opened, launcher, servers, new RecordedProgress()).run();
    }
  }
}
