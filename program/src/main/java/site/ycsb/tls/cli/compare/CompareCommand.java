package site.ycsb.tls.cli.compare;

import static java.util.Map.entry;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.cli.option.Amount;
import site.ycsb.tls.cli.option.AnswerOptions;
import site.ycsb.tls.cli.option.CommandLines;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.cli.option.FleetArguments;
import site.ycsb.tls.cli.option.WorkloadArguments;
import site.ycsb.tls.comparison.Comparison;
import site.ycsb.tls.comparison.page.Report;
import site.ycsb.tls.comparison.plan.Axis;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.run.ComparisonSetup;
import site.ycsb.tls.comparison.run.Effort;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.fleet.FleetOptions;
import site.ycsb.tls.history.ResultsFolder;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.property.run.ReportProperties;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.Scope;
import site.ycsb.tls.servers.Servers;
import site.ycsb.tls.session.Bindings;

/** {@code bin/ycsb compare}: what TLS costs, with the uncertainty of the answer. */
@Command(
    name = "compare",
    sortOptions = false,
    header = "Run a workload without and with TLS, alternately, and report the difference.",
    description = {
      "",
      "A variant is one way to run the workload: plain (the baseline), and each combination of",
      "tls.cipher x tls.keysize x tls.protocol x tls.group x ..., which may be comma lists. A block",
      "is one run of each variant, each in its own JVM; the runs of a block take turns in slices of",
      "100 ms. Blocks are repeated until client CPU and throughput (with -target: mean latency) are",
      "known to 2 %%, or for 10 minutes.",
      "The same command with --out DIR and another --precision, --time or --blocks adds blocks.",
      "",
      "Without a workload: workload C. Without a suite: the one that client and server negotiate by",
      "themselves. Without the address of a server: a test server, which is started and loaded.",
      "",
      "Examples:",
      "  bin/ycsb compare mongodb",
      "  bin/ycsb compare mongodb -P workloads/workloadc --quick \\",
      "      -p tls.cipher=TLS_AES_256_GCM_SHA384",
      "  bin/ycsb compare mongodb -P workloads/workloada -p tls.cipher=all \\",
      "      --vary threadcount=1,4 -target 70%%",
      "  bin/ycsb compare mongodb -P workloads/workloadc --out results/interrupted \\",
      "      -p tls.cipher=TLS_AES_256_GCM_SHA384         (resumes it)"
    })
public final class CompareCommand extends CommonOptions implements Callable<Integer> {
  private static final String HISTOGRAMS = "run.json in each run's folder has whole histograms";

  private static final String LOGS = "intervals.hlog in each run's folder has each second";

  /** What a comparison sets for each run, and what the user may give for it. */
  private static final Map<Property<?>, String> OPTION_INSTEAD =
      Map.ofEntries(
          entry(RunProperties.OPERATIONCOUNT, "--operations N gives the length of whole runs"),
          entry(RunProperties.MAXEXECUTIONTIME, "--seconds gives the length of each run"),
          entry(RunProperties.WARMUP_SECONDS, "--warmup gives the length of the warm-up"),
          entry(RunProperties.WARMUP_OPERATIONS, "--warmup gives the length of the warm-up"),
          entry(RunProperties.SEED, "--seed gives the seed"),
          entry(RunProperties.RESULTS_DIR, "--out names the folder"),
          entry(
              ReportProperties.EXPORTFILE,
              "--out names the folder, and 'report DIR --format' prints"),
          entry(ReportProperties.EXPORTER, "'report DIR --format' prints"),
          entry(ReportProperties.MEASUREMENTTYPE, HISTOGRAMS),
          entry(ReportProperties.HISTOGRAM_VERBOSE, HISTOGRAMS),
          entry(ReportProperties.HISTOGRAM_BUCKETS, HISTOGRAMS),
          entry(ReportProperties.FILEOUTPUT, LOGS),
          entry(ReportProperties.OUTPUT_PATH, LOGS));

  @Mixin private WorkloadArguments arguments;
  @Mixin private FleetArguments fleetArguments;

  @Option(
      names = "--vary",
      paramLabel = "NAME=A,B,C",
      description = "Repeat the comparison for each value of this property; repeatable.")
  private List<String> axes = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "VARIANT",
      description = "Variant that the others are compared with (plain).")
  private String baseline = "plain";

  @Option(
      names = "--quick",
      description = "Two blocks in about a minute, to try it; the figures are indicative only.")
  private boolean quick;

  @Option(
      names = "--precision",
      paramLabel = "PERCENT",
      description =
          "Stop when the overheads of client CPU and of the primary metric are known to plus or"
              + " minus this many percentage points; an overhead above 50%% to twice this share of"
              + " itself (2%%; none if only --time or --blocks is given).")
  private String precision;

  @Option(
      names = "--time",
      paramLabel = "TIME",
      description =
          "Start no block that would end after this time, such as 20m (10m; none if only --precision"
              + " or --blocks is given).")
  private String time;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      description =
          "Number of blocks; the least number if --precision or --time is given, too: then more are"
              + " made until the precision is reached or the time is over, up to "
              + Schedule.MOST_BLOCKS
              + ".")
  private Integer blocks;

  @Option(
      names = "--warmup",
      paramLabel = "SECONDS",
      description =
          "Warm-up of each run: active time that is not measured, up to three times as long if code is"
              + " still being compiled (6; quick 8; whole runs 10).")
  private Double warmup;

  @Option(
      names = "--seconds",
      paramLabel = "SECONDS",
      description = "Measured active time of each run (6; quick 3; whole runs 15).")
  private Double seconds;

  @Option(
      names = "--slice",
      paramLabel = "MILLISECONDS",
      description =
          "Length of a slice (100; longer if 50 operations of each thread take longer, with a target"
              + " up to 1000; or if the agents' clocks need it).")
  private Double slice;

  @Option(
      names = "--lead",
      paramLabel = "MILLISECONDS",
      description = "Active time before each slice that is not measured (0).")
  private Double lead;

  @Option(
      names = "--whole-runs",
      description = "Make the runs one after the other, instead of in turns.")
  private boolean wholeRuns;

  @Option(
      names = "--operations",
      paramLabel = "N",
      description =
          "Length of each run in operations, instead of --seconds; only with --whole-runs.")
  private Long operations;

  @Option(
      names = "--margin",
      paramLabel = "PERCENT",
      description = "Treat smaller differences as equivalent (1%%).")
  private String margin;

  @Mixin private AnswerOptions answer;

  @Option(names = "--pairwise", description = "Compare each variant with each other one, too.")
  private boolean pairwise;

  @Option(
      names = "--calibrate",
      description = "Also compare the baseline with itself; the result is the noise floor.")
  private boolean calibrate;

  @Option(
      names = "--explain",
      description =
          "Afterwards make further runs with a profiler, to show where the CPU time goes (about three"
              + " minutes).")
  private boolean explain;

  @Mixin private ExperimentOptions experiment;

  @Override
  public Integer call() throws Exception {
    Binding binding = Bindings.named(arguments.binding());
    double operationsPerSecond = answer.operationsPerSecond();
    Map<String, String> typed = arguments.toProperties();
    List<Axis> swept = axes.stream().map(Axis::parse).toList();
    Path path = experiment.directory(arguments.binding());
    Optional<FleetOptions> fleet = fleetArguments.options(path);
    Map<String, String> given = fleet.map(f -> f.whole(typed)).orElse(typed);
    fleet.ifPresent(f -> f.requireReachable(Servers.areOurs(binding, given)));
    String command = CommandLines.repeat(spec, Secrets.of(binding.properties()));
    Comparison comparison =
        Comparison.of(arguments.binding())
            .workloadIsGiven(arguments.hasFiles())
            .ofFiles(given)
            .properties(named(given))
            .axes(swept)
            .baseline(baseline)
            .schedule(schedule(!wholeRuns && operations == null))
            .wholeRuns(() -> schedule(false))
            .load(experiment.load())
            .maySleep(experiment.maySleep())
            .serverRestart(experiment.serverRestart())
            .explain(explain)
            .directory(path)
            .command(command)
            .messages(err());
    fleet.ifPresent(
        f ->
            comparison.launchers(
                turns -> FleetArguments.launchers(f, turns, experiment.maySleep(), command, err()),
                f.loadGeneratorsHere()));
    ComparisonSetup setup = comparison.setup();
    requireTime(setup.turns().plan());
    noteWhatHasNoEffect();
    return new ComparisonJob(setup, path, err())
        .run(result -> finish(result, path, operationsPerSecond));
  }

  /** Those that are typed, without those that a note says have no effect. */
  private Map<String, String> named(Map<String, String> given) {
    Map<String, String> named = new TreeMap<>(given);
    named.keySet().retainAll(arguments.named());
    named.keySet().removeAll(RunProperties.in(Scope.SET_BY_COMPARISON));
    return named;
  }

  /** Workloads' files have such properties, too, and nobody misses those. */
  private void noteWhatHasNoEffect() {
    if (arguments.named().contains(RunProperties.STATUS.name())) {
      note("Note: -s prints nothing here, as a comparison prints its progress anyway.");
    }
    OPTION_INSTEAD.entrySet().stream()
        .filter(e -> arguments.named().contains(e.getKey().name()))
        .sorted(Comparator.comparing(e -> e.getKey().name()))
        .forEach(
            e ->
                note(
                    "Note: -p %s has no effect here, as a comparison sets it: %s."
                        .formatted(e.getKey(), e.getValue())));
  }

  private void finish(ComparisonResult result, Path path, double operationsPerSecond)
      throws IOException {
    Report report = Report.of(result, path, operationsPerSecond);
    report.writeTo(path);
    if (result.acceptedRuns().isEmpty()) {
      say("Nothing was measured; the output of the runs is in " + path + ".");
      return;
    }
    List<String> remarks = new ArrayList<>(answer.verbose() ? Report.LEGEND : List.of());
    remarks.addAll(besideEarlierOnes(result, path));
    remarks.add("Everything is in " + path + "; open report.html there.");
    out().print(report.text(remarks));
    out().flush();
  }

  /** A folder that this program makes gets an index, too. */
  private List<String> besideEarlierOnes(ComparisonResult result, Path path) throws IOException {
    ResultsFolder folder = ResultsFolder.read(path.toAbsolutePath().normalize().getParent());
    if (!experiment.namesDirectory()) {
      folder.writeIndex();
    }
    return Stream.of(folder.sinceLastTime(result), folder.together(result))
        .flatMap(Optional::stream)
        .toList();
  }

  private Schedule schedule(boolean sliced) {
    long seed = experiment.seed();
    Schedule schedule =
        sliced
            ? quick ? Schedule.quick(seed) : Schedule.standard(seed)
            : quick ? Schedule.quickWholeRuns(seed) : Schedule.wholeRuns(seed);
    if (blocks != null || time != null || precision != null) {
      schedule =
          schedule
              .withBlocks(blocks == null ? schedule.blocks() : blocks)
              .withPrecision(precision == null ? 0 : share("--precision", precision))
              .withTimeSeconds(time == null ? 0 : Amount.seconds("--time", time));
    }
    if (seconds != null && operations != null) {
      throw new UsageException(
          "--seconds and --operations both give the length of a run: give one of the two");
    }
    if (slice != null && slice == 0) {
      throw new UsageException(
          "--slice must be 5 to 60000 ms, given: 0; leave it out for the usual length");
    }
    schedule = warmup == null ? schedule : schedule.withWarmupSeconds(warmup);
    schedule = seconds == null ? schedule : schedule.withRunSeconds(seconds);
    schedule = operations == null ? schedule : schedule.withRunOperations(operations);
    schedule = margin == null ? schedule : schedule.withMargin(share("--margin", margin));
    if (sliced) {
      schedule =
          schedule.withSlicing(
              Slicing.of()
                  .withSliceSeconds(slice == null ? 0 : slice / 1000)
                  .withLeadSeconds(lead == null ? 0 : lead / 1000));
    } else if (slice != null || lead != null) {
      throw new UsageException(
          "%s: whole runs have no slices; leave it out"
              .formatted(slice != null ? "--slice" : "--lead"));
    }
    return schedule.withCalibrate(calibrate).withPairwise(pairwise);
  }

  /** Refuses a time that is too short, before anything runs. */
  private void requireTime(ComparisonPlan plan) {
    double least = Effort.of(plan, Effort.UNKNOWN_RATE).time().toSeconds();
    if (time != null && plan.schedule().timeSeconds() < least) {
      throw new UsageException(
          "--time %s: %d %s of this comparison take about %s; give more time, or fewer --blocks or --seconds"
              .formatted(
                  time,
                  plan.schedule().leastBlocks(),
                  plan.schedule().leastBlocks() == 1 ? "block" : "blocks",
                  Figures.duration(Duration.ofSeconds((long) least))));
    }
  }

  private static double share(String option, String percent) {
    try {
      double share = ValueType.decimal(percent.replaceFirst("%$", "")) / 100;
      if (share > 0 && share < 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      throw new UsageException(option + " " + percent + ": expected a percentage such as 1%", e);
    }
    throw new UsageException(option + " " + percent + ": expected more than 0% and less than 100%");
  }
}
