package site.ycsb.tls.study.run;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.run.Effort;
import site.ycsb.tls.comparison.run.Turns;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.PropertyFiles;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.study.Check;
import site.ycsb.tls.study.Part;
import site.ycsb.tls.study.Size;
import site.ycsb.tls.study.Study;

/**
 * The runs of one part of a study.
 *
 * @param part the part
 * @param properties of all its runs, by name
 * @param turns the comparison that repeats it
 */
public record StudyPlan(Part part, Map<String, String> properties, Turns turns) {

  /**
   * Translates the part.
   *
   * @param given properties of the command line
   * @param loads whether the data are to be loaded, by the part's properties
   * @param names refuses properties that there are not
   * @throws UsageException when the part is wrong; the message names it
   */
  public static StudyPlan of(
      Study study,
      Part part,
      Size size,
      Map<String, String> given,
      Predicate<Map<String, String>> loads,
      Consumer<ComparisonPlan> names,
      long seed) {
    try {
      Map<String, String> all = new LinkedHashMap<>(part.properties(workload(part), size, given));
      if (part.agents() > 1) {
        all.putIfAbsent(RunProperties.THREADCOUNT.name(), Integer.toString(part.agents()));
        all.put(RunProperties.FLEET_AGENTS.name(), Integer.toString(part.agents()));
      }
      ComparisonPlan plan = part.plan(study.binding(), all, size, loads.test(all), seed);
      names.accept(plan);
      return new StudyPlan(part, all, new Turns(plan, 0, ""));
    } catch (UsageException e) {
      throw new UsageException(
          study.name() + ", part " + part.name() + ", " + size.label() + ": " + e.getMessage(), e);
    }
  }

  /**
   * The same, as it fits this machine.
   *
   * @param restarts whether the user's server is started again before each block but the first
   * @param jvmArguments of the load generators
   */
  public StudyPlan fitted(Binding binding, Size size, boolean restarts, List<String> jvmArguments) {
    return new StudyPlan(
        part,
        properties,
        Turns.of(
            binding,
            properties,
            comparison(),
            restarts,
            jvmArguments,
            part.agents(),
            () -> part.extent(size).wholeRuns(size, comparison().schedule().seed())));
  }

  /**
   * Refuses a comparison that cannot answer all of the part's checks, because it has variants in
   * different blocks that a check compares.
   *
   * @throws UsageException that names the first two
   */
  public void requireAnswers() {
    for (Check check : part.checks()) {
      Optional<Variant> to = comparison().named(check.to());
      for (String name : check.of()) {
        Optional<Variant> of = comparison().named(name);
        if (of.isPresent() && to.isPresent() && !comparison().haveCommonBlock(of.get(), to.get())) {
          throw new UsageException(
              "its checks compare %s with %s, and no block would have both (%s): free memory, give less heap with -jvm-args \"-Xmx256m\", or leave variants out in a copy of the study's file"
                  .formatted(name, check.to(), turns.note().replaceFirst("\\.$", "")));
        }
      }
    }
  }

  /** The comparison that repeats the part. */
  public ComparisonPlan comparison() {
    return turns.plan();
  }

  private static Map<String, String> workload(Part part) {
    Map<String, String> workload = new TreeMap<>();
    PropertyFiles.read(Path.of(part.workload()), workload);
    return workload;
  }

  /** The work, at the published throughput if there is one. */
  public Effort effort() {
    return Effort.of(comparison(), part.publishedRate().orElse(Effort.UNKNOWN_RATE));
  }
}
