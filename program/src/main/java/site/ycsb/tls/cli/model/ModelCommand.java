package site.ycsb.tls.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.InternodeTls;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.cli.compare.ComparisonJob;
import site.ycsb.tls.cli.compare.ExperimentOptions;
import site.ycsb.tls.cli.option.CommandLines;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.cli.option.Version;
import site.ycsb.tls.cli.option.WorkloadArguments;
import site.ycsb.tls.comparison.page.Report;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.plan.Variants;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.run.ComparisonException;
import site.ycsb.tls.comparison.run.ComparisonSetup;
import site.ycsb.tls.comparison.run.Effort;
import site.ycsb.tls.comparison.run.LoadGeneratorArguments;
import site.ycsb.tls.comparison.run.Tables;
import site.ycsb.tls.comparison.run.Turns;
import site.ycsb.tls.cost.CostModel;
import site.ycsb.tls.cost.ModelParts;
import site.ycsb.tls.cost.Modelling;
import site.ycsb.tls.cost.fit.ModelException;
import site.ycsb.tls.cost.page.ModelReport;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.PropertyFiles;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.servers.Servers;
import site.ycsb.tls.session.Bindings;
import site.ycsb.tls.session.EnvironmentValues;
import site.ycsb.tls.session.PropertyNames;

/** {@code bin/ycsb model}: measures what TLS costs per operation, byte and handshake. */
@Command(
    name = "model",
    sortOptions = false,
    header = "Measure what TLS costs per operation, per KB and per handshake.",
    description = {
      "",
      "Makes two comparisons: reads of 100 B to 100 KB over kept connections, and reads on new",
      "connections with full and with resumed handshakes. A cost per operation, KB and handshake",
      "is fitted to them. Reads of 3 KB, and ten reads on each new connection, are not part of",
      "the fit: they check it. 'bin/ycsb predict DIR' predicts from the model.",
      "",
      "Examples:",
      "  bin/ycsb model mongodb -p tls.cipher=TLS_AES_256_GCM_SHA384 -p tls.keysize=2048",
      "  bin/ycsb model jdbc -p tls.cipher=TLS_AES_128_GCM_SHA256 --out results/m     (resumes it, too)",
      ""
    })
public final class ModelCommand extends CommonOptions implements Callable<Integer> {
  @Parameters(paramLabel = "BINDING", description = "The database: mongodb, jdbc, …")
  private String name;

  @Option(
      names = "-P",
      paramLabel = "FILE",
      description =
          "Read properties from the file, such as the server's address; a later file overrides an"
              + " earlier one. No workload: a model has its own.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "-p",
      paramLabel = "NAME=VALUE",
      description =
          "Set a property of all runs, except those that the model varies. env:X is the value of the"
              + " environment variable X. tls.resumption=off leaves out resumed handshakes.")
  private Map<String, String> properties = new LinkedHashMap<>();

  @Option(names = "-threads", paramLabel = "N", description = "Number of load threads (1).")
  private Integer threads;

  @Option(
      names = "--quick",
      description = "Short runs, to try it; the figures are those of code that is not compiled.")
  private boolean quick;

  @Option(names = "--blocks", paramLabel = "N", description = "Blocks of each comparison (6).")
  private Integer blocks;

  @Option(
      names = "--warmup",
      paramLabel = "SECONDS",
      description = "Warm-up of each run, as for compare (6; quick 1.5).")
  private Double warmup;

  @Option(
      names = "--seconds",
      paramLabel = "SECONDS",
      description = "Measured time of each run, as for compare (6; quick 0.6).")
  private Double seconds;

  @Mixin private ExperimentOptions experiment;

  /** A part on this machine. */
  private record PlannedComparison(
      ModelParts.Part part, Map<String, String> properties, Turns turns) {}

  @Override
  public Integer call() throws Exception {
    CommandLines.repeated(spec).forEach(this::note);
    ComparisonPlan.refuseOwnOfRuns(properties.keySet());
    if (threads != null) {
      String property = RunProperties.THREADCOUNT.name();
      WorkloadArguments.requireGivenOnce(properties, property, threads.toString());
      properties.put(property, threads.toString());
    }
    Binding binding = Bindings.named(name);
    Set<String> typed = Set.copyOf(properties.keySet());
    addFiles();
    refuseWhatTheModelSets();
    PropertyNames names = PropertyNames.of(binding);
    EnvironmentValues.resolve(properties, names, System.getenv());
    // As they are given: the plan has lost those that are blank.
    names.require(properties);
    Servers.refuseSettingsWithoutEffect(binding, properties, typed);
    if (binding.isForeign()) {
      throw new UsageException(
          "a model needs the bytes and connections of runs without TLS, and those of "
              + name
              + " are not counted, as it makes its connections itself: use one of the bindings, or"
              + " compare");
    }
    long seed = experiment.seed();
    boolean resumption = !properties.containsKey(TlsProperties.RESUMPTION.name());
    List<PlannedComparison> planned =
        ModelParts.all(resumption).stream().map(part -> plan(binding, part, seed)).toList();
    PropertyNames.requireReadByOne(
        typed, "-p ", planned.stream().flatMap(each -> each.turns().plan().propertiesOfRuns()));
    Path path = experiment.directory(name + "-model");
    announce(planned);
    sayWhatStays(binding, planned);
    String command = CommandLines.repeat(spec, Secrets.of(binding.properties()));
    Modelling modelling = new Modelling(binding.startTls(planned.get(0).properties()));
    for (PlannedComparison each : planned) {
      int code = run(binding, each, path, command, modelling);
      if (code != CommandLine.ExitCode.OK) {
        return code;
      }
    }
    return finish(modelling, command, path);
  }

  /** Those of {@code -p} come after those of the files. */
  private void addFiles() {
    Map<String, String> read = new TreeMap<>();
    for (Path file : files) {
      PropertyFiles.read(file, read);
    }
    read.forEach(properties::putIfAbsent);
  }

  private void refuseWhatTheModelSets() {
    PropertyNames.refuseOwnOfFleet(properties.keySet());
    for (String property : properties.keySet()) {
      if (ModelParts.OWN.contains(property) || property.startsWith(Variants.PREFIX)) {
        throw new UsageException(
            "-p %s: a model sets it for each of its comparisons; leave it out (also of files that -P names), or use compare"
                .formatted(property));
      }
      if (property.startsWith(InternodeTls.PREFIX)) {
        throw new UsageException(
            "-p %s: a model is one of TLS between client and server; leave it out (also of files that -P names), or use compare"
                .formatted(property));
      }
    }
    if (properties.getOrDefault(TlsProperties.CIPHER.name(), "").isBlank()) {
      throw new UsageException(
          "no tls.cipher given: a model is one of TLS; give the suite to pin, such as -p tls.cipher=TLS_AES_256_GCM_SHA384");
    }
    String resumption = properties.getOrDefault(TlsProperties.RESUMPTION.name(), "off");
    if (!resumption.equals("off")) {
      throw new UsageException(
          "-p tls.resumption=%s: a model measures full and resumed handshakes; leave it out, or give tls.resumption=off for full ones only"
              .formatted(resumption));
    }
  }

  private PlannedComparison plan(Binding binding, ModelParts.Part part, long seed) {
    Map<String, String> all = new TreeMap<>();
    PropertyFiles.read(Path.of(part.workload()), all);
    all.putAll(part.properties());
    all.putAll(properties);
    all.put(TlsProperties.RESUMPTION.name(), String.join(",", part.resumption()));
    boolean ours = Servers.areOurs(binding, all);
    if (!ours && !experiment.load()) {
      throw new UsageException(
          "a model reads records of 100 B to 100 KB, which no workload has loaded: add --load, which loads them into tables of their own on your server");
    }
    ComparisonPlan plan =
        ComparisonPlan.parse(
            name, all, List.of(part.axis()), "plain", /* loadsData= */ true, schedule(true, seed));
    PropertyNames.of(binding).require(plan.properties());
    return new PlannedComparison(
        part,
        all,
        Turns.of(
            binding,
            all,
            plan,
            experiment.serverRestart().isPresent(),
            LoadGeneratorArguments.ofThisProgram(),
            1,
            () -> schedule(false, seed)));
  }

  private Schedule schedule(boolean sliced, long seed) {
    Schedule usual =
        sliced
            ? quick ? Schedule.brief(seed) : Schedule.standard(seed)
            : quick ? Schedule.quickWholeRuns(seed) : Schedule.wholeRuns(seed);
    return usual.with(
        Optional.of(blocks == null ? usual.blocks() : blocks),
        Optional.ofNullable(warmup),
        Optional.ofNullable(seconds));
  }

  private void announce(List<PlannedComparison> planned) {
    Effort effort = new Effort(0, 0, Duration.ZERO);
    for (PlannedComparison each : planned) {
      effort = effort.plus(Effort.of(each.turns().plan(), Effort.UNKNOWN_RATE));
    }
    note("%d comparisons, about %s.".formatted(planned.size(), Figures.duration(effort.time())));
  }

  /** A test server's data end with it. */
  private void sayWhatStays(Binding binding, List<PlannedComparison> planned) {
    Set<String> tables = new TreeSet<>();
    for (PlannedComparison each : planned) {
      if (!Servers.areOurs(binding, each.properties())) {
        tables.addAll(Tables.names(each.turns().plan()));
      }
    }
    if (!tables.isEmpty()) {
      note(
          "Your server keeps what is loaded, about 29 MB of values, until you drop it; the next model loads it again: "
              + String.join(", ", tables));
    }
  }

  private int run(
      Binding binding, PlannedComparison planned, Path path, String command, Modelling modelling)
      throws ComparisonException, IOException, InterruptedException {
    note("");
    note("Comparison " + planned.part().name() + ":");
    Path part = path.resolve(planned.part().name());
    return new ComparisonJob(
            new ComparisonSetup(
                binding,
                planned.properties(),
                planned.turns(),
                part,
                experiment.maySleep(),
                experiment.serverRestart(),
                planned.turns().launchers(LoadGeneratorArguments.ofThisProgram()),
                command,
                Optional.empty()),
            /* out= */ path,
            err())
        .run(result -> keep(planned.part(), result, part, modelling));
  }

  private static void keep(
      ModelParts.Part part, ComparisonResult result, Path path, Modelling modelling)
      throws IOException {
    Report.of(result, path).writeTo(path);
    if (result.complete()) {
      try {
        modelling.add(part, result, path);
      } catch (ModelException e) {
        throw new IOException("no model: " + e.getMessage(), e);
      }
    }
  }

  private int finish(Modelling modelling, String command, Path path) throws IOException {
    try {
      CostModel model = modelling.model(Version.text(), command);
      model.writeTo(path);
      ModelReport report = new ModelReport(model);
      report.writeTo(path);
      out().print(report.text());
      say("Everything is in " + path + "; open report.html there.");
      if (exitCode(model) != CommandLine.ExitCode.OK) {
        note("ycsb: 'predict' refuses all of this model, as its warnings say; measure it again");
      }
      return exitCode(model);
    } catch (ModelException e) {
      note("ycsb: no model: " + e.getMessage());
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  /**
   * Figures of which none is good for a prediction cannot be trusted; those of a trial need not.
   */
  static int exitCode(CostModel model) {
    return model.quick()
            || model.variants().stream().anyMatch(variant -> model.refusal(variant).isEmpty())
        ? CommandLine.ExitCode.OK
        : CommandLine.ExitCode.SOFTWARE;
  }
}
