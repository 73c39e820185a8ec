package site.ycsb.tls.measurement.process.kernel;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Adds up the CPU time of processes with all their descendants, from readings of those that live. A
 * descendant that ends leaves its CPU time to the parent that waits for it; where that parent is
 * not one of these processes, the last reading counts. Not thread-safe.
 */
public final class ProcessTree {
  private final Predicate<ProcessStat> root;

  /** Living members when last read, by number. */
  private final Map<Long, Reading> living = new HashMap<>();

  /** What members that have ended left to nobody. */
  private CpuTime left = CpuTime.NONE;

  /**
   * What one process had used.
   *
   * @param nanos CPU time of all its threads, those that have ended too, ns
   * @param compilerNanos the part of the just-in-time compilers; empty when there are none
   */
  public record Reading(ProcessStat process, long nanos, OptionalLong compilerNanos) {
    /** With that of its descendants that have ended. */
    private CpuTime time() {
      return new CpuTime(nanos + process.endedNanos(), compilerNanos);
    }
  }

  /**
   * @param root which processes belong to it by themselves; the others by their parents
   */
  public ProcessTree(Predicate<ProcessStat> root) {
    this.root = root;
  }

  /**
   * Those that belong to it.
   *
   * @param processes now, members of before and new ones; others may be left out
   */
  public List<ProcessStat> members(Collection<ProcessStat> processes) {
    Map<Long, ProcessStat> found = new HashMap<>();
    List<ProcessStat> others = new ArrayList<>();
    for (ProcessStat process : processes) {
      if (isKnown(process) || root.test(process)) {
        found.put(process.pid(), process);
      } else {
        others.add(process);
      }
    }
    List<ProcessStat> children;
    do {
      children = others.stream().filter(other -> found.containsKey(other.parent())).toList();
      children.forEach(child -> found.put(child.pid(), child));
      others.removeAll(children);
    } while (!children.isEmpty());
    return List.copyOf(found.values());
  }

  private boolean isKnown(ProcessStat process) {
    Reading last = living.get(process.pid());
    return last != null && last.process.isSame(process);
  }

  /** Members of before that are not among these: they have ended. */
  public List<ProcessStat> ended(Collection<ProcessStat> now) {
    return living.values().stream()
        .map(Reading::process)
        .filter(last -> now.stream().noneMatch(last::isSame))
        .toList();
  }

  /**
   * The CPU time until now.
   *
   * @param now all members that live, read at one instant: none of them ended meanwhile
   */
  public CpuTime take(Collection<Reading> now) {
    Map<Long, Reading> next = new HashMap<>();
    now.forEach(reading -> next.put(reading.process.pid(), reading));
    for (ProcessStat ended : ended(now.stream().map(Reading::process).toList())) {
      CpuTime last = living.get(ended.pid()).time();
      // Compilers' time is not handed over: the parent knows only the sum.
      left = left.plus(isTakenOver(ended, next) ? new CpuTime(0, last.compilerNanos()) : last);
    }
    living.clear();
    living.putAll(next);
    return living.values().stream().map(Reading::time).reduce(left, CpuTime::plus);
  }

  /** Whether a living member has waited for it, or for its parent, which had waited for it. */
  private boolean isTakenOver(ProcessStat ended, Map<Long, Reading> next) {
    Reading parent = living.get(ended.parent());
    return next.containsKey(ended.parent())
        || (parent != null && isTakenOver(parent.process, next));
  }
}
