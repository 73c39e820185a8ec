package site.ycsb.tls.comparison.explanation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.run.ComparisonException;
import site.ycsb.tls.comparison.run.ComparisonSetup;
import site.ycsb.tls.comparison.run.LocalLaunchers;
import site.ycsb.tls.comparison.run.OpenComparison;
import site.ycsb.tls.measurement.process.ServerProcesses;
import site.ycsb.tls.profiler.ProfilerLibrary;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.SampleInterval;
import site.ycsb.tls.servers.SideBySide;

/**
 * Makes the runs that explain a comparison, after it and on servers as it had them: new for each
 * block where it renewed them. In a folder of its directory, and only what is missing there.
 *
 * @param first the plan of the comparison, as it fits this machine
 * @param interval CPU time between two samples
 * @param launchers what makes the runs
 * @param users the present processes of the user's own server, if it is named
 * @param messages gets what cannot be taken apart, one line each
 */
public record ExplanationRun(
    ComparisonPlan first,
    SampleInterval interval,
    ComparisonSetup.Launchers launchers,
    Supplier<List<Long>> users,
    Consumer<String> messages)
    implements ComparisonSetup.Sequel {

  /**
   * Looks whether the comparison can be explained here, before anything runs.
   *
   * @param given all properties, which may name a server
   * @param jvmArguments of the load generators
   * @throws UsageException when it cannot be explained; the message says what to leave out
   */
  public static ExplanationRun of(
      Binding binding,
      Map<String, String> given,
      ComparisonPlan first,
      SampleInterval interval,
      List<String> jvmArguments,
      Consumer<String> messages) {
    Optional<String> obstacle =
        ProfilerLibrary.obstacle().or(() -> obstacle(first)).or(ExplanationRun::withoutReader);
    if (obstacle.isPresent()) {
      throw new UsageException("--explain: " + obstacle.get());
    }
    ComparisonPlan further = ExplanationPlan.of(first, interval, Map.of()).comparison();
    int wanted = further.columns().size();
    SideBySide fits =
        SideBySide.of(binding, given, further.columns(), jvmArguments, 1, further.hasRelays());
    if (fits.together() < wanted) {
      throw new UsageException(
          "--explain needs two load generators for each variant side by side, %d, and %d fit (%s): compare fewer variants, or give less heap with -jvm-args \"-Xmx256m\""
              .formatted(wanted, fits.together(), fits.inWords()));
    }
    return new ExplanationRun(
        first,
        interval,
        new LocalLaunchers(jvmArguments, fits.heapBytes()),
        () -> ServerProcesses.of(new TypedProperties(given)).localPids(),
        messages);
  }

  private static Optional<String> obstacle(ComparisonPlan first) {
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

  private static Optional<String> withoutReader() {
    return ModuleLayer.boot().findModule("jdk.jfr").isPresent()
        ? Optional.empty()
        : Optional.of("this Java has no module jdk.jfr, which reads profiles; use a JDK");
  }

  @Override
  public String name() {
    return "explanation";
  }

  @Override
  public boolean isComplete(Path directory) {
    return ExplanationFiles.in(directory).isComplete();
  }

  @Override
  public void run(OpenComparison comparison)
      throws ComparisonException, IOException, InterruptedException {
    ExplanationFiles files = ExplanationFiles.in(comparison.path());
    ExplanationPlan plan = ExplanationPlan.of(first, interval, comparison.targets());
    ComparisonResult further;
    try (ProfilerLibrary library = ProfilerLibrary.unpack();
        ServerProfiles profiles =
            new ServerProfiles(library, interval, files.recordings(), messages)) {
      further =
          comparison.runFurther(
              plan.comparison(),
              files.path(),
              launchers,
              servers -> new OriginalServers(servers, plan, profiles, users));
    }
    files.collapse(further);
  }
}
