package site.ycsb.tls.cli.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
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
import site.ycsb.tls.cli.option.Failures;
import site.ycsb.tls.cli.option.FleetArguments;
import site.ycsb.tls.cli.option.Interruption;
import site.ycsb.tls.comparison.explanation.ExplanationRun;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Variants;
import site.ycsb.tls.comparison.run.ComparisonException;
import site.ycsb.tls.comparison.run.ComparisonSetup;
import site.ycsb.tls.comparison.run.Effort;
import site.ycsb.tls.comparison.run.LoadGeneratorArguments;
import site.ycsb.tls.file.Home;
import site.ycsb.tls.fleet.FleetOptions;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.SampleInterval;
import site.ycsb.tls.servers.Servers;
import site.ycsb.tls.session.Bindings;
import site.ycsb.tls.session.EnvironmentValues;
import site.ycsb.tls.session.PropertyNames;
import site.ycsb.tls.study.Part;
import site.ycsb.tls.study.Size;
import site.ycsb.tls.study.Study;
import site.ycsb.tls.study.file.Studies;
import site.ycsb.tls.study.file.StudyFile;
import site.ycsb.tls.study.run.StudyDirectory;
import site.ycsb.tls.study.run.StudyPlan;

/** {@code bin/ycsb study}: a published experiment, repeated. */
@Command(
    name = "study",
    sortOptions = false,
    header = "Repeat a published experiment, and put its figures beside the ones measured here.",
    description = {
      "",
      "A study is a file: what the authors did, what they published, and their conclusions as",
      "checks, which are answered yes, no or inconclusive. Each part of a study is a comparison, as",
      "'compare' makes it, in its own directory. Without the address of a server, test servers are",
      "started. The command first prints how long the study takes. To resume a study that was",
      "interrupted or killed, repeat the command with --out and its directory.",
      "",
      "--quick measures a part of the sweep in a few minutes; its answers are indicative only. Without",
      "it, the published sweep is measured with short runs, repeated often enough for answers.",
      "--full has the published sizes and takes hours to days.",
      "",
      "Examples:",
      "  bin/ycsb study list",
      "  bin/ycsb study show synopsys-2016-mongodb-connect",
      "  bin/ycsb study synopsys-2016-mongodb-connect --quick",
      "  bin/ycsb study synopsys-2016-mongodb-pool --out results/pool      (resumes it, too)",
      "  bin/ycsb study synopsys-2016-mongodb-pool -p mongodb.url=mongodb://db1/ycsb",
      "  bin/ycsb study validate my-study.yaml",
      ""
    },
    footer = {"", "docs/studies.md: what a study's file holds, and how to write one."},
    subcommands = {StudyListCommand.class, StudyShowCommand.class, StudyValidateCommand.class})
public final class StudyCommand extends CommonOptions implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "NAME|FILE",
      description = "Name of a study ('bin/ycsb study list'), or a study's file.")
  private String study;

  @Mixin private StudySize size;

  @Option(
      names = "--part",
      paramLabel = "NAME",
      description = "Run this part only; repeatable (all).")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "-p",
      paramLabel = "NAME=VALUE",
      description =
          "Set a property in all parts; overrides what the file sets for all runs. A property that an"
              + " axis or a variant sets is refused. env:X is the value of the environment variable X.")
  private Map<String, String> properties = new LinkedHashMap<>();

  @Mixin private ExperimentOptions experiment;

  /** The studies that come with this program. */
  static Studies studies() {
    return new Studies(Home.path().resolve("studies"));
  }

  /**
   * The runs of a part.
   *
   * @throws UsageException when it sets properties that there are not
   */
  static StudyPlan plan(
      Study study,
      Part part,
      Size size,
      Map<String, String> given,
      Predicate<Map<String, String>> loads,
      long seed) {
    PropertyNames names = PropertyNames.of(Bindings.find(study.binding()));
    return StudyPlan.of(
        study,
        part,
        size,
        given,
        loads,
        comparison -> names.require(comparison.properties()),
        seed);
  }

  @Override
  public Integer call() throws Exception {
    if (study == null) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "no study given; expected NAME or FILE, or one of list, show, validate");
    }
    Size wanted = size.size();
    CommandLines.repeated(spec).forEach(this::note);
    refuseVariants();
    Path file = studies().file(study);
    Study read = StudyFile.read(file);
    Binding binding = Bindings.named(read.binding());
    PropertyNames names = PropertyNames.of(binding);
    EnvironmentValues.resolve(properties, names, System.getenv());
    // As they are given: plans have lost those that are blank.
    names.require(properties);
    List<StudyPlan> plans = plans(read, binding);
    PropertyNames.requireReadByOne(
        properties.keySet(),
        "-p ",
        plans.stream().flatMap(plan -> plan.comparison().propertiesOfRuns()));
    Path path = experiment.directory(read.name());
    String command = CommandLines.repeat(spec, Secrets.of(binding.properties()));
    boolean isNew = !Files.exists(path);
    if (isNew) {
      plans = fitted(binding, plans, part -> false, part -> false);
    }
    StudyDirectory directory = StudyDirectory.open(path, file, read, wanted, command);
    if (!isNew) {
      plans = fitted(binding, plans, directory::isBegun, directory::isComplete);
    }
    announce(read, binding, plans, directory);
    int worst = CommandLine.ExitCode.OK;
    for (StudyPlan plan : plans) {
      int code = runAlone(binding, plan, directory, command);
      if (code == Interruption.EXIT_CODE || code == CommandLine.ExitCode.USAGE) {
        return code;
      }
      worst = Math.max(worst, code);
    }
    out().print(directory.text());
    say("Everything is in " + path + "; open report.html there.");
    return worst;
  }

  /** There would be no published figures for another variant. */
  private void refuseVariants() {
    for (String name : properties.keySet()) {
      if (name.equals(TlsProperties.CIPHER.name())
          || name.startsWith(Variants.PREFIX)
          || name.startsWith(InternodeTls.PREFIX)) {
        throw new UsageException(
            "-p "
                + name
                + ": the variants of a study are those of its file; copy the file and change it, or"
                + " use compare");
      }
    }
    ComparisonPlan.refuseOwnOfRuns(properties.keySet());
    PropertyNames.refuseOwnOfFleet(properties.keySet());
  }

  private List<StudyPlan> plans(Study read, Binding binding) {
    for (String wanted : only) {
      if (read.parts().stream().noneMatch(part -> part.name().equals(wanted))) {
        throw new UsageException(
            "--part "
                + wanted
                + ": the study has "
                + read.parts().stream().map(Part::name).toList());
      }
    }
    long seed = experiment.seed();
    return read.parts().stream()
        .filter(part -> only.isEmpty() || only.contains(part.name()))
        .map(
            part ->
                plan(
                    read,
                    part,
                    size.size(),
                    properties,
                    p -> experiment.load() || Servers.areOurs(binding, p),
                    seed))
        .toList();
  }

  /**
   * The parts as they fit this machine, before anything runs. Machines differ in their Javas and
   * servers: if one of several parts lacks something, the message says which others can be run.
   *
   * @param isBegun whether a part has runs: its blocks stay as they are, whatever fits now
   * @param isComplete whether nothing of a part is left to run
   * @throws UsageException with what the first part lacks that cannot be run
   */
  private List<StudyPlan> fitted(
      Binding binding, List<StudyPlan> plans, Predicate<Part> isBegun, Predicate<Part> isComplete)
      throws IOException, InterruptedException {
    List<StudyPlan> fitted = new ArrayList<>();
    Optional<UsageException> refusal = Optional.empty();
    for (StudyPlan plan : plans) {
      try {
        StudyPlan here =
            plan.fitted(
                binding,
                size.size(),
                experiment.serverRestart().isPresent(),
                LoadGeneratorArguments.ofThisProgram());
        if (!isBegun.test(plan.part())) {
          here.requireAnswers();
        }
        if (!isComplete.test(plan.part())) {
          requirePossible(binding, here);
        }
        fitted.add(here);
      } catch (UsageException e) {
        refusal = refusal.or(() -> Optional.of(inPart(plan.part(), e)));
      }
    }
    if (refusal.isEmpty()) {
      return fitted;
    }
    if (plans.size() == 1) {
      throw refusal.get();
    }
    String others =
        fitted.isEmpty()
            ? "no other part can be run here either"
            : fitted.stream()
                .map(plan -> "--part " + plan.part().name())
                .collect(Collectors.joining(" ", "what can be run here: ", ""));
    throw new UsageException(refusal.get().getMessage() + " (" + others + ")", refusal.get());
  }

  private static UsageException inPart(Part part, UsageException refusal) {
    return new UsageException("part " + part.name() + ": " + refusal.getMessage(), refusal);
  }

  /** Refuses what the load generators cannot pin, servers that there are not, and profiles. */
  private void requirePossible(Binding binding, StudyPlan plan)
      throws IOException, InterruptedException {
    Servers.refuseSettingsWithoutEffect(binding, plan.properties(), properties.keySet());
    if (plan.part().agents() <= 1) {
      plan.turns().launchers(LoadGeneratorArguments.ofThisProgram()).require(plan.comparison());
    }
    // It may fetch a server.
    try (Interruption interruption = Interruption.beforeResults()) {
      Optional<String> obstacle =
          Servers.obstacle(binding, plan.properties(), plan.comparison().columns());
      if (obstacle.isPresent()) {
        throw new UsageException(obstacle.get());
      }
    }
    if (isExplained(plan)) {
      explanation(binding, plan);
    }
  }

  private void announce(
      Study read, Binding binding, List<StudyPlan> plans, StudyDirectory directory) {
    Effort left = new Effort(0, 0, Duration.ZERO);
    int complete = 0;
    boolean restarts = false;
    for (StudyPlan plan : plans) {
      if (directory.isComplete(plan.part())) {
        complete++;
      } else {
        left = left.plus(plan.effort());
        restarts |= restarts(binding, plan);
      }
    }
    note("Study " + read.name() + ", " + size.size().label() + " size: " + read.title());
    if (complete == plans.size()) {
      note("Nothing is left to run.");
    } else {
      String there =
          complete == 0 ? "" : "; %d of %d parts are complete".formatted(complete, plans.size());
      note(left.inWords(restarts) + there + ".");
    }
  }

  /** Whether test servers are started again between runs. */
  private static boolean restarts(Binding binding, StudyPlan plan) {
    ComparisonPlan comparison = plan.comparison();
    boolean live = comparison.schedule().slices().filter(s -> !s.renewsServers()).isPresent();
    return !live && Servers.areSeveral(binding, plan.properties(), comparison.columns());
  }

  /** A part that fails keeps no other part from running. */
  private int runAlone(Binding binding, StudyPlan plan, StudyDirectory directory, String command)
      throws InterruptedException {
    try {
      return run(binding, plan, directory, command);
    } catch (ComparisonException | IOException e) {
      return Failures.tell(e, spec.commandLine(), "part " + plan.part().name() + ": ");
    }
  }

  private int run(Binding binding, StudyPlan plan, StudyDirectory directory, String command)
      throws ComparisonException, IOException, InterruptedException {
    Path path = directory.of(plan.part());
    if (!directory.isComplete(plan.part())) {
      note("");
      note("Part " + plan.part().name() + ":");
      if (plan.part().explain() && !isExplained(plan)) {
        note(
            "It is not explained: only runs that take turns in slices are, and its runs are whole.");
      }
    }
    ComparisonSetup.Launchers launchers =
        fleet(plan.part(), path)
            .map(
                fleet ->
                    FleetArguments.launchers(
                        fleet, plan.turns(), experiment.maySleep(), command, err()))
            .orElseGet(() -> plan.turns().launchers(LoadGeneratorArguments.ofThisProgram()));
    ComparisonSetup setup =
        new ComparisonSetup(
            binding,
            plan.properties(),
            plan.turns(),
            path,
            experiment.maySleep(),
            experiment.serverRestart(),
            launchers,
            command,
            isExplained(plan) ? Optional.of(explanation(binding, plan)) : Optional.empty());
    return new ComparisonJob(setup, directory.path(), err())
        .run(result -> directory.put(plan.part(), result));
  }

  /** Whole runs, as at full size, are not. */
  private static boolean isExplained(StudyPlan plan) {
    return plan.part().explain() && plan.comparison().schedule().slices().isPresent();
  }

  private ExplanationRun explanation(Binding binding, StudyPlan plan) {
    return ExplanationRun.of(
        binding,
        plan.properties(),
        plan.turns(),
        SampleInterval.USUAL,
        LoadGeneratorArguments.ofThisProgram(),
        this::note);
  }

  /** A part with several load generators runs them on this machine. */
  private static Optional<FleetOptions> fleet(Part part, Path path) {
    return part.agents() > 1
        ? Optional.of(FleetOptions.local(part.agents(), FleetOptions.JOIN_TIMEOUT, path))
        : Optional.empty();
  }
}
