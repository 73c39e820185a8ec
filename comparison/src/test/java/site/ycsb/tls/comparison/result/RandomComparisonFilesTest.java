package site.ycsb.tls.comparison.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.comparison.page.RandomComparisons;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.file.JsonFile;
import site.ycsb.tls.measurement.result.Environment;
import site.ycsb.tls.measurement.result.FleetFigures;

/** A comparison is read as it was written, and written again as it was, whatever is in it. */
class RandomComparisonFilesTest {
  private static final String LETTERS = "ab Z0_-/.:,;\"'\\{}[]\tµ€😀";

  @TempDir private Path directory;

  @Test
  void aComparisonIsReadAsItWasWritten() throws Exception {
    RandomComparisons comparisons = new RandomComparisons(directory.resolve("whole"));
    Path file = directory.resolve("again").resolve(ComparisonDirectory.FILE);
    RandomCases.check(
        25,
        1,
        (random, size) -> {
          ComparisonResult drawn = comparisons.next(random);
          ComparisonResult result =
              drawn
                  .with()
                  .runs(drawn.runs().stream().map(run -> changed(random, run)).toList())
                  .ending(text(random))
                  .targets(Map.of("all", random.nextDouble(1e6)))
                  .build()
                  .analysedAgain();
          JsonFile.write(file, result);

          ComparisonResult read = ComparisonDirectory.read(file.getParent());
          assertThat(read).isEqualTo(result);
          assertThat(JsonFile.text(read)).isEqualTo(Files.readString(file));
        });
  }

  /** With all that a run may have. */
  private static RunRecord changed(SplittableRandom random, RunRecord run) {
    Map<String, Double> figures = new LinkedHashMap<>(run.figures());
    if (random.nextInt(6) == 0) {
      figures.put(
          RandomCases.one(random, List.copyOf(figures.keySet())),
          RandomCases.one(random, Double.NaN, 0.0, -0.0, 1e-300, 1e300));
    }
    RunFacts facts =
        run.facts()
            .with()
            .figures(figures)
            .throughputPerSecond(RandomCases.some(random, List.of(1.0, 1e-300, 0.1 + 0.2)))
            .witness(Map.of(text(random), random.nextLong()))
            .relatedShare(random.nextBoolean() ? null : Double.valueOf(random.nextDouble()))
            .foreignShare(RandomCases.one(random, -1.0, random.nextDouble()))
            .environment(
                random.nextBoolean()
                    ? null
                    : new Environment(
                        text(random),
                        List.of(text(random)),
                        text(random),
                        text(random),
                        2,
                        random.nextLong(),
                        text(random),
                        RandomCases.one(random, null, true, false)))
            .server(Map.of("server", text(random)))
            .missedTarget(random.nextBoolean())
            .sliceSeconds(random.nextBoolean() ? null : Double.valueOf(random.nextDouble()))
            .fleet(
                random.nextBoolean()
                    ? null
                    : new FleetFigures(
                        random.nextDouble(),
                        random.nextDouble(),
                        random.nextDouble(),
                        List.of(
                            new FleetFigures.Member(
                                text(random), 1, 0, random.nextDouble(), 5, 0, null, -1))))
            .toolVersion(text(random))
            .build();
    return run.withFacts(facts)
        .withRemarks(RandomCases.some(random, List.of("one", "the other")))
        .withSliceSpread(Map.of("client CPU", random.nextDouble()))
        .withCpuTrend(random.nextBoolean() ? null : Double.valueOf(random.nextGaussian()));
  }

  private static String text(SplittableRandom random) {
    return RandomCases.text(random, LETTERS, 1, 8);
  }
}
