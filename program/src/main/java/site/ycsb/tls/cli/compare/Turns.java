package site.ycsb.tls.cli.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.cli.option.CommandLines;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Schedule;
import site.ycsb.tls.compare.plan.Slicing;
import site.ycsb.tls.fleet.FleetOptions;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.session.Servers;
import site.ycsb.tls.session.SideBySide;

/**
 * A plan that fits this machine: its runs take turns, or it has whole runs.
 *
 * @param plan with as many variants in a block as fit
 * @param heapBytes the most heap of each load generator; 0 = as its JVM wants
 * @param note why runs cannot take turns, or how many do, in a sentence; empty where nothing needs
 *     to be said
 */
public record Turns(ComparisonPlan plan, long heapBytes, String note) {
  /** The workload whose operations are connections. */
  private static final String CHURN = "site.ycsb.tls.workload.ConnectionChurnWorkload";

  /** Code that runs once per connection is compiled after some thousands of connections. */
  private static final long CHURN_WARM_UP = 5000;

  private static final long CHURN_COLD = 1000;

  /** A server that is a JVM has compiled most of its code after this time of work, s. */
  private static final double RENEWAL_SECONDS = 45;

  private static final String OWN_JVMS =
      "Each variant has a test server of its own, which is a JVM, and two starts of the same server differ by some percent, because they compile their code in other ways: ";

  private static final String RENEWED =
      OWN_JVMS
          + "so new ones are started for each block, and are warmed up for %.0f s for each variant."
              .formatted(RENEWAL_SECONDS);

  private static final String NOT_RENEWED =
      OWN_JVMS
          + "these intervals do not contain that. Without --quick, each block has new servers.";

  /**
   * Looks for the Java of each load generator before anything is started.
   *
   * @throws UsageException when it is not there, or agents would have to have it
   */
  private static void requireJava(ComparisonPlan plan) {
    List<Map<String, String>> all = new ArrayList<>(List.of(plan.base()));
    plan.columns().forEach(variant -> all.add(variant.properties()));
    plan.axes().forEach(a -> a.values().forEach(value -> all.add(Map.of(a.property(), value))));
    for (Map<String, String> properties : all) {
      if (new TypedProperties(properties).given(RunProperties.CLIENT_JAVA).isPresent()
          && plan.base().containsKey(FleetOptions.AGENTS)) {
        throw new UsageException(
            RunProperties.CLIENT_JAVA
                + ": agents have the Java that they were started with; leave it out");
      }
    }
  }

  /**
   * Fits the plan to the machine.
   *
   * @param wholeRuns the schedule if runs cannot take turns
   * @throws UsageException when not even two fit, or a wanted Java is not there
   */
  public static Turns of(
      Binding binding, Properties given, ComparisonPlan plan, Supplier<Schedule> wholeRuns) {
    requireJava(plan);
    if (plan.schedule().slices().isEmpty()) {
      return new Turns(
          plan,
          0,
          "One whole run after the other: what changes from run to run is in the figures.");
    }
    SideBySide fits = SideBySide.of(binding, given, plan.columns(), CommandLines.jvmArguments());
    if (fits.together() == 0) {
      return new Turns(
          plan.withSchedule(wholeRuns.get().withSeed(plan.schedule().seed())),
          0,
          "One whole run after the other, with a fresh server for each: the servers do not fit side by side ("
              + fits.inWords()
              + ").");
    }
    Slicing slicing = plan.schedule().slices().orElseThrow().withTogether(fits.together());
    if (plan.base().getOrDefault("workload", "").equals(CHURN) && !plan.schedule().quick()) {
      slicing = slicing.withConnections(CHURN_WARM_UP, CHURN_COLD);
    }
    boolean ownJvms = Servers.areJvmsOfTheirOwn(binding, given, plan.columns());
    if (ownJvms && !plan.schedule().quick()) {
      slicing = slicing.withRenewal(RENEWAL_SECONDS);
    }
    ComparisonPlan fitting = plan.withSchedule(plan.schedule().withSlicing(slicing));
    if (ownJvms) {
      fitting = fitting.withRemark(plan.schedule().quick() ? NOT_RENEWED : RENEWED);
    }
    return new Turns(
        fitting,
        fits.heapBytes(),
        plan.columns().size() > 2 ? loadGenerators(plan, fitting.columns(1).size(), fits) : "");
  }

  private static String loadGenerators(ComparisonPlan plan, int together, SideBySide fits) {
    String heap =
        fits.heapBytes() > 0
            ? String.format(
                Locale.ROOT, ", each with at most %,d MB of heap", fits.heapBytes() >> 20)
            : "";
    return "%d variants, %d load generators side by side%s (%s)."
        .formatted(plan.columns().size(), together, heap, fits.inWords());
  }
}
