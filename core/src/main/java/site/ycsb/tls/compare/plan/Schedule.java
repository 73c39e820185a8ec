package site.ycsb.tls.compare.plan;

import site.ycsb.tls.option.UsageException;

/**
 * How often and how long each variant is measured.
 *
 * @param blocks blocks per point of the sweep; with {@code precision} the least number, and no
 *     fewer than {@value #LEAST_FOR_PRECISION}
 * @param warmupSeconds warm-up of each run before the clock starts, s
 * @param runSeconds measured window of each run, s; 0 when {@code runOperations} is given
 * @param runOperations operations of each run's measured window; 0 when {@code runSeconds} is given
 * @param precision half-width of the 95 % interval at which no further block is made, as a share
 *     (0.01 = 1 %); 0 = a fixed number of blocks
 * @param calibrate whether the baseline is compared with itself too: the noise floor
 * @param quick whether the figures are indicative only
 * @param seed of the order of the runs and of the seeds of their random draws
 */
public record Schedule(
    int blocks,
    double warmupSeconds,
    double runSeconds,
    long runOperations,
    double precision,
    boolean calibrate,
    boolean quick,
    long seed) {

  /** With {@code precision}, no further block is made beyond this many. */
  public static final int MOST_BLOCKS = 40;

  /**
   * With {@code precision}, stopping is not considered before: fewer make the intervals too narrow.
   */
  public static final int LEAST_FOR_PRECISION = 10;

  public Schedule {
    check(blocks >= 1 && blocks <= 1000, "--blocks", blocks, "1 to 1000");
    check(warmupSeconds >= 0 && warmupSeconds <= 3600, "warm-up", warmupSeconds, "0 to 3600 s");
    check(runSeconds >= 0 && runSeconds <= 86_400, "run length", runSeconds, "up to 86400 s");
    check(runOperations >= 0, "operations of a run", runOperations, "1 or more");
    check(precision >= 0 && precision < 1, "--precision", precision, "a share such as 1%");
    if ((runSeconds > 0) == (runOperations > 0)) {
      throw new UsageException(
          "A run needs either a length in seconds or a number of operations; given: "
              + runSeconds
              + " s and "
              + runOperations
              + " operations.");
    }
  }

  /** 10 blocks, warm-up of 10 s, runs of 15 s. */
  public static Schedule standard(long seed) {
    return new Schedule(10, 10, 15, 0, 0, false, false, seed);
  }

  /** Short enough to try: 3 blocks, warm-up of 2 s, runs of 4 s. Indicative only. */
  public static Schedule quick(long seed) {
    return new Schedule(3, 2, 4, 0, 0, false, true, seed);
  }

  public Schedule withBlocks(int value) {
    return new Schedule(
        value, warmupSeconds, runSeconds, runOperations, precision, calibrate, quick, seed);
  }

  public Schedule withWarmupSeconds(double value) {
    return new Schedule(
        blocks, value, runSeconds, runOperations, precision, calibrate, quick, seed);
  }

  public Schedule withRunSeconds(double value) {
    return new Schedule(blocks, warmupSeconds, value, 0, precision, calibrate, quick, seed);
  }

  public Schedule withRunOperations(long value) {
    return new Schedule(blocks, warmupSeconds, 0, value, precision, calibrate, quick, seed);
  }

  public Schedule withPrecision(double value) {
    return new Schedule(
        blocks, warmupSeconds, runSeconds, runOperations, value, calibrate, quick, seed);
  }

  public Schedule withSeed(long value) {
    return new Schedule(
        blocks, warmupSeconds, runSeconds, runOperations, precision, calibrate, quick, value);
  }

  public Schedule withCalibrate(boolean value) {
    return new Schedule(
        blocks, warmupSeconds, runSeconds, runOperations, precision, value, quick, seed);
  }

  /** Blocks that are made whatever comes out. */
  public int leastBlocks() {
    return precision > 0 ? Math.max(blocks, LEAST_FOR_PRECISION) : blocks;
  }

  /** No block is made beyond this many. */
  public int mostBlocks() {
    return precision > 0 ? Math.max(blocks, MOST_BLOCKS) : blocks;
  }

  private static void check(boolean ok, String what, Object given, String allowed) {
    if (!ok) {
      throw new UsageException(what + " must be " + allowed + ", given: " + given + ".");
    }
  }
}
