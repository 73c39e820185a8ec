package site.ycsb.tls.comparison.run;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.RunRecord;

/** Makes the runs of a block: one after the other, or in turns. Used by one thread. */
interface BlockMaker {

  /** For the progress: {@code block 3/10, threadcount=4}. */
  static String name(ComparisonPlan plan, int block, Point point) {
    int blocks = Math.max(block, plan.schedule().leastBlocks() * plan.groups());
    String at = point.values().isEmpty() ? "" : ", " + point.label();
    return "block %d/%d%s".formatted(block, blocks, at);
  }

  /**
   * Makes one run of each of the block's variants.
   *
   * @param attempt number of the attempt at this block, from 1
   * @param runs gets the runs that were made, those of a failed block too
   * @return why the block cannot count; empty when it can
   * @throws ComparisonException when repeating will not help
   */
  Optional<String> make(int block, Point point, int attempt, List<RunRecord> runs)
      throws ComparisonException, IOException, InterruptedException;

  /**
   * Operations per second that the baseline can do at the point.
   *
   * @throws ComparisonException when it could not be measured
   */
  double capacity(Point point) throws ComparisonException, IOException, InterruptedException;
}
