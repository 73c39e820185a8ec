package site.ycsb.tls.comparison.explanation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Side;
import site.ycsb.tls.property.run.SampleInterval;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.ModeratedT;
import site.ycsb.tls.statistics.ModeratedT.Prior;
import site.ycsb.tls.statistics.Precision;

/**
 * The CPU time per operation of the baseline and of a variant on one side, taken apart. In each
 * block a category has the share of its samples in the CPU time that the kernel counted in all
 * slices of the run, which contains what profiling cost in the profiled ones. The machine's speed,
 * which is another one in each block and the same for all variants of a block, is taken out as it
 * is by a ratio: all figures of a block are multiplied by one number, so that the baseline takes
 * what it takes in the mean of the blocks. How well that mean is known is in the intervals of the
 * differences.
 *
 * @param baseline what the variant is compared with
 * @param blocks that have samples of both
 * @param rows those with samples, in the order of the categories
 * @param sum of the rows
 * @param compared the same of the comparison that is explained; empty when it was not measured
 * @param baselineProfile what the baseline executed
 * @param variantProfile what the variant executed
 */
public record Breakdown(
    Side side,
    Variant baseline,
    Variant variant,
    int blocks,
    List<Row> rows,
    Amount sum,
    Optional<Compared> compared,
    Profile baselineProfile,
    Profile variantProfile) {

  /** So many frames of stacks that no category knows are named. */
  private static final int FRAMES_TO_NAME = 3;

  /** The longest time between two ticks of the kernel. */
  private static final double TICK_MICROS = 10_000;

  /** Samples are so many times further apart at most. */
  private static final double MOST_APART = 5;

  /**
   * CPU time per operation.
   *
   * @param baseline µs
   * @param variant µs
   * @param atThisSpeed the difference of the two if the machine is as fast as it was, µs
   * @param difference the same with how fast the machine is, which is another in each block, µs
   */
  public record Amount(double baseline, double variant, Interval atThisSpeed, Interval difference) {
    /**
     * What is known as an overhead.
     *
     * @param baseline with its interval, µs
     * @param overhead relative to it, as a share
     */
    static Amount of(Interval baseline, Interval overhead) {
      double micros = baseline.estimate();
      return new Amount(
          micros,
          micros * (1 + overhead.estimate()),
          overhead.map(share -> micros * share),
          overhead.times(baseline));
    }

    /** Whether there is a difference beyond its interval, however fast the machine is. */
    public boolean isKnown() {
      return !atThisSpeed.contains(0);
    }

    /** The difference as a share of the baseline. */
    public Interval overhead() {
      return atThisSpeed.map(micros -> micros / baseline);
    }
  }

  /**
   * What the comparison found, without a profiler.
   *
   * @param known whether its estimate may be taken for the answer
   */
  public record Compared(Amount amount, boolean known) {}

  /** What a category took. */
  public record Row(CostCategory category, Amount amount) {}

  /**
   * What one variant executed, in all blocks.
   *
   * @param stacks those whose time is in CPU time per operation
   * @param micros CPU time per operation, as in the table, µs
   * @param cpuSeconds CPU time in which the stacks were seen, s
   * @param compilers samples of compilers, which are left out
   * @param spinning samples of threads that waited for the instant of an operation, likewise
   */
  public record Profile(
      CollapsedStacks stacks, double micros, double cpuSeconds, long compilers, long spinning) {

    /** CPU time of one sample, ms. */
    public double millisPerSample() {
      return 1e3 * cpuSeconds / stacks.count();
    }
  }

  /**
   * One variant in one block.
   *
   * @param stacks also those whose time is not counted; at least one is
   * @param micros CPU time per operation, µs, without that of compilers and of spinning
   * @param operations in which they were seen
   */
  record Block(CollapsedStacks stacks, double micros, long operations) {
    /**
     * Whether it has the samples of its CPU time, which may be 0 where the idle cost that is taken
     * out is more than what was used. The kernel looks at the profiler's timers at its ticks, and
     * some samples are lost; where most are missing, the others are not those of all.
     *
     * @param interval CPU time between two samples, as it was asked
     */
    boolean isSampled(SampleInterval interval) {
      double apart = Math.max(TICK_MICROS, interval.nanos() / 1e3);
      long samples = counted().count();
      return operations > 0
          && samples > 0
          && micros > 0
          && micros * operations <= MOST_APART * apart * samples;
    }

    private CollapsedStacks counted() {
      return stacks.only(RecordedSamples::isCounted);
    }

    /** Its samples by category, on a machine of another speed. */
    private CountedBlock counted(double speed) {
      Map<CostCategory, Long> samples = new EnumMap<>(CostCategory.class);
      counted()
          .samples()
          .forEach((stack, count) -> samples.merge(CostCategory.of(stack), count, Long::sum));
      return new CountedBlock(speed * micros, samples);
    }
  }

  public Breakdown {
    rows = List.copyOf(rows);
  }

  /**
   * Takes a difference apart.
   *
   * @param of the baseline in each block, at least one
   * @param to the variant in the same blocks
   */
  static Breakdown of(
      Side side,
      Variant baseline,
      Variant variant,
      List<Block> of,
      List<Block> to,
      Optional<Compared> compared) {
    double usual = of.stream().mapToDouble(Block::micros).average().orElseThrow();
    List<CountedBlock> base = new ArrayList<>();
    List<CountedBlock> own = new ArrayList<>();
    for (int i = 0; i < of.size(); i++) {
      double speed = usual / of.get(i).micros();
      base.add(of.get(i).counted(speed));
      own.add(to.get(i).counted(speed));
    }
    Metric.Kind kind = side.metric().kind();
    Interval mean = kind.geometricMean(of.stream().mapToDouble(Block::micros), Interval.LEVEL);
    Interval speed = mean.map(micros -> micros / mean.estimate());
    List<Row> rows = new ArrayList<>();
    for (CostCategory category : CostCategory.values()) {
      Amount amount = amount(base, own, block -> block.part(category), kind.prior(), speed);
      if (amount.baseline() + amount.variant() > 0) {
        rows.add(new Row(category, amount));
      }
    }
    Amount sum = amount(base, own, CountedBlock::whole, kind.prior(), speed);
    return new Breakdown(
        side,
        baseline,
        variant,
        of.size(),
        rows,
        sum,
        compared,
        profile(of, sum.baseline()),
        profile(to, sum.variant()));
  }

  /**
   * A part of the CPU time per operation.
   *
   * @param micros µs
   * @param variance of these by chance, µs²
   */
  private record Part(double micros, double variance) {}

  /**
   * One variant in one block, with what is counted of its samples.
   *
   * @param micros CPU time per operation at the usual speed, µs
   */
  private record CountedBlock(double micros, Map<CostCategory, Long> samples) {
    /** All of it is what the kernel counted. */
    Part whole() {
      return new Part(micros, 0);
    }

    /** It is known by its samples only, whose number is a Poisson variable. */
    Part part(CostCategory category) {
      long own = samples.getOrDefault(category, 0L);
      double each = micros / samples.values().stream().mapToLong(Long::longValue).sum();
      return new Part(own * each, each * each * Math.max(1, own));
    }
  }

  /**
   * The interval is that of a moderated t: from block to block a part is taken to scatter as the
   * whole does, relative to its size, and by the number of its samples.
   *
   * @param speed by how much all blocks together may be off, as a factor
   */
  private static Amount amount(
      List<CountedBlock> of,
      List<CountedBlock> to,
      Function<CountedBlock, Part> part,
      Prior ofRatios,
      Interval speed) {
    double[] differences = new double[of.size()];
    double base = 0;
    double own = 0;
    double counting = 0;
    for (int i = 0; i < differences.length; i++) {
      Part first = part.apply(of.get(i));
      Part second = part.apply(to.get(i));
      differences[i] = second.micros - first.micros;
      base += first.micros / differences.length;
      own += second.micros / differences.length;
      counting += (first.variance + second.variance) / differences.length;
    }
    double scatter = ofRatios.deviation() * Math.max(base, own);
    Prior prior = new Prior(ofRatios.degreesOfFreedom(), Math.sqrt(scatter * scatter + counting));
    Interval atThisSpeed = ModeratedT.interval(differences, prior, Interval.LEVEL);
    return new Amount(base, own, atThisSpeed, atThisSpeed.times(speed));
  }

  private static Profile profile(List<Block> blocks, double micros) {
    CollapsedStacks all = CollapsedStacks.sum(blocks.stream().map(Block::stacks).toList());
    return new Profile(
        all.only(RecordedSamples::isCounted),
        micros,
        blocks.stream().mapToDouble(block -> block.micros() * block.operations()).sum() / 1e6,
        all.only(RecordedSamples::isCompiling).count(),
        all.only(RecordedSamples::isSpinning).count());
  }

  /**
   * Whether the rows add up to what the comparison found: as shares of the baseline, since the
   * machine may have been faster or slower in these runs, the two do not differ by more than their
   * intervals allow together. Empty when they do not, and one of the two is not known: wide
   * intervals allow everything.
   */
  public Optional<Boolean> agrees() {
    return compared.flatMap(this::agrees);
  }

  private Optional<Boolean> agrees(Compared found) {
    Interval own = sum.overhead();
    Interval other = found.amount.overhead();
    if (Math.abs(own.estimate() - other.estimate())
        > Math.hypot(own.halfWidth(), other.halfWidth())) {
      return Optional.of(false);
    }
    return found.known && Precision.isAnswer(own) ? Optional.of(true) : Optional.empty();
  }

  /** The row of a category; empty when it has no samples. */
  public Optional<Row> row(CostCategory category) {
    return rows.stream().filter(row -> row.category() == category).findFirst();
  }

  /** The rows that differ beyond their intervals, the largest difference first. */
  public List<Row> known() {
    return rows.stream()
        .filter(row -> row.amount().isKnown())
        .sorted(
            Comparator.comparingDouble(
                (Row row) -> -Math.abs(row.amount().difference().estimate())))
        .toList();
  }

  /**
   * The share of the variant's CPU time that no category knows, or of the baseline's: the larger.
   */
  public double unknownShare() {
    return row(CostCategory.REST)
        .map(Row::amount)
        .map(rest -> Math.max(rest.baseline() / sum.baseline(), rest.variant() / sum.variant()))
        .orElse(0.0);
  }

  /** The leaves of most of the stacks that no category knows. */
  public List<String> unknownFrames() {
    Map<String, Long> leaves = new HashMap<>();
    CollapsedStacks.sum(List.of(baselineProfile.stacks(), variantProfile.stacks()))
        .only(stack -> CostCategory.of(stack) == CostCategory.REST)
        .samples()
        .forEach(
            (stack, count) ->
                leaves.merge(stack.substring(stack.lastIndexOf(';') + 1), count, Long::sum));
    return leaves.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(FRAMES_TO_NAME)
        .map(Map.Entry::getKey)
        .toList();
  }
}
