package site.ycsb.tls.benchmark;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs {@link PinningBenchmark} and prints how many times the CPU time and the bytes of bare TLS
 * pinned TLS takes: geometric mean over the forks, and the 95 % t interval of their logarithms.
 * Takes JMH's options: {@code -f 10} for ten forks, {@code -p kind=HANDSHAKE} for one line only.
 */
public final class PinningCost {
  /** Two-sided 95 % quantiles of Student's t, by degrees of freedom from 1. */
  private static final double[] T = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093
  };

  private PinningCost() {}

  public static void main(String[] args) throws RunnerException, CommandLineOptionException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .parent(new CommandLineOptions(args))
                    .include(PinningBenchmark.class.getName())
                    .build())
            .run();
    System.out.println();
    System.out.printf("Java %s, %s%n%n", Runtime.version(), System.getProperty("java.vm.name"));
    System.out.println(
        "| suite | work | CPU bare, µs | CPU pinned, µs | ratio (95 % of forks) | bytes allocated |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    results.forEach(PinningCost::print);
  }

  private static void print(RunResult result) {
    BenchmarkParams params = result.getParams();
    Work work = Work.valueOf(params.getParam("kind"));
    List<Double> ratios = new ArrayList<>();
    double bare = 0;
    double pinned = 0;
    double bytes = 0;
    Collection<BenchmarkResult> forks = result.getBenchmarkResults();
    for (BenchmarkResult fork : forks) {
      Map<String, Result> spent = fork.getSecondaryResults();
      double perSecond = fork.getPrimaryResult().getScore() * work.times();
      bare += score(spent, "bareNanos") / perSecond / 1000 / forks.size();
      pinned += score(spent, "pinnedNanos") / perSecond / 1000 / forks.size();
      bytes += score(spent, "pinnedBytes") / score(spent, "bareBytes") / forks.size();
      ratios.add(log(spent));
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %.1f | %.1f | %s | %.2f |%n",
        params.getParam("suite"),
        work.inWords(),
        bare,
        pinned,
        interval(ratios),
        bytes);
  }

  /** Logarithm of how many times the bare client's CPU time the pinned one took. */
  static double log(Map<String, Result> spent) {
    return Math.log(score(spent, "pinnedNanos") / score(spent, "bareNanos"));
  }

  private static double score(Map<String, Result> results, String name) {
    return results.get(name).getScore();
  }

  static String interval(List<Double> logs) {
    int n = logs.size();
    double mean = logs.stream().mapToDouble(x -> x).average().orElse(Double.NaN);
    if (n < 2 || n - 2 >= T.length) {
      return String.format(Locale.ROOT, "%.3f (%d forks)", Math.exp(mean), n);
    }
    double squares = logs.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum();
    double half = T[n - 2] * Math.sqrt(squares / (n - 1) / n);
    return String.format(
        Locale.ROOT,
        "%.3f (%.3f to %.3f)",
        Math.exp(mean),
        Math.exp(mean - half),
        Math.exp(mean + half));
  }
}
