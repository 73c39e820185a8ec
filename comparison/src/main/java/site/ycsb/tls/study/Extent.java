package site.ycsb.tls.study;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.comparison.plan.Schedule;

/**
 * How a size of a part differs from the part, and how often and how long it is run.
 *
 * @param properties set on top of the part's
 * @param axes values of the part's axes instead of all of them, by property
 * @param variants the only ones that are run, by name; empty = all
 * @param blocks number of blocks; empty = the size's own
 * @param warmup of each run, s; empty = the size's own
 * @param seconds measured window of each run, s; empty = the size's own, or operations
 * @param operations measured window of each run in operations; empty = seconds
 */
public record Extent(
    Map<String, String> properties,
    Map<String, List<String>> axes,
    List<String> variants,
    Optional<Integer> blocks,
    Optional<Double> warmup,
    Optional<Double> seconds,
    Optional<Long> operations) {

  /** The defaults of the size. */
  public static final Extent NOTHING_ELSE =
      new Extent(
          Map.of(),
          Map.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  public Extent {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    axes = Collections.unmodifiableMap(new LinkedHashMap<>(axes));
    variants = List.copyOf(variants);
  }

  /** The same with the size's own number of blocks. */
  Extent withUsualBlocks() {
    return new Extent(properties, axes, variants, Optional.empty(), warmup, seconds, operations);
  }

  /**
   * The schedule of a comparison of this extent: runs take turns in slices. Runs of a number of
   * operations, and the published sizes, are whole runs.
   *
   * @throws site.ycsb.tls.property.UsageException when it is impossible
   */
  public Schedule schedule(Size size, long seed) {
    if (operations.isPresent() || size == Size.FULL) {
      return wholeRuns(size, seed);
    }
    Schedule usual = size == Size.QUICK ? Schedule.brief(seed) : Schedule.standard(seed);
    return usual.with(blocks, warmup, seconds);
  }

  /**
   * The schedule if runs cannot take turns.
   *
   * @throws site.ycsb.tls.property.UsageException when it is impossible
   */
  public Schedule wholeRuns(Size size, long seed) {
    Schedule usual = size == Size.QUICK ? Schedule.quickWholeRuns(seed) : Schedule.wholeRuns(seed);
    Schedule schedule = usual.with(blocks, warmup, seconds);
    return operations.map(schedule::withRunOperations).orElse(schedule);
  }
}
