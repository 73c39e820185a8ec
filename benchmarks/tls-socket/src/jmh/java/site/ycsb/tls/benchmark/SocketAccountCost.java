package site.ycsb.tls.benchmark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * What the agent of {@code socket-account} adds to the CPU time of a client's thread: {@link
 * SocketAccountBenchmark} in pairs of JVMs, one with the agent and one without it. The words are
 * the agent's jar and the number of pairs.
 */
public final class SocketAccountCost {
  private SocketAccountCost() {}

  public static void main(String[] args) throws RunnerException {
    Path agent = Path.of(args[0]);
    int pairs = Integer.parseInt(args[1]);
    Map<SocketAccountBenchmark.Kind, List<double[]>> nanos =
        new EnumMap<>(SocketAccountBenchmark.Kind.class);
    for (int i = 0; i < pairs; i++) {
      for (SocketAccountBenchmark.Kind kind : SocketAccountBenchmark.Kind.values()) {
        boolean agentFirst = i % 2 == 0;
        double first = nanos(kind, agent, agentFirst);
        double second = nanos(kind, agent, !agentFirst);
        nanos
            .computeIfAbsent(kind, k -> new ArrayList<>())
            .add(agentFirst ? new double[] {second, first} : new double[] {first, second});
      }
    }
    System.out.println("| client | CPU without, ns | CPU with, ns | ratio |");
    System.out.println("| --- | --- | --- | --- |");
    nanos.forEach(
        (kind, found) ->
            System.out.printf(
                Locale.ROOT,
                "| %s | %.0f | %.0f | %s |%n",
                kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                found.stream().mapToDouble(pair -> pair[0]).average().orElseThrow(),
                found.stream().mapToDouble(pair -> pair[1]).average().orElseThrow(),
                PinningCost.interval(
                    found.stream().map(pair -> Math.log(pair[1] / pair[0])).toList())));
  }

  private static double nanos(SocketAccountBenchmark.Kind kind, Path agent, boolean withAgent)
      throws RunnerException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(SocketAccountBenchmark.class.getName())
            .param("kind", kind.name())
            .forks(1);
    if (withAgent) {
      options.jvmArgsAppend("-javaagent:" + agent.toAbsolutePath());
    }
    RunResult result = new Runner(options.build()).runSingle();
    Map<String, Result> spent = result.getSecondaryResults();
    return spent.get("nanos").getScore() / spent.get("exchanges").getScore();
  }
}
