package site.ycsb.tls.cli.study;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.cli.compare.Turns;
import site.ycsb.tls.cli.option.PropertyNames;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.run.Effort;
import site.ycsb.tls.fleet.FleetOptions;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.session.Bindings;
import site.ycsb.tls.session.PropertyFiles;
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
record StudyPlan(Part part, Map<String, String> properties, Turns turns) {

  /**
   * Translates the part.
   *
   * @param given properties of the command line
   * @param loads whether the data are to be loaded, by the part's properties
   * @throws UsageException when the part is wrong; the message names it
   */
  static StudyPlan of(
      Study study, Part part, Size size, Map<String, String> given, Loads loads, long seed) {
    try {
      Map<String, String> all = new LinkedHashMap<>(part.properties(workload(part), size, given));
      if (part.agents() > 1) {
        all.putIfAbsent("threadcount", Integer.toString(part.agents()));
        all.put(FleetOptions.AGENTS, Integer.toString(part.agents()));
      }
      ComparisonPlan plan =
          part.plan(study.binding(), all, size, loads.are(asProperties(all)), seed);
      PropertyNames.of(Bindings.find(study.binding())).require(plan);
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
   */
  StudyPlan fitted(Binding binding, Size size, boolean restarts) {
    return new StudyPlan(
        part,
        properties,
        Turns.of(
            binding,
            asProperties(),
            comparison(),
            restarts,
            () -> part.extent(size).wholeRuns(size, comparison().schedule().seed())));
  }

  /** The comparison that repeats the part. */
  ComparisonPlan comparison() {
    return turns.plan();
  }

  /** Whether data are loaded before the runs. */
  @FunctionalInterface
  interface Loads {
    boolean are(Properties properties);
  }

  private static Map<String, String> workload(Part part) {
    Properties workload = new Properties();
    PropertyFiles.read(Path.of(part.workload()), workload);
    Map<String, String> sorted = new LinkedHashMap<>();
    workload.stringPropertyNames().stream()
        .sorted()
        .forEach(name -> sorted.put(name, workload.getProperty(name)));
    return sorted;
  }

  private static Properties asProperties(Map<String, String> map) {
    Properties properties = new Properties();
    properties.putAll(map);
    return properties;
  }

  /** The properties in the form that bindings need. */
  Properties asProperties() {
    return asProperties(properties);
  }

  /** The work, at the published throughput if there is one. */
  Effort effort() {
    return Effort.of(comparison(), part.publishedRate().orElse(Effort.UNKNOWN_RATE));
  }
}
