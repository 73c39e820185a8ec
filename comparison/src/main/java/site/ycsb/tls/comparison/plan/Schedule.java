package site.ycsb.tls.comparison.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.Precision;

/**
 * How often and how long each variant is measured, and the margin of a difference.
 *
 * @param blocks blocks of each variant and point that are made in any case
 * @param precision half-width of the 95 % intervals of client CPU and the primary metric at which
 *     no further block is made, as a share (0.01 = 1 point; more for large overheads: {@link
 *     Precision#halfWidth}); 0 = no precision is wanted
 * @param timeSeconds no further block is begun when it would end later than this after the start of
 *     the first block, loads and starts of servers not counted, s; 0 = no limit
 * @param warmupSeconds active time of each run before its figures count, s
 * @param runSeconds active time of each run that counts, s; 0 when {@code runOperations} is given
 * @param runOperations operations of each run that count; 0 when {@code runSeconds} is given; only
 *     without slices
 * @param calibrate whether the baseline is also compared with itself: the noise floor
 * @param quick whether the figures are indicative only
 * @param seed of the order of the runs and of the seeds of their random draws
 * @param margin differences below this count as equivalent, as a share; 0 = {@value #USUAL_MARGIN}
 * @param pairwise whether each variant is compared with each other one, not only with the baseline
 * @param slicing how the runs of a block take turns; null = one whole run after the other
 * @param looked whether the number of blocks was decided again after figures were there, by
 *     continuing with other limits; absent in files of before 29 November 2026
 */
@RecordBuilder
public record Schedule(
    int blocks,
    double precision,
    double timeSeconds,
    double warmupSeconds,
    double runSeconds,
    long runOperations,
    boolean calibrate,
    boolean quick,
    long seed,
    double margin,
    boolean pairwise,
    Slicing slicing,
    boolean looked)
    implements ScheduleBuilder.With {

  /** No further block is made beyond this many. */
  public static final int MOST_BLOCKS = 40;

  /** Fewer blocks have no interval of 95 % (2/2^6 &lt;= 0.05). */
  public static final int LEAST_BLOCKS = 6;

  private static final int QUICK_BLOCKS = 2;

  /**
   * The first warm-up on a server is longer by this factor, since it warms the server, too: with a
   * server whose TLS code is cold, TLS costs the client more.
   */
  private static final double FIRST_WARM_UPS = 3;

  /** Or by this one, where an answer within a minute is wanted. */
  private static final double QUICK_FIRST_WARM_UPS = 1.5;

  /** What a difference must be to be called one, when nothing else is said. */
  public static final double USUAL_MARGIN = 0.01;

  public Schedule {
    check(blocks >= 1 && blocks <= 1000, "--blocks", blocks, "1 to 1000");
    check(warmupSeconds >= 0 && warmupSeconds <= 3600, "--warmup", warmupSeconds, "0 to 3600 s");
    check(runSeconds >= 0 && runSeconds <= 86_400, "--seconds", runSeconds, "up to 86400 s");
    check(runOperations >= 0, "--operations", runOperations, "1 or more");
    check(precision >= 0 && precision < 1, "--precision", precision, "a share such as 1%");
    check(timeSeconds >= 0, "--time", timeSeconds, "a time such as 10m");
    check(margin >= 0 && margin < 1, "--margin", margin, "a share such as 1%");
    margin = margin == 0 ? USUAL_MARGIN : margin;
    if ((runSeconds > 0) == (runOperations > 0)) {
      throw new UsageException(
          "A run needs either a length in seconds or a number of operations; given: %s s and %s operations."
              .formatted(runSeconds, runOperations));
    }
    if (slicing != null && runOperations > 0) {
      throw new UsageException(
          "--operations: slices have a length in time; give --seconds, or --whole-runs too");
    }
  }

  /** One whole run after the other: 10 blocks, warm-up of 10 s, runs of 15 s. */
  public static Schedule wholeRuns(long seed) {
    return new Schedule(10, 0, 0, 10, 15, 0, false, false, seed, 0, false, null, false);
  }

  /** Whole runs short enough to try: 3 blocks, warm-up of 2 s, runs of 4 s. Indicative only. */
  public static Schedule quickWholeRuns(long seed) {
    return new Schedule(3, 0, 0, 2, 4, 0, false, true, seed, 0, false, null, false);
  }

  /**
   * The same question in whole runs, where runs cannot take turns. Lengths, a number of blocks, and
   * precision and time stay if they are neither least ones nor those of {@link #standard}, {@link
   * #quick} or {@link #brief}.
   */
  public Schedule asWholeRuns() {
    if (slicing == null) {
      return this;
    }
    Schedule usual = quick ? quickWholeRuns(seed) : wholeRuns(seed);
    // What it was made from.
    Schedule ofQuick = warmupSeconds == brief(seed).warmupSeconds ? brief(seed) : quick(seed);
    Schedule unasked = quick ? ofQuick : standard(seed);
    boolean usualEnd = precision == unasked.precision && timeSeconds == unasked.timeSeconds;
    boolean least = precision > 0 || timeSeconds > 0 || (quick && blocks == unasked.blocks);
    return usual
        .withBlocks(least ? usual.blocks : blocks)
        .withPrecision(usualEnd ? usual.precision : precision)
        .withTimeSeconds(usualEnd ? usual.timeSeconds : timeSeconds)
        .withWarmupSeconds(
            warmupSeconds == unasked.warmupSeconds ? usual.warmupSeconds : warmupSeconds)
        .withRunSeconds(runSeconds == unasked.runSeconds ? usual.runSeconds : runSeconds)
        .withMargin(margin)
        .withPairwise(pairwise)
        .withCalibrate(calibrate);
  }

  /**
   * Slices: blocks until the intervals have ±2 points or ten minutes are over; in each, every
   * variant is active for 6 s of warm-up and for 6 s that count. More seconds would add little,
   * because JVMs of one variant differ more than the rounds of one JVM.
   */
  public static Schedule standard(long seed) {
    return new Schedule(
        LEAST_BLOCKS, 0.02, 600, 6, 6, 0, false, false, seed, 0, false, Slicing.of(), false);
  }

  /**
   * Slices for about a minute: 2 blocks, warm-up of 8 s, 3 s that count. Indicative only. Few warm
   * blocks and not many cold ones, since code that is not compiled makes TLS look more expensive
   * than it is; the interval of two blocks is known from other comparisons.
   */
  public static Schedule quick(long seed) {
    return new Schedule(
        QUICK_BLOCKS, 0, 0, 8, 3, 0, false, true, seed, 0, false, Slicing.of(), false);
  }

  /**
   * Slices for the shape of many points: 6 blocks, warm-up of 1.5 s, 0.6 s that count. Indicative
   * only: most code is not compiled by then.
   */
  public static Schedule brief(long seed) {
    return new Schedule(
        LEAST_BLOCKS, 0, 0, 1.5, 0.6, 0, false, true, seed, 0, false, Slicing.of(), false);
  }

  /**
   * This schedule with what the user gives instead.
   *
   * @param exactly number of blocks, no more and no less
   * @param warmup s
   * @param length of the part that counts, s
   */
  public Schedule with(
      Optional<Integer> exactly, Optional<Double> warmup, Optional<Double> length) {
    Schedule schedule =
        exactly.map(n -> withBlocks(n).withPrecision(0).withTimeSeconds(0)).orElse(this);
    schedule = warmup.map(schedule::withWarmupSeconds).orElse(schedule);
    return length.map(schedule::withRunSeconds).orElse(schedule);
  }

  /** Runs of a length in seconds. */
  @Override
  public Schedule withRunSeconds(double value) {
    return with().runSeconds(value).runOperations(0).build();
  }

  /** Runs of a number of operations. */
  @Override
  public Schedule withRunOperations(long value) {
    return with().runSeconds(0).runOperations(value).build();
  }

  /**
   * This schedule for a comparison that was begun with an earlier one: its seed, its number of JVMs
   * side by side, and its kind of interval. With other limits, somebody may have looked before
   * giving them.
   *
   * @param measured whether it has figures to look at
   */
  public Schedule resuming(Schedule earlier, boolean measured) {
    boolean both = slicing != null && earlier.slicing != null;
    return withSeed(earlier.seed)
        .withLooked(earlier.looked || (measured && !hasLimitsOf(earlier)))
        .withSlicing(
            both
                ? slicing
                    .withTogether(earlier.slicing.together())
                    .withModerated(earlier.slicing.moderated())
                : slicing);
  }

  /** Whether both end with the same number of blocks, the same precision or the same time. */
  public boolean hasLimitsOf(Schedule other) {
    return blocks == other.blocks
        && precision == other.precision
        && timeSeconds == other.timeSeconds;
  }

  /**
   * The level of the intervals. Those that decided when to stop, or were looked at before, have a
   * higher one, see {@link Precision}.
   */
  public double level() {
    return precision > 0 || looked ? Precision.LEVEL : Interval.LEVEL;
  }

  /** How the runs of a block take turns; empty = one whole run after the other. */
  @JsonIgnore
  public Optional<Slicing> slices() {
    return Optional.ofNullable(slicing);
  }

  /** Active time of each run before its figures count, where it warms its server up, too; s. */
  public double firstWarmupSeconds() {
    return Math.max(
        slices().map(Slicing::renewalSeconds).orElse(0.0),
        warmupSeconds * (quick ? QUICK_FIRST_WARM_UPS : FIRST_WARM_UPS));
  }

  /** Blocks of each variant that are made in any case. */
  public int leastBlocks() {
    return precision > 0 ? Math.max(blocks, LEAST_BLOCKS) : blocks;
  }

  /** No block is made beyond this many. */
  public int mostBlocks() {
    return precision > 0 || timeSeconds > 0 ? Math.max(blocks, MOST_BLOCKS) : blocks;
  }

  static void check(boolean ok, String what, Object given, String allowed) {
    if (!ok) {
      throw new UsageException(what + " must be " + allowed + ", given: " + given + ".");
    }
  }
}
