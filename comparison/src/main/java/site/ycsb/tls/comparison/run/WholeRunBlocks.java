package site.ycsb.tls.comparison.run;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Seeds;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.RunPlace;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.servers.Variant;

/** Blocks of whole runs, one after the other in random order. */
record WholeRunBlocks(
    ComparisonDirectory directory, ComparisonPlan plan, RunMaker maker, Seeds seeds)
    implements BlockMaker {

  @Override
  public Optional<String> make(int block, Point point, int attempt, List<RunRecord> runs)
      throws ComparisonException, IOException, InterruptedException {
    int at = plan.points().indexOf(point);
    for (Variant variant : seeds.shuffled(plan.columns(block), block, 1000L * (at + 1) + attempt)) {
      RunRecord record =
          ComparisonDirectory.newRun(
              block, point, variant, runs.size() + 1, attempt, seeds.of(block, 0));
      RunMaker.JudgedRun made =
          maker.make(record, variant, point, directory.target(point), name(block, point, variant));
      runs.add(made.record());
      directory.put(made.record());
      directory.saveProgress();
      if (made.failure().isPresent()) {
        return made.failure().map(why -> variant.name() + ": " + why);
      }
    }
    return Optional.empty();
  }

  private String name(int block, Point point, Variant variant) {
    int blocks = Math.max(block, plan.schedule().leastBlocks());
    String at = point.values().isEmpty() ? "" : ", " + point.label();
    return "block %d/%d%s, %s".formatted(block, blocks, at, variant.name());
  }

  @Override
  public double capacity(Point point)
      throws ComparisonException, IOException, InterruptedException {
    Variant baseline = plan.baseline();
    RunRecord record =
        RunRecord.of(
            new RunPlace(
                0, point.id(), baseline.id(), 1, 1, "capacity/" + point.id(), seeds.of(0, 0)));
    RunMaker.JudgedRun made =
        maker.make(record, baseline, point, Optional.empty(), "capacity of " + baseline.name());
    if (made.failure().isPresent()) {
      throw new ComparisonException(
          1, "the capacity of " + baseline.name() + " was not measured: " + made.failure().get());
    }
    return made.record().figures().get(Metric.THROUGHPUT.key());
  }
}
