package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.measurement.result.Configuration;
import site.ycsb.tls.measurement.result.Environment;
import site.ycsb.tls.measurement.result.FleetFigures;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunValidity;
import site.ycsb.tls.measurement.result.TransportUse;
import site.ycsb.tls.measurement.result.Window;
import site.ycsb.tls.measurement.result.Work;
import site.ycsb.tls.measurement.result.resource.Compilation;
import site.ycsb.tls.measurement.result.resource.Counters;
import site.ycsb.tls.measurement.result.resource.CpuUse;
import site.ycsb.tls.measurement.result.resource.GarbageCollection;
import site.ycsb.tls.measurement.result.resource.Resources;
import site.ycsb.tls.socket.count.TransportCounts;

/** What agents did together does not depend on their order, and is the sum of what each did. */
class RandomFleetsTest {
  private static final double UNKNOWN = -2;

  private static final RunOptions OPTIONS =
      RunOptions.parse(
          Map.of("workload", RunOptions.CORE_WORKLOAD, "recordcount", "10", "operationcount", "10"),
          Phase.LOAD);

  /** An agent and what it did. */
  private record Agent(MemberRun run, MergedRun.Part part) {
    static Agent of(SplittableRandom random, int number) {
      String machine = RandomCases.one(random, "one", "two", "three");
      MemberRun run =
          new MemberRun(
              new AgentContacts.Contact(
                  new Member(number, "agent " + number, "17", machine, null), 0));
      run.clock().exchanged(1, 1, 1, 1);
      run.received(new RunMessage.Started(random.nextInt(2_000_000_000)), 1);
      return new Agent(
          run, new MergedRun.Part("agent " + number, machine, 0, result(random, number)));
    }

    private static RunResult result(SplittableRandom random, int number) {
      return new RunResult(
          RunResult.FORMAT,
          new Configuration(
              "1.0", "", "load", "nothing", "", Map.of(), 1, 1 + random.nextInt(9), 0),
          new RunValidity(
              RandomCases.one(random, Outcome.COMPLETE, Outcome.COMPLETE, Outcome.FAILED),
              List.of()),
          new Window(
              "2026-11-20T10:00:0%dZ".formatted(number % 10),
              random.nextDouble(),
              random.nextDouble(),
              random.nextDouble(0.5, 5)),
          new Work(
              random.nextInt(1_000_000),
              random.nextInt(3),
              Map.of(),
              random.doubles(random.nextInt(4)).boxed().toList(),
              null,
              null),
          resources(random),
          new TransportUse(counts(random), counts(random), null, null, null),
          Map.of(),
          new Environment(
              "17",
              List.of(),
              "Linux",
              "a CPU",
              2,
              1L << 30,
              "host",
              RandomCases.one(random, null, true, true, false)),
          null,
          null);
    }

    private static Resources resources(SplittableRandom random) {
      boolean known = random.nextInt(12) > 0;
      CpuUse cpu =
          new CpuUse(
              random.nextDouble(9),
              null,
              random.nextInt(8) == 0 ? null : Double.valueOf(random.nextDouble(0.2)),
              known ? random.nextDouble(0.3) : -1,
              known ? 10 + random.nextDouble(9) : -1);
      return new Resources(
          random.nextInt(20) == 0 ? null : cpu,
          Map.of(
              RandomCases.one(random, "G1", "ZGC"),
              new GarbageCollection(random.nextInt(9), random.nextInt(99))),
          random.nextInt(8) == 0 ? null : new Compilation(random.nextDouble(), null),
          random.nextInt(8) == 0 ? Counters.UNKNOWN : new Counters(Long.valueOf(random.nextInt())));
    }

    private static TransportCounts counts(SplittableRandom random) {
      return new TransportCounts(
          random.nextInt(9), 0, random.nextInt(9), 0, 0, random.nextInt(), 2, 3, 4, 5, 6);
    }

    RunResult result() {
      return part.result();
    }
  }

  private static RunResult merged(List<Agent> agents) {
    List<RunResult> results = agents.stream().map(Agent::result).toList();
    Timing timing = Timing.ofWholeRuns(agents.stream().map(Agent::run).toList(), results);
    return new MergedRun(OPTIONS, agents.stream().map(Agent::part).toList(), timing)
        .result("bin/ycsb load", Map.of(), false, "", "");
  }

  /** What is counted. */
  private static Map<String, Object> counts(RunResult merged) {
    Map<String, Object> counts = new LinkedHashMap<>();
    counts.put("outcome", merged.outcome());
    counts.put("threads", merged.configuration().threads());
    counts.put("succeeded", merged.succeeded());
    counts.put("failed", merged.failed());
    counts.put("seconds", merged.work().throughputPerSecond().size());
    counts.put("window", merged.window());
    counts.put("connections", merged.transport().connections());
    counts.put("set-up", merged.transport().setupConnections());
    counts.put("collections", merged.resources().collections());
    counts.put("allocated", String.valueOf(merged.resources().counters().allocatedBytes()));
    counts.put("awake", String.valueOf(merged.environment().awake()));
    counts.put("problems", merged.problems().size());
    return counts;
  }

  /** What is measured; {@link #UNKNOWN} for what is not known. */
  private static double[] figures(RunResult merged) {
    CpuUse cpu = merged.resources().cpu();
    FleetFigures fleet = merged.fleet();
    Compilation compilation = merged.resources().compilation();
    return new double[] {
      cpu == null ? UNKNOWN : cpu.clientSeconds(),
      cpu == null || cpu.relatedShare() == null ? UNKNOWN : cpu.relatedShare(),
      cpu == null ? UNKNOWN : cpu.foreignShare(),
      cpu == null ? UNKNOWN : cpu.machineSeconds(),
      compilation == null ? UNKNOWN : compilation.clientSeconds(),
      merged.throughput(),
      merged.work().throughputPerSecond().stream().mapToDouble(rate -> rate).sum(),
      fleet.startSkewSeconds(),
      fleet.togetherShare()
    };
  }

  @Test
  void whatAgentsDidTogetherIsTheSumInAnyOrder() {
    RandomCases.check(
        200,
        6,
        (random, size) -> {
          List<Agent> agents =
              IntStream.rangeClosed(1, size).mapToObj(i -> Agent.of(random, i)).toList();
          RunResult merged = merged(agents);
          RunResult other = merged(RandomCases.shuffled(random, agents));

          assertThat(counts(other)).isEqualTo(counts(merged));
          assertThat(figures(other)).containsExactly(figures(merged), within(1e-9));
          assertThat(other.fleet().members())
              .containsExactlyInAnyOrderElementsOf(merged.fleet().members());

          assertThat(merged.succeeded())
              .isEqualTo(agents.stream().mapToLong(agent -> agent.result().succeeded()).sum());
          assertThat(merged.transport().connections().opened())
              .isEqualTo(
                  agents.stream()
                      .mapToLong(agent -> agent.result().transport().connections().opened())
                      .sum());
          CpuUse cpu = merged.resources().cpu();
          if (cpu != null) {
            assertThat(cpu.foreignShare()).isBetween(-1.0, 1.0);
            List<Double> each = new ArrayList<>();
            agents.forEach(agent -> each.add(agent.result().resources().cpu().machineSeconds()));
            assertThat(cpu.machineSeconds() < 0 || cpu.machineSeconds() >= max(each)).isTrue();
            assertThat(cpu.machineSeconds())
                .isLessThanOrEqualTo(each.stream().mapToDouble(seconds -> seconds).sum() + size);
          }
        });
  }

  private static double max(List<Double> values) {
    return values.stream().mapToDouble(value -> value).max().orElseThrow();
  }

  @Test
  void oneAgentAloneIsTheWhole() {
    RandomCases.check(
        100,
        1,
        (random, size) -> {
          Agent agent = Agent.of(random, 1);
          RunResult merged = merged(List.of(agent));
          RunResult own = agent.result();

          assertThat(merged.work()).isEqualTo(own.work());
          assertThat(merged.transport()).isEqualTo(own.transport());
          assertThat(merged.window().runtimeSeconds()).isEqualTo(own.window().runtimeSeconds());
          assertThat(merged.resources().collections()).isEqualTo(own.resources().collections());
          assertThat(merged.configuration().threads()).isEqualTo(own.configuration().threads());
        });
  }
}
