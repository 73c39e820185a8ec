package site.ycsb.tls.comparison.explanation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.run.ComparisonException;
import site.ycsb.tls.comparison.run.ComparisonSetup;
import site.ycsb.tls.comparison.run.OpenComparison;
import site.ycsb.tls.comparison.run.Turns;
import site.ycsb.tls.profiler.ProfilerLibrary;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.SampleInterval;
import site.ycsb.tls.servers.Servers;

/**
 * Makes the runs that explain a comparison, after it and on servers as it had them: new for each
 * block where it renewed them. In a folder of its directory, and only what is missing there.
 *
 * @param first the plan of the comparison, as it fits this machine
 * @param interval CPU time between two samples
 * @param launchers what makes the runs
 * @param testServers whether the servers are test servers
 * @param messages gets what cannot be taken apart, one line each
 */
public record ExplanationRun(
    ComparisonPlan first,
    SampleInterval interval,
    ComparisonSetup.Launchers launchers,
    boolean testServers,
    Consumer<String> messages)
    implements ComparisonSetup.Sequel {

  /** The one profiles another JVM, the other reads its samples. */
  private static final List<String> NEEDED_MODULES = List.of("jdk.attach", "jdk.jfr");

  /**
   * Looks whether the comparison can be explained here, before anything runs.
   *
   * @param given all properties, which may name a server
   * @param turns the comparison, as it fits this machine
   * @param interval CPU time between two samples
   * @param jvmArguments of the load generators
   * @throws UsageException when it cannot be explained; the message says what to leave out
   */
  public static ExplanationRun of(
      Binding binding,
      Map<String, String> given,
      Turns turns,
      SampleInterval interval,
      List<String> jvmArguments,
      Consumer<String> messages) {
    Optional<String> obstacle =
        ProfilerLibrary.obstacle()
            .or(() -> obstacle(turns.plan()))
            .or(ExplanationRun::missingModule);
    if (obstacle.isPresent()) {
      throw new UsageException("--explain: " + obstacle.get());
    }
    return new ExplanationRun(
        turns.plan(),
        interval,
        turns.launchers(jvmArguments),
        Servers.areOurs(binding, given),
        messages);
  }

  static Optional<String> obstacle(ComparisonPlan first) {
    if (first.variants().isEmpty()) {
      return Optional.of(
          "what a variant costs is explained, and there is none beside %s; leave it out, or give a suite (-p tls.cipher=...)"
              .formatted(first.baseline().name()));
    }
    if (first.base().containsKey(RunProperties.FLEET_AGENTS.name())) {
      return Optional.of("agents are not profiled; leave out --explain or the agents");
    }
    if (first.schedule().slices().isEmpty()) {
      return Optional.of(
          "only runs that take turns in slices are explained; leave it out, or --operations and --whole-runs (or free memory, if the runs do not fit side by side)");
    }
    return first.points().size() > 1
        ? Optional.of("one point is explained, not a sweep; leave it out, or --vary")
        : Optional.empty();
  }

  private static Optional<String> missingModule() {
    return NEEDED_MODULES.stream()
        .filter(module -> ModuleLayer.boot().findModule(module).isEmpty())
        .findFirst()
        .map(
            module ->
                "this Java has no module %s, which profiling needs; use a JDK".formatted(module));
  }

  @Override
  public boolean isComplete(Path directory) {
    return ExplanationFiles.in(directory).isComplete();
  }

  @Override
  public void run(OpenComparison comparison)
      throws ComparisonException, IOException, InterruptedException {
    ExplanationFiles files = ExplanationFiles.in(comparison.path());
    ComparisonPlan plan = ExplanationPlan.of(first, comparison.targets());
    files.reopen(plan);
    ComparisonResult further;
    try (ProfilerLibrary library = ProfilerLibrary.unpack()) {
      ServerProfiles servers =
          new ServerProfiles(library, interval, testServers, messages, WallClock.OF_THIS_MACHINE);
      further =
          comparison.runFurther(
              plan,
              files.path(),
              secrets ->
                  new ProfilingLauncher(
                      launchers.open(secrets),
                      library,
                      interval,
                      plan.schedule().runSeconds(),
                      servers,
                      messages));
    }
    files.collapse(further);
  }
}
