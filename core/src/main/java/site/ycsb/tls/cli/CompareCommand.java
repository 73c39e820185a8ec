package site.ycsb.tls.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.compare.plan.Axis;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Schedule;
import site.ycsb.tls.compare.result.ComparisonResult;
import site.ycsb.tls.fleet.FleetOptions;
import site.ycsb.tls.option.UsageException;
import site.ycsb.tls.report.Report;
import site.ycsb.tls.session.Bindings;
import site.ycsb.tls.session.PinnableSuites;
import site.ycsb.tls.session.Servers;

/** {@code bin/ycsb compare}: what TLS costs, with the uncertainty of the answer. */
@Command(
    name = "compare",
    sortOptions = false,
    header = "Run a workload without and with TLS, alternately, and report the difference.",
    description = {
      "",
      "Every value of tls.cipher x tls.keysize x tls.protocol x tls.group (comma lists) is a",
      "variant; plain is the baseline. Each run is a JVM of its own; blocks of runs, in random",
      "order, are what the 95 %% intervals come from. Without the address of a server, a test",
      "server is started and loaded.",
      "",
      "Examples:",
      "  bin/ycsb compare mongodb -P workloads/workloadc --quick \\",
      "      -p tls.cipher=TLS_AES_256_GCM_SHA384",
      "  bin/ycsb compare mongodb -P workloads/workloada -p tls.cipher=all \\",
      "      --vary threadcount=1,4 -target 70%%",
      "  bin/ycsb compare mongodb -P workloads/workloadc --out results/interrupted \\",
      "      -p tls.cipher=TLS_AES_256_GCM_SHA384         (resumes it)"
    })
final class CompareCommand implements Callable<Integer> {
  @Spec private CommandLine.Model.CommandSpec spec;
  @Mixin private WorkloadArguments arguments;
  @Mixin private FleetArguments fleetArguments;

  @Option(
      names = "--vary",
      paramLabel = "NAME=A,B,C",
      description = "Also sweep a property; repeatable.")
  private List<String> axes = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "VARIANT",
      description = "What the others are compared with (plain).")
  private String baseline = "plain";

  @Option(names = "--quick", description = "Short runs, few blocks: to try; indicative only.")
  private boolean quick;

  @Option(names = "--blocks", paramLabel = "N", description = "Number of blocks (10; quick 3).")
  private Integer blocks;

  @Option(
      names = "--warmup",
      paramLabel = "SECONDS",
      description = "Warm-up of each run (10; quick 2).")
  private Double warmup;

  @Option(
      names = "--seconds",
      paramLabel = "SECONDS",
      description = "Measured window of each run (15; quick 4).")
  private Double seconds;

  @Option(
      names = "--operations",
      paramLabel = "N",
      description = "Measured window of each run in operations, instead of --seconds.")
  private Long operations;

  @Option(
      names = "--precision",
      paramLabel = "PERCENT",
      description = "More blocks until the intervals are this narrow, such as 1%%; at most 40.")
  private String precision;

  @Option(
      names = "--calibrate",
      description = "Also compare the baseline with itself: the noise floor.")
  private boolean calibrate;

  @Mixin private ExperimentOptions experiment;

  @Override
  public Integer call() throws Exception {
    Binding binding = Bindings.named(arguments.binding());
    Properties typed = arguments.toProperties();
    Path path = experiment.directory(arguments.binding());
    Optional<FleetOptions> fleet = fleetArguments.options(path);
    Properties given = fleet.map(f -> f.whole(typed)).orElse(typed);
    fleet.ifPresent(f -> f.requireReachable(Servers.areOurs(binding, given)));
    Secrets secrets = Secrets.of(binding.properties());
    ComparisonPlan plan =
        ComparisonPlan.parse(
            arguments.binding(),
            PinnableSuites.resolve(given, binding),
            axes.stream().map(Axis::parse).toList(),
            baseline,
            experiment.load() || Servers.areOurs(binding, given),
            schedule());
    return new ComparisonJob(
            binding,
            given,
            plan,
            path,
            path,
            fleet,
            CommandLines.repeat(spec, secrets),
            spec.commandLine().getErr())
        .run(result -> finish(result, path));
  }

  private void finish(ComparisonResult result, Path path) throws IOException {
    Report report = Report.of(result, path);
    report.writeTo(path);
    PrintWriter out = spec.commandLine().getOut();
    out.print(report.text());
    out.println("Everything is in " + path + "; open report.html there.");
    out.flush();
  }

  private Schedule schedule() {
    long seed = experiment.seed();
    Schedule schedule = quick ? Schedule.quickWholeRuns(seed) : Schedule.wholeRuns(seed);
    schedule = blocks == null ? schedule : schedule.withBlocks(blocks);
    schedule = warmup == null ? schedule : schedule.withWarmupSeconds(warmup);
    schedule = seconds == null ? schedule : schedule.withRunSeconds(seconds);
    schedule = operations == null ? schedule : schedule.withRunOperations(operations);
    schedule = precision == null ? schedule : schedule.withPrecision(share(precision));
    return schedule.withCalibrate(calibrate);
  }

  private static double share(String percent) {
    try {
      double share = Double.parseDouble(percent.replaceFirst("%$", "")) / 100;
      if (share > 0 && share < 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      throw new UsageException("--precision " + percent + ": expected a percentage such as 1%", e);
    }
    throw new UsageException(
        "--precision " + percent + ": expected more than 0% and less than 100%");
  }
}
