package site.ycsb.tls.comparison.explanation;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import site.ycsb.tls.comparison.explanation.RecordedSamples.Time;

/** Counts samples by whose time they fall into. Used by one thread. */
final class SampleCounts<T> {
  private final TreeMap<Long, Time<T>> byStart = new TreeMap<>();
  private final Map<T, Map<String, Long>> counts = new HashMap<>();

  /**
   * @param times that do not overlap
   */
  SampleCounts(Collection<Time<T>> times) {
    for (Time<T> time : times) {
      byStart.put(time.from(), time);
      counts.putIfAbsent(time.owner(), new HashMap<>());
    }
  }

  /**
   * Counts one, if it is in one of the times.
   *
   * @param at ns since 1970
   */
  void add(long at, Supplier<String> stack) {
    Map.Entry<Long, Time<T>> time = byStart.floorEntry(at);
    if (time != null && at <= time.getValue().to()) {
      counts.get(time.getValue().owner()).merge(stack.get(), 1L, Long::sum);
    }
  }

  /** The stacks by owners; all owners of a time are there. */
  Map<T, CollapsedStacks> stacks() {
    Map<T, CollapsedStacks> stacks = new HashMap<>();
    counts.forEach((owner, samples) -> stacks.put(owner, new CollapsedStacks(samples)));
    return stacks;
  }
}
