package site.ycsb.tls.compare;

import java.time.Duration;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Schedule;
import site.ycsb.tls.compare.plan.Slicing;

/**
 * An estimate of a plan's runs and time before the first run; {@link Forecast} improves it later.
 * It does not contain starts of test servers, and loads for one server only.
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

  /** JVM start, connecting and closing: seen on small machines, s. */
  private static final double AROUND_A_RUN = 3;

  /** The same of one of several JVMs that start and end together. */
  private static final double START_OF_A_RUN = 1.2;

  /** Changing the active run, and idle slices: 6 % of the time. */
  private static final double AROUND_A_SLICE = 1.06;

  /** A load of a few records is a run that measures nothing, s. */
  private static final double LEAST_LOAD = 6;

  /** Records per second: seen with one thread on small machines. */
  private static final double LOAD_RATE = 10_000;

  /**
   * The estimate for a plan.
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
    double seconds = steps * stepSeconds(plan, rate) + loads * loadSeconds(plan);
    return new Effort(runs, loads, Duration.ofSeconds(Math.round(seconds)));
  }

  /** The time of a run or, if runs take turns, of a block of them. */
  static double stepSeconds(ComparisonPlan plan, double rate) {
    Schedule schedule = plan.schedule();
    double warmup =
        schedule.slices().map(slicing -> slicing.warmupOperations() / WARM_UP_RATE).orElse(0.0);
    double active =
        schedule.slices().map(Slicing::renewalSeconds).orElse(0.0)
            + Math.max(schedule.warmupSeconds(), warmup)
            + (schedule.runSeconds() > 0 ? schedule.runSeconds() : schedule.runOperations() / rate);
    return schedule.slices().isPresent()
        ? plan.columns(1).size() * (active * AROUND_A_SLICE + START_OF_A_RUN) + START_OF_A_RUN
        : active + AROUND_A_RUN;
  }

  static double loadSeconds(ComparisonPlan plan) {
    try {
      double records = Double.parseDouble(plan.base().getOrDefault("recordcount", "0"));
      return Math.max(LEAST_LOAD, records / LOAD_RATE);
    } catch (NumberFormatException e) {
      return LEAST_LOAD; // The load will report the error.
    }
  }

  /** The sum of both. */
  public Effort plus(Effort other) {
    return new Effort(runs + other.runs, loads + other.loads, time.plus(other.time));
  }
}
