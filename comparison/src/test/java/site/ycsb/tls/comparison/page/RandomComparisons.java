package site.ycsb.tls.comparison.page;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.servers.Variant;

/** Comparisons of the same runs, with figures of any magnitude, overheads of any size and gaps. */
public final class RandomComparisons {
  private final ComparisonResult whole;

  /**
   * @param directory where their runs are fabricated, once
   */
  public RandomComparisons(Path directory) throws Exception {
    whole =
        FabricatedComparison.of(
            directory, Map.of("tls.keysize", "2048"), Schedule.wholeRuns(1).withBlocks(8));
  }

  /** One of them. */
  public ComparisonResult next(SplittableRandom random) {
    Schedule schedule =
        RandomCases.one(random, Schedule.wholeRuns(1), Schedule.standard(1), Schedule.quick(1))
            .withMargin(RandomCases.one(random, 0.01, 0.05));
    Map<String, Double> units = new LinkedHashMap<>();
    Map<String, Double> factors = new LinkedHashMap<>();
    Map<String, Integer> blocks = new LinkedHashMap<>();
    int most = 1 + random.nextInt(8);
    for (Variant variant : whole.plan().columns()) {
      double far = RandomCases.one(random, 0.0, 0.01, 0.5, 3.0);
      factors.put(variant.id(), Math.exp(far * random.nextGaussian()));
      blocks.put(variant.id(), random.nextInt(3) == 0 ? 1 + random.nextInt(most) : most);
    }
    blocks.put(whole.plan().baseline().id(), most);
    double noise = RandomCases.one(random, 1e-4, 0.003, 0.05, 1.0);
    List<RunRecord> runs =
        whole.runs().stream()
            .filter(run -> run.block() <= blocks.get(run.variant()))
            .map(
                run -> {
                  Map<String, Double> figures = new LinkedHashMap<>(run.figures());
                  figures.replaceAll(
                      (metric, figure) ->
                          units.computeIfAbsent(
                                  metric, any -> RandomCases.magnitude(random, 1e-3, 1e9))
                              * factors.get(run.variant())
                              * Math.exp(noise * random.nextGaussian()));
                  return run.withFacts(run.facts().with().figures(figures).build());
                })
            .toList();
    return whole
        .with()
        .plan(whole.plan().withSchedule(schedule))
        .runs(runs)
        .build()
        .analysedAgain();
  }
}
