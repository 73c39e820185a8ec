package site.ycsb.tls.comparison;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.comparison.explanation.ExplanationRun;
import site.ycsb.tls.comparison.page.ConsoleProgress;
import site.ycsb.tls.comparison.plan.Axis;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.DefaultChoices;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.plan.Seeds;
import site.ycsb.tls.comparison.plan.Variants;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.run.ComparisonException;
import site.ycsb.tls.comparison.run.ComparisonProgress;
import site.ycsb.tls.comparison.run.ComparisonSetup;
import site.ycsb.tls.comparison.run.LoadGeneratorArguments;
import site.ycsb.tls.comparison.run.OpenComparison;
import site.ycsb.tls.comparison.run.ResultsDirectory;
import site.ycsb.tls.comparison.run.Turns;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.PropertyFiles;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.SampleInterval;
import site.ycsb.tls.servers.ServerRestart;
import site.ycsb.tls.servers.Servers;
import site.ycsb.tls.session.Bindings;
import site.ycsb.tls.session.EnvironmentValues;
import site.ycsb.tls.session.PinnableSuites;
import site.ycsb.tls.session.PropertyNames;

/**
 * A comparison of a workload without and with TLS: what {@code bin/ycsb compare} does, without its
 * output.
 *
 * <pre>{@code
 * ComparisonResult result =
 *     Comparison.of("mongodb")
 *         .workload(Path.of("workloads/workloadc"))
 *         .variant("tls", Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384"))
 *         .run();
 * Overhead cpu = result.overhead("tls", Metric.SERVER_CPU).orElseThrow();
 * System.out.printf("%.1f %% [%.1f, %.1f]%n", 100 * cpu.change(), 100 * cpu.lower(), 100 * cpu.upper());
 * }</pre>
 *
 * <p>The binding and the driver of the database must be on this JVM's class path, as the load
 * generators are JVMs with the same class path. Where no server is named, a test server is started;
 * it is looked for in the program's folder, which the system property {@code ycsb.home} names.
 *
 * <p>The methods set what the options and properties of the same names do ({@code docs/}), and
 * return this object. Not thread-safe.
 */
public final class Comparison {
  private final String binding;
  private final Map<String, String> ofFiles = new TreeMap<>();
  private final Map<String, String> properties = new LinkedHashMap<>();
  private final List<Axis> axes = new ArrayList<>();
  private boolean workload;
  private String baseline = ComparisonPlan.PLAIN;
  private Schedule schedule = Schedule.standard(Seeds.random());
  private Supplier<Schedule> wholeRuns = () -> schedule.asWholeRuns();
  private boolean load;
  private boolean maySleep;
  private boolean explains;
  private Optional<ServerRestart> restart = Optional.empty();
  private Optional<Path> directory = Optional.empty();
  private Function<Turns, ComparisonSetup.Launchers> launchers;
  private int loadGenerators = 1;
  private List<String> jvmArguments = LoadGeneratorArguments.ofThisProgram();
  private String command = "";
  private PrintWriter messages =
      new PrintWriter(new OutputStreamWriter(System.err, Charset.defaultCharset()), true);
  private ComparisonProgress progress = new ConsoleProgress(System.err, false);

  private Comparison(String binding) {
    this.binding = Objects.requireNonNull(binding);
    launchers = turns -> turns.launchers(jvmArguments);
  }

  /**
   * A comparison of workload C, without TLS and with the suite that client and server use when
   * nobody chooses, until client CPU and throughput are known to ±2 points or ten minutes are over.
   *
   * @param binding {@code mongodb}, {@code jdbc}, …, or the name of a class of {@code site.ycsb.DB}
   */
  public static Comparison of(String binding) {
    return new Comparison(binding);
  }

  /**
   * The properties of a file ({@code -P}); a later file overrides an earlier one.
   *
   * @throws UsageException when it cannot be read, or has a property that a fleet sets for each run
   */
  public Comparison workload(Path file) {
    PropertyFiles.read(file, ofFiles);
    PropertyNames.refuseOwnOfFleet(ofFiles.keySet());
    return workloadIsGiven(true);
  }

  /** Whether the properties say what is done; else it is workload C. */
  public Comparison workloadIsGiven(boolean value) {
    workload = value;
    return this;
  }

  /** Properties that were read from files. */
  public Comparison ofFiles(Map<String, String> all) {
    ofFiles.putAll(all);
    return this;
  }

  /**
   * A property ({@code -p}); it overrides every file.
   *
   * @throws UsageException when the comparison or a fleet sets it for each run
   */
  public Comparison property(String name, String value) {
    ComparisonPlan.refuseOwnOfRuns(List.of(name));
    PropertyNames.refuseOwnOfFleet(List.of(name));
    properties.put(name, value);
    return this;
  }

  /** Several of them. */
  public Comparison properties(Map<String, String> all) {
    all.forEach(this::property);
    return this;
  }

  /**
   * A variant by name ({@code variants.NAME.PROPERTY}).
   *
   * @param name without a dot
   * @param ofVariant what it has beside the properties of all; at least one
   * @throws UsageException when the name has a dot, or there is no property
   */
  public Comparison variant(String name, Map<String, String> ofVariant) {
    if (name.contains(".") || ofVariant.isEmpty()) {
      throw new UsageException(
          "variant '%s' with %s: expected a name without a dot, and at least one property (what has none is the baseline, %s)"
              .formatted(name, ofVariant.keySet(), ComparisonPlan.PLAIN));
    }
    ofVariant.forEach(
        (property, value) -> property(Variants.PREFIX + name + "." + property, value));
    return this;
  }

  /** Sweeps a property ({@code --vary}): a comparison for each of its values. */
  public Comparison vary(String property, String... values) {
    return axes(List.of(new Axis(property, List.of(values))));
  }

  /** Several of them. */
  public Comparison axes(List<Axis> all) {
    axes.addAll(all);
    return this;
  }

  /** What the others are compared with ({@code --baseline}); {@code plain} without this. */
  public Comparison baseline(String variant) {
    baseline = variant;
    return this;
  }

  /** How often and how long it measures; {@link Schedule#standard} without this. */
  public Comparison schedule(Schedule value) {
    schedule = value;
    return this;
  }

  /**
   * The schedule where test servers cannot be alive side by side; {@link Schedule#asWholeRuns} of
   * the other without this.
   */
  public Comparison wholeRuns(Supplier<Schedule> value) {
    wholeRuns = value;
    return this;
  }

  /** Loads the data into the user's server ({@code --load}); a test server always is loaded. */
  public Comparison load(boolean value) {
    load = value;
    return this;
  }

  /** Whether idle processors may sleep ({@code --may-sleep}). */
  public Comparison maySleep(boolean value) {
    maySleep = value;
    return this;
  }

  /**
   * Afterwards looks where the CPU time goes ({@code --explain}): {@link
   * site.ycsb.tls.comparison.explanation.Explanation#read} of the directory has the answer.
   */
  public Comparison explain() {
    return explain(true);
  }

  /** Whether it does. */
  public Comparison explain(boolean value) {
    explains = value;
    return this;
  }

  /**
   * What starts the user's server again before each block but the first, and before each of those
   * that explain.
   */
  public Comparison serverRestart(Optional<ServerRestart> value) {
    restart = value;
    return this;
  }

  /**
   * The folder of the results ({@code --out}); {@code results/TIME-BINDING} without this. What is
   * there already is not measured again.
   */
  public Comparison directory(Path value) {
    directory = Optional.of(value);
    return this;
  }

  /**
   * What makes the runs; JVMs of this machine without this.
   *
   * @param value gives it, when it is known how the runs take turns
   * @param each how many load generators each variant has on this machine
   */
  public Comparison launchers(Function<Turns, ComparisonSetup.Launchers> value, int each) {
    launchers = value;
    loadGenerators = each;
    return this;
  }

  /** Arguments of the load generators' JVMs, instead of {@link LoadGeneratorArguments}. */
  public Comparison jvmArguments(List<String> value) {
    jvmArguments = List.copyOf(value);
    return this;
  }

  /** The command line that results name, credentials masked. */
  public Comparison command(String value) {
    command = value;
    return this;
  }

  /** Who gets messages, one line each; standard error without this. */
  public Comparison messages(PrintWriter value) {
    messages = value;
    return this;
  }

  /** Who gets the progress; lines on standard error without this. */
  public Comparison progress(ComparisonProgress value) {
    progress = value;
    return this;
  }

  /**
   * What {@link #run()} would do. A server that the properties name may be asked which suite and
   * which group it would use.
   *
   * @throws UsageException when a property is unknown, the properties make no comparison, or an
   *     environment variable that one of them names ({@code env:NAME}) is not set
   * @throws IOException when the server cannot be asked
   */
  public ComparisonSetup setup() throws IOException {
    axes.forEach(this::requireGivenOnce);
    Binding driver = Bindings.named(binding);
    Map<String, String> typed = new TreeMap<>(ofFiles);
    typed.putAll(properties);
    PropertyNames names = PropertyNames.of(driver);
    EnvironmentValues.resolve(typed, names, System.getenv());
    // As they are given: in the plan, those of variants have lost the name of their variant.
    names.require(typed);
    Servers.refuseSettingsWithoutEffect(driver, typed, properties.keySet());
    SampleInterval interval =
        new TypedProperties(typed).get(RunProperties.CLIENT_PROFILE, SampleInterval.USUAL);
    if (explains) {
      typed.remove(RunProperties.CLIENT_PROFILE.name());
    }
    Map<String, String> given =
        DefaultChoices.complete(
            typed, namesWorkload(), driver, axes, schedule.calibrate(), messages);
    ComparisonPlan plan =
        ComparisonPlan.parse(
            binding,
            PinnableSuites.resolve(given, driver),
            axes,
            baseline,
            load || Servers.areOurs(driver, given),
            schedule);
    PropertyNames.requireReadByOne(properties.keySet(), "-p ", plan.propertiesOfRuns());
    Turns fitting =
        Turns.of(driver, given, plan, restart.isPresent(), jvmArguments, loadGenerators, wholeRuns);
    Turns remarked = PinnableSuites.leavesOut(given).map(fitting::withRemark).orElse(fitting);
    Turns turns =
        DefaultChoices.group(plan, given, driver).map(remarked::withRemark).orElse(remarked);
    return new ComparisonSetup(
        driver,
        given,
        turns,
        directory.orElseGet(() -> ResultsDirectory.named(binding)),
        maySleep,
        restart,
        launchers.apply(turns),
        command,
        explains
            ? Optional.of(
                ExplanationRun.of(driver, given, turns, interval, jvmArguments, messages::println))
            : Optional.empty());
  }

  /** A sweep replaces what a file says; of what is given beside it nothing would be left. */
  private void requireGivenOnce(Axis axis) {
    if (properties.containsKey(axis.property())) {
      throw new UsageException(
          axis.property()
              + " is given both with --vary and with -p or the option for it: give it once");
    }
  }

  /** Whether the properties say what is done: a file, a workload's class, or shares. */
  private boolean namesWorkload() {
    return workload
        || properties.keySet().stream()
            .anyMatch(
                name -> name.equals(RunProperties.WORKLOAD.name()) || name.endsWith("proportion"));
  }

  /**
   * Measures, and returns what came out. It takes minutes; an interrupted comparison goes on from
   * where it was if it is given the same directory.
   *
   * @throws UsageException when a property is unknown or the properties make no comparison
   * @throws ComparisonException when a variant cannot run, or its runs fail again and again
   * @throws IOException when a server does not start, or the directory is another comparison's
   * @throws InterruptedException when this thread was interrupted; what was measured is kept
   */
  public ComparisonResult run() throws ComparisonException, IOException, InterruptedException {
    try (OpenComparison open = setup().open(messages, progress)) {
      return open.run();
    }
  }
}
