package site.ycsb.tls.comparison.explanation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.RunFacts;
import site.ycsb.tls.comparison.result.RunPlace;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.comparison.run.FabricatedRuns;
import site.ycsb.tls.file.JsonFile;
import site.ycsb.tls.property.run.SampleInterval;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceFile;
import site.ycsb.tls.slice.SliceReport;

/**
 * A comparison with an explanation, without runs: plain takes 20 µs of the client and 10 of the
 * server for each operation, TLS as much more as is said.
 */
final class FabricatedExplanation {
  private static final String READ = "java.lang.Thread.run;com.example.Driver.read;";
  private static final long OPERATIONS = 100_000;

  /** What profiling costs: 2 %. */
  private static final double PROFILING = 1.02;

  private FabricatedExplanation() {}

  /**
   * Makes the files.
   *
   * @param found what the comparison found of the client, µs
   * @param explained what its explanation adds up to, µs: half is cipher, half are system calls
   * @param times how much slower the machine was in each block of the comparison; once as a rule
   */
  static ComparisonResult in(Path directory, double found, double explained, double... times)
      throws IOException {
    ComparisonPlan plan = plan();
    ComparisonResult first =
        ComparisonResult.of(
            "", "2026-11-28T00:00:00Z", plan, true, "complete", Map.of(), runs(plan, found, times));
    ComparisonPlan further = ExplanationPlan.of(plan, Map.of());
    Path folder = Files.createDirectories(directory.resolve("explain"));
    ComparisonResult made =
        ComparisonResult.of(
            "",
            "2026-11-28T00:10:00Z",
            further,
            true,
            "complete",
            Map.of(),
            runs(further, explained));
    JsonFile.write(folder.resolve("comparison.json"), made);
    for (RunRecord run : made.runs()) {
      write(folder.resolve(run.place().directory()), run, explained);
    }
    return first;
  }

  static ComparisonPlan plan() {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("workload", "site.ycsb.workloads.CoreWorkload");
    properties.put("variants.tls.tls.cipher", "TLS_AES_256_GCM_SHA384");
    return ComparisonPlan.parse("fake", properties, List.of(), "plain", true, Schedule.standard(1));
  }

  private static List<RunRecord> runs(ComparisonPlan plan, double more, double... times) {
    List<RunRecord> runs = new ArrayList<>();
    Point point = plan.points().get(0);
    for (int block = 1; block <= 3; block++) {
      for (Variant variant : plan.columns()) {
        double slower = times.length == 0 ? 1 : times[block - 1];
        double client = slower * (20 + (variant.pinsTls() ? more : 0));
        double server = slower * (10 + (variant.pinsTls() ? more : 0));
        runs.add(
            new RunRecord(
                new RunPlace(
                    block,
                    point.id(),
                    variant.id(),
                    1,
                    1,
                    "runs/all/block-0%d/%s".formatted(block, variant.id()),
                    1),
                RunRecord.Status.ACCEPTED,
                List.of(),
                facts(client, server),
                Map.of(),
                null,
                null));
      }
    }
    return runs;
  }

  /**
   * The figures of a run.
   *
   * @param client µs
   * @param server µs
   */
  static RunFacts facts(double client, double server) {
    return FabricatedRuns.facts(
        10,
        Map.of(
            Metric.CLIENT_CPU.key(),
            client,
            Metric.SERVER_CPU.key(),
            server,
            Metric.THROUGHPUT.key(),
            1e6 / (client + server)));
  }

  private static void write(Path folder, RunRecord run, double more) throws IOException {
    Files.createDirectories(folder);
    boolean tls = run.variant().equals("tls");
    stacks(20, tls ? more : 0).write(folder.resolve("client.collapsed"));
    stacks(10, tls ? more : 0).write(folder.resolve("server.collapsed"));
    Map<String, List<SliceReport>> slices = new LinkedHashMap<>();
    Path file = folder.resolveSibling(SliceFile.NAME);
    if (Files.exists(file)) {
      slices.putAll(SliceFile.read(file).slices());
    }
    slices.put(
        run.variant(),
        List.of(
            slice(1, OPERATIONS / 4, 1),
            slice(2, OPERATIONS, PROFILING),
            slice(4, OPERATIONS / 4, 1)));
    new SliceFile(slices).write(file);
    new ProfiledTime(2, 3, SampleInterval.USUAL).write(folder);
  }

  /** With a profiler its operations take more CPU time of the client, and as much longer. */
  private static SliceReport slice(long begin, long operations, double times) {
    return new SliceReport(
        Order.Kind.MEASURE,
        times * operations / 1e4,
        operations,
        0,
        Math.round(times * operations * 1e4),
        0,
        1,
        begin,
        begin + 1,
        null);
  }

  /** A hundred samples for each µs. */
  private static CollapsedStacks stacks(double plain, double tls) {
    Map<String, Long> samples = new LinkedHashMap<>();
    samples.put(READ + "com.example.Codec.decode", Math.round(50 * plain));
    samples.put(
        READ + "sun.nio.ch.SocketDispatcher.read0;__libc_recv", Math.round(50 * (plain + tls)));
    if (tls > 0) {
      samples.put(
          READ
              + "sun.security.ssl.SSLCipher.decrypt;com.sun.crypto.provider.GaloisCounterMode.doFinal",
          Math.round(50 * tls));
    }
    samples.put(RecordedSamples.COMPILERS + ";start_thread;C2Compiler::compile_method", 77L);
    return new CollapsedStacks(samples);
  }
}
