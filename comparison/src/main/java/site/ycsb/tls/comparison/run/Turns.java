package site.ycsb.tls.comparison.run;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.option.AlsoWithTls;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.servers.Servers;
import site.ycsb.tls.servers.SideBySide;

/**
 * A plan that fits this machine: its runs take turns, or it has whole runs.
 *
 * @param plan with as many variants in a block as fit
 * @param heapBytes the most heap of each load generator; 0 = as its JVM wants
 * @param note what is said before it begins: why runs cannot take turns, or how many do, and what
 *     was not chosen; a line for each, empty where nothing needs to be said
 */
public record Turns(ComparisonPlan plan, long heapBytes, String note) {
  /** Code that runs once per connection is compiled after some thousands of connections. */
  private static final long CHURN_WARM_UP = 5000;

  private static final long CHURN_COLD = 1000;

  /**
   * A server that takes longer than this to be warm is new in each block only where variants have
   * servers of their own.
   */
  private static final Duration LONG_WARM_UP = Duration.ofSeconds(20);

  /** A server with warm-up of its own needs some of it, s. */
  private static final double LEAST_RENEWAL = 0.5;

  private static final String SAME_SERVER =
      "One start of the test server serves all blocks (%s): two starts differ by some percent, which these intervals do not contain.";

  /**
   * Looks for the Java of each load generator before anything is started.
   *
   * @throws UsageException when it is not there, or agents would have to have it
   */
  private static void requireJava(ComparisonPlan plan) {
    for (Map<String, String> properties : plan.propertiesOfRuns().toList()) {
      if (new TypedProperties(properties).given(RunProperties.CLIENT_JAVA).isPresent()
          && plan.base().containsKey(RunProperties.FLEET_AGENTS.name())) {
        throw new UsageException(
            RunProperties.CLIENT_JAVA
                + ": agents make their runs with the Java that they were started with; leave the property out");
      }
    }
  }

  /** Samples cost CPU time, and not the same in all variants. */
  private static void requireUnprofiled(ComparisonPlan plan) {
    if (plan.properties().containsKey(RunProperties.CLIENT_PROFILE.name())) {
      throw new UsageException(
          RunProperties.CLIENT_PROFILE
              + ": a comparison is measured without a profiler; leave it out, or give it with --explain, which profiles further runs");
    }
  }

  /**
   * Fits the plan to the machine.
   *
   * @param restarts whether the user's server is started again before each block but the first
   * @param jvmArguments of the load generators
   * @param loadGenerators how many each variant has on this machine: 1, or that of its agents
   * @param wholeRuns the schedule if runs cannot take turns
   * @throws UsageException when not even two fit, or not all that are to be compared with each
   *     other, or a wanted Java is not there
   */
  public static Turns of(
      Binding binding,
      Map<String, String> given,
      ComparisonPlan plan,
      boolean restarts,
      List<String> jvmArguments,
      int loadGenerators,
      Supplier<Schedule> wholeRuns) {
    requireJava(plan);
    requireUnprofiled(plan);
    if (plan.schedule().slices().isEmpty()) {
      if (restarts) {
        throw new UsageException(
            "--server-restart: the server is restarted only if the runs take turns in slices; leave out --server-restart, or --whole-runs");
      }
      return new Turns(
          plan.withOneServer(!Servers.areSeveral(binding, given, plan.columns())),
          0,
          "The runs are made one after the other: the figures include what changes from run to run.");
    }
    return of(
        binding,
        given,
        plan,
        restarts,
        loadGenerators,
        wholeRuns,
        SideBySide.of(
            binding, given, plan.columns(), jvmArguments, loadGenerators, plan.hasRelays()));
  }

  /** The same of runs that take turns. */
  static Turns of(
      Binding binding,
      Map<String, String> given,
      ComparisonPlan plan,
      boolean restarts,
      int loadGenerators,
      Supplier<Schedule> wholeRuns,
      SideBySide fits) {
    if (fits.together() == 0) {
      return new Turns(
          plan.withSchedule(wholeRuns.get().withSeed(plan.schedule().seed())),
          0,
          "The runs are made one after the other, each with a new server: the servers do not fit side by side ("
              + fits.inWords()
              + ").");
    }
    requireNoWorkLeft(binding, plan);
    Slicing slicing = plan.schedule().slices().orElseThrow().withTogether(fits.together());
    if (plan.opensConnections() && !plan.schedule().quick()) {
      slicing = slicing.withWarmupOperations(CHURN_WARM_UP).withColdConnections(CHURN_COLD);
    }
    Optional<String> remark = Optional.empty();
    double renewal = Math.max(LEAST_RENEWAL, plan.schedule().warmupSeconds());
    if (!restarts && Servers.areOurs(binding, given)) {
      Duration warmUp = binding.testServer(given).orElseThrow().warmUp();
      remark = sameServer(binding, given, plan, warmUp);
      renewal = remark.isEmpty() ? Math.max(renewal, warmUp.toMillis() / 1e3) : 0;
    } else if (!restarts) {
      renewal = 0;
    }
    ComparisonPlan fitting =
        plan.withSchedule(plan.schedule().withSlicing(slicing.withRenewalSeconds(renewal)));
    fitting = remark.map(fitting::withRemark).orElse(fitting);
    requirePairs(fitting, fits);
    return new Turns(
        fitting,
        fits.heapBytes(),
        plan.columns().size() > 2 && loadGenerators > 0
            ? loadGenerators(plan, loadGenerators * fitting.columns(1).size(), fits)
            : "");
  }

  /** A slice ends when its operations have ended: for the server, too. */
  private static void requireNoWorkLeft(Binding binding, ComparisonPlan plan) {
    plan.propertiesOfRuns()
        .flatMap(run -> binding.workLeft(TypedProperties.merged(run, AlsoWithTls.of(run))).stream())
        .findFirst()
        .ifPresent(
            why -> {
              throw new UsageException(
                  why
                      + ", so the server would work on them in another variant's turn, too: change that, or give --whole-runs");
            });
  }

  /** Variants of different blocks are not compared with each other. */
  private static void requirePairs(ComparisonPlan plan, SideBySide fits) {
    if (plan.schedule().pairwise() && plan.groups() > 1) {
      throw new UsageException(
          "--pairwise needs all %d variants side by side, and %d fit (%s): compare fewer variants, give less heap with -jvm-args \"-Xmx256m\", or give --whole-runs"
              .formatted(plan.columns().size(), fits.together(), fits.inWords()));
    }
  }

  /** The same with one more remark, which is announced with the plan and kept with the results. */
  public Turns withRemark(String remark) {
    return new Turns(plan.withRemark(remark), heapBytes, note);
  }

  /** The runs are JVMs of this machine with this JVM's class path, and as much heap as fits. */
  public ComparisonSetup.Launchers launchers(List<String> jvmArguments) {
    return new LocalLaunchers(jvmArguments, heapBytes);
  }

  /** Why the test servers are not new in each block; empty if they are. */
  private static Optional<String> sameServer(
      Binding binding, Map<String, String> given, ComparisonPlan plan, Duration warmUp) {
    boolean own = Servers.areSeveral(binding, given, plan.columns());
    boolean slow = warmUp.compareTo(LONG_WARM_UP) > 0;
    String why = "";
    if (plan.schedule().quick()) {
      why = "--quick has no time to warm up new servers";
    } else if (slow && !own) {
      why = "a new server needs %d s to warm up".formatted(warmUp.toSeconds());
    } else if (!binding.testServer(given).orElseThrow().keepsData()
        && plan.loadsData()
        && Effort.isMostlyStarting(plan)) {
      why = "to start and load a new server would take more than half of a block's time";
    }
    return why.isEmpty() ? Optional.empty() : Optional.of(SAME_SERVER.formatted(why));
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
