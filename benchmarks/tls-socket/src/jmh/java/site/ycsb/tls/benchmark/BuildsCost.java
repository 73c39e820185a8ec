package site.ycsb.tls.benchmark;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * What this build's pinned client takes beside that of another one, such as the last without the
 * account of asked and observed: {@link PinningBenchmark} in pairs of JVMs, one of each build. In
 * each JVM the pinned client takes turns with a bare one of the JDK, and only their ratio is
 * compared, so that a machine that changes its speed between two JVMs does not matter. The words
 * are the folder {@code target/lib} of the other build's {@code benchmarks/tls-socket}, the number
 * of pairs, and JMH's options.
 */
public final class BuildsCost {
  private static final String CLASS_PATH = "java.class.path";

  private BuildsCost() {}

  /** The logarithms of pinned / bare in the JVMs of one pair. */
  private record Pair(double other, double own) {
    double difference() {
      return own - other;
    }
  }

  public static void main(String[] args) throws RunnerException, CommandLineOptionException {
    String own = System.getProperty(CLASS_PATH);
    String other = Path.of(args[0]).toAbsolutePath() + File.separator + "*";
    if (!Files.isDirectory(Path.of(args[0]))) {
      throw new IllegalArgumentException("expected the other build's target/lib: " + args[0]);
    }
    int pairs = Integer.parseInt(args[1]);
    String[] options = Arrays.copyOfRange(args, 2, args.length);
    Map<String, List<Pair>> found = new LinkedHashMap<>();
    for (int i = 0; i < pairs; i++) {
      boolean ownFirst = i % 2 == 0;
      Map<String, Double> first = logs(ownFirst ? own : other, options);
      Map<String, Double> second = logs(ownFirst ? other : own, options);
      first.forEach(
          (name, log) ->
              found
                  .computeIfAbsent(name, n -> new ArrayList<>())
                  .add(
                      ownFirst
                          ? new Pair(second.get(name), log)
                          : new Pair(log, second.get(name))));
    }
    System.out.printf("%nJava %s, %d pairs of JVMs%n%n", Runtime.version(), pairs);
    System.out.println("| suite | work | pinned / bare, other | this | this / other (95 %) |");
    System.out.println("| --- | --- | --- | --- | --- |");
    found.forEach(BuildsCost::print);
  }

  private static void print(String name, List<Pair> pairs) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %s | %s |%n",
        name,
        PinningCost.interval(pairs.stream().map(Pair::other).toList()),
        PinningCost.interval(pairs.stream().map(Pair::own).toList()),
        PinningCost.interval(pairs.stream().map(Pair::difference).toList()));
  }

  /** Of a JVM with this class path for each kind of work, by its suite and name. */
  private static Map<String, Double> logs(String classPath, String[] options)
      throws RunnerException, CommandLineOptionException {
    String own = System.getProperty(CLASS_PATH);
    Map<String, Double> logs = new LinkedHashMap<>();
    // JMH starts its JVMs with the class path that this one says it has.
    System.setProperty(CLASS_PATH, classPath);
    try {
      for (RunResult result :
          new Runner(
                  new OptionsBuilder()
                      .parent(new CommandLineOptions(options))
                      .include(PinningBenchmark.class.getName())
                      .forks(1)
                      .shouldFailOnError(true)
                      .build())
              .run()) {
        BenchmarkParams params = result.getParams();
        logs.put(
            params.getParam("suite") + " | " + Work.valueOf(params.getParam("kind")).inWords(),
            PinningCost.log(result.getSecondaryResults()));
      }
    } finally {
      System.setProperty(CLASS_PATH, own);
    }
    return logs;
  }
}
