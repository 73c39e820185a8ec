package site.ycsb.tls.comparison.run;

import java.time.Duration;
import java.util.Map;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.servers.NetworkRelay;

/**
 * An estimate of a plan's runs and time before the first run; {@link Forecast} improves it later.
 * It does not contain starts of test servers and of agents, and loads for one server only.
 *
 * @param runs number of runs of blocks
 * @param loads how often data are loaded
 * @param time for both
 */
public record Effort(int runs, int loads, Duration time) {
  /** Operations per second of an unknown database. */
  public static final double UNKNOWN_RATE = 5_000;

  /**
   * Operations per second of a warm-up that has a least number of them: new connections with TLS,
   * two for each operation of MongoDB and of Cassandra.
   */
  private static final double WARM_UP_RATE = 100;

  /** Round trips of a new connection with its operation: TCP, TLS, the driver's own, 3 at least. */
  private static final double ROUND_TRIPS = 6;

  /** JVM start, connecting and closing: seen on small machines, s. */
  private static final double AROUND_A_RUN = 3;

  /** The same of one of several JVMs that start and end together. */
  private static final double START_OF_A_RUN = 1.2;

  /** Changing the active run, and idle slices: 6 % of the time. */
  private static final double AROUND_A_SLICE = 1.06;

  /** From the end of a slice of agents to the beginning of the next, s: 0.02 to 0.08 were seen. */
  private static final double GAP_OF_AGENTS = 0.05;

  /** Comparing the clocks of agents, and how far ahead their start is agreed, s. */
  private static final double AGREED_START = 1;

  /** A load of agents: the others start when the first one is ready, s. */
  private static final double START_OF_OTHERS = 2;

  /** A test server that is a JVM is ready after this time, s. */
  private static final double START_OF_A_SERVER = 2;

  /** A load of a few records is a run that measures nothing, s. */
  private static final double LEAST_LOAD = 3;

  /** Records per second: seen with one thread on small machines. */
  private static final double LOAD_RATE = 10_000;

  /**
   * The estimate for a plan. Agents, if it has them, are supposed to have machines of their own.
   *
   * @param rate expected operations per second of runs with a number of operations
   */
  public static Effort of(ComparisonPlan plan, double rate) {
    Tables tables = new Tables(plan);
    Schedule schedule = plan.schedule();
    int blocks = schedule.leastBlocks() * plan.points().size() * plan.groups();
    int runs =
        schedule.leastBlocks() * plan.points().size() * (plan.columns().size() + plan.groups() - 1);
    int loads =
        plan.points().stream().anyMatch(tables::isGrowing) ? runs : tables.count(variant -> "");
    double steps = schedule.slices().isPresent() ? blocks : runs;
    double seconds =
        steps * stepSeconds(plan, rate, 1) + warmingSeconds(plan) + loads * loadSeconds(plan);
    return new Effort(runs, loads, Duration.ofSeconds(Math.round(seconds)));
  }

  /**
   * The time of a run or, if runs take turns, of a block of them.
   *
   * @param processes how many of one run start at the same time on a machine
   */
  static double stepSeconds(ComparisonPlan plan, double rate, int processes) {
    Schedule schedule = plan.schedule();
    double measured =
        schedule.runSeconds() > 0 ? schedule.runSeconds() : schedule.runOperations() / rate;
    double agreed = hasAgents(plan) ? AGREED_START : 0;
    double start = processes * START_OF_A_RUN;
    if (schedule.slices().isEmpty()) {
      double others = start - START_OF_A_RUN;
      return schedule.warmupSeconds() + measured + AROUND_A_RUN + others + agreed;
    }
    Slicing slicing = schedule.slices().get();
    double length = sliceSeconds(plan);
    double active =
        Math.max(measured, Slicing.LEAST_ROUNDS * length) * (AROUND_A_SLICE + gap(plan) / length);
    double cold =
        connectingSeconds(plan, slicing.coldConnections(), SliceSequence.LONGEST_COLD_SECONDS);
    return warmUpSeconds(plan, slicing.renewsServers())
        + plan.columns(1).size() * (cold + active + start)
        + start
        + agreed;
  }

  /** Without operations that take long, which are not known before. */
  private static double sliceSeconds(ComparisonPlan plan) {
    double given = plan.schedule().slices().orElseThrow().sliceSeconds();
    double target = number(plan.base(), RunProperties.TARGET, 0);
    double paced =
        target > 0
            ? SliceSequence.pacedSeconds(number(plan.base(), RunProperties.THREADCOUNT, 1) / target)
            : 0;
    return given > 0 ? given : Math.max(Slicing.USUAL_SECONDS, paced);
  }

  /** The time of so many new connections of a run, at most the longest; mean over the points. */
  private static double connectingSeconds(ComparisonPlan plan, long connections, double longest) {
    return plan.points().stream()
        .map(point -> plan.properties(point, plan.baseline()))
        .mapToDouble(
            properties ->
                1 / WARM_UP_RATE
                    + ROUND_TRIPS
                        * NetworkRelay.rttSeconds(properties)
                        / number(properties, RunProperties.THREADCOUNT, 1))
        .map(seconds -> Math.min(longest, connections * seconds))
        .average()
        .orElse(0);
  }

  /** How much longer the first block takes than each other one, since it warms the server up. */
  static double warmingSeconds(ComparisonPlan plan) {
    return plan.schedule().slices().filter(slicing -> !slicing.renewsServers()).isPresent()
        ? warmUpSeconds(plan, true) - warmUpSeconds(plan, false)
        : 0;
  }

  /** The warm-up of a block of runs that take turns. */
  private static double warmUpSeconds(ComparisonPlan plan, boolean ofServer) {
    Schedule schedule = plan.schedule();
    double each =
        Math.max(
            ofServer ? schedule.firstWarmupSeconds() : schedule.warmupSeconds(),
            connectingSeconds(
                plan,
                schedule.slices().orElseThrow().warmupOperations(),
                SliceSequence.LONGEST_WARM_UP_SECONDS));
    int together = SliceSequence.together(number(plan.base(), RunProperties.THREADCOUNT, 1));
    double turns = Math.ceil((double) plan.columns(1).size() / together);
    return turns * each * (1 + gap(plan) / SliceSequence.WARM_UP_SLICE_SECONDS);
  }

  /** Between two slices; on one machine it is in {@link #AROUND_A_SLICE}. */
  private static double gap(ComparisonPlan plan) {
    return hasAgents(plan) ? GAP_OF_AGENTS : 0;
  }

  private static boolean hasAgents(ComparisonPlan plan) {
    return number(plan.base(), RunProperties.FLEET_AGENTS, 0) > 0;
  }

  /** The number, or another one where it is missing or none: the run will report the error. */
  private static double number(
      Map<String, String> properties, Property<? extends Number> property, double otherwise) {
    try {
      return new TypedProperties(properties)
          .given(property)
          .map(Number::doubleValue)
          .orElse(otherwise);
    } catch (UsageException e) {
      return otherwise;
    }
  }

  /**
   * Whether to start and load a new server takes more than half of a block's time, all points
   * together.
   */
  public static boolean isMostlyStarting(ComparisonPlan plan) {
    double loading = START_OF_A_SERVER + new Tables(plan).count(variant -> "") * loadSeconds(plan);
    return loading > plan.points().size() * stepSeconds(plan, UNKNOWN_RATE, 1) / 2;
  }

  static double loadSeconds(ComparisonPlan plan) {
    return Math.max(LEAST_LOAD, number(plan.base(), RunProperties.RECORDCOUNT, 0) / LOAD_RATE)
        + (hasAgents(plan) ? START_OF_OTHERS + AGREED_START : 0);
  }

  /**
   * For example {@code 12 runs and 1 load of data, about 2 min}.
   *
   * @param restarts whether a test server is started again between variants
   */
  public String inWords(boolean restarts) {
    return "%s and %s of data, about %s%s"
        .formatted(
            Figures.count(runs, "run"),
            Figures.count(loads, "load"),
            Figures.duration(time),
            restarts ? ", and up to " + Figures.count(runs, "start") + " of the test server" : "");
  }

  /** The sum of both. */
  public Effort plus(Effort other) {
    return new Effort(runs + other.runs, loads + other.loads, time.plus(other.time));
  }
}
