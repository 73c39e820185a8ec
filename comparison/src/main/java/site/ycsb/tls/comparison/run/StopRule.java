package site.ycsb.tls.comparison.run;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.Analysis;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.comparison.result.RunRecord.Status;

/**
 * Which blocks a comparison has, and which it still needs. It has enough never before the least
 * number, then when the intervals are narrow enough or the time is over. All runs in the directory
 * count, so that a comparison can be resumed and extended.
 *
 * @param plan of the comparison
 * @param runs that are in the directory
 */
record StopRule(ComparisonPlan plan, List<RunRecord> runs) {

  /** The numbers of the finished blocks at the point. */
  Set<Integer> finished(Point point) {
    return runs.stream()
        .filter(r -> r.status() == Status.ACCEPTED && r.point().equals(point.id()))
        .map(RunRecord::block)
        .collect(Collectors.toSet());
  }

  /** Blocks at each point that must be made in any case. */
  int least() {
    return plan.schedule().leastBlocks() * plan.groups();
  }

  /** No block is made at a point beyond this many. */
  int most() {
    return plan.schedule().mostBlocks() * plan.groups();
  }

  /** How many of the least are not finished, all points together. */
  int left() {
    int left = 0;
    for (Point point : plan.points()) {
      left += least() - (int) finished(point).stream().filter(block -> block <= least()).count();
    }
    return left;
  }

  /** Whether this block must be made, at this point, when the earlier ones are there. */
  boolean wants(int block, Point point) {
    Schedule schedule = plan.schedule();
    int groups = plan.groups();
    if (block <= least()) {
      return true;
    }
    if (block > most()) {
      return false;
    }
    if ((block - 1) % groups != 0) {
      // If blocks have only some of the variants, each variant gets the same number of blocks.
      return finished(point).contains(block - 1);
    }
    return hasTime(groups)
        && !(schedule.precision() > 0 && new Analysis(plan, runs).isPreciseEnough(point));
  }

  /** Whether nothing is left to do. */
  boolean isFinished() {
    for (Point point : plan.points()) {
      for (int block = 1; block <= most() && wants(block, point); block++) {
        if (!finished(point).contains(block)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean hasTime(int blocks) {
    double limit = plan.schedule().timeSeconds();
    if (limit == 0) {
      return true;
    }
    double used = seconds().values().stream().mapToDouble(Double::doubleValue).sum();
    long made = runs.stream().map(RunRecord::block).distinct().count();
    return used + blocks * used / Math.max(1, made) <= limit;
  }

  /** Runs that take turns last as long as their block; the times of other runs add up. */
  private Map<String, Double> seconds() {
    boolean turns = plan.schedule().slices().isPresent();
    return runs.stream()
        .collect(
            Collectors.toMap(
                r ->
                    turns
                        ? r.block() + "/" + r.point() + "/" + r.place().attempt()
                        : r.place().directory(),
                run -> run.facts().wallSeconds(),
                Math::max));
  }
}
