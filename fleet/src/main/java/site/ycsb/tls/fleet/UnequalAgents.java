package site.ycsb.tls.fleet;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.result.JvmArguments;
import site.ycsb.tls.measurement.result.Environment;
import site.ycsb.tls.measurement.result.RunResult;

/**
 * What all agents of a run should have alike, but need not: warnings, a line each.
 *
 * @param parts at least one, in the order of the agents
 */
record UnequalAgents(List<MergedRun.Part> parts) {
  /** An agent with less than this share of the usual rate of a thread is mentioned. */
  private static final double SLOW = 0.8;

  UnequalAgents {
    parts = List.copyOf(parts);
  }

  /** Of their machines, and of the arguments of their JVMs. */
  List<String> differences() {
    return Stream.of(
            difference("machines differ", UnequalAgents::machine),
            difference(
                "JVM arguments differ, and so may what an operation costs them",
                UnequalAgents::jvmArguments))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<String> difference(String what, Function<Environment, String> kind) {
    List<String> kinds =
        parts.stream().map(part -> kind.apply(part.result().environment())).toList();
    return kinds.stream().distinct().count() == 1
        ? Optional.empty()
        : Optional.of(
            "the agents' %s: %s"
                .formatted(
                    what,
                    parts.stream()
                        .map(
                            part -> part.name() + " has " + kind.apply(part.result().environment()))
                        .collect(Collectors.joining(", "))));
  }

  private static String machine(Environment machine) {
    return "%d × %s".formatted(machine.processors(), machine.cpu());
  }

  /** Without a heap that this program chose. */
  private static String jvmArguments(Environment environment) {
    List<String> given = JvmArguments.given(environment);
    return given.isEmpty() ? "none" : String.join(" ", given);
  }

  /** Those that do much less than the others. */
  List<String> slow() {
    double usual = parts.stream().mapToDouble(part -> rate(part.result())).average().orElse(0);
    return parts.stream()
        .filter(part -> rate(part.result()) < SLOW * usual)
        .map(
            part ->
                String.format(
                    Locale.ROOT,
                    "%s is slow: %.0f operations/s for each thread, the mean of all is %.0f",
                    part.name(),
                    rate(part.result()),
                    usual))
        .toList();
  }

  private static double rate(RunResult result) {
    return result.throughput() / result.configuration().threads();
  }
}
