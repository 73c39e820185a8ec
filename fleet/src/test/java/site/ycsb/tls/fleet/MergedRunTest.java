package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.measurement.result.Configuration;
import site.ycsb.tls.measurement.result.Environment;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunValidity;
import site.ycsb.tls.measurement.result.TransportUse;
import site.ycsb.tls.measurement.result.Window;
import site.ycsb.tls.measurement.result.Work;
import site.ycsb.tls.measurement.result.resource.Compilation;
import site.ycsb.tls.measurement.result.resource.CpuUse;
import site.ycsb.tls.measurement.result.resource.Resources;

/** What whole runs of several agents make together. */
class MergedRunTest {
  private static final RunOptions OPTIONS =
      RunOptions.parse(
          Map.of(
              "workload",
              RunOptions.CORE_WORKLOAD,
              "recordcount",
              "10",
              "operationcount",
              "10",
              "errors.max",
              "3"),
          Phase.LOAD);

  private final List<MemberRun> runs = new ArrayList<>();
  private final List<MergedRun.Part> parts = new ArrayList<>();
  private String phase = "load";
  private long failed;

  /** An agent loaded a million records, from that time on, s. */
  private void agent(double start, double length, String machine, String host, CpuUse cpu) {
    agent(start, length, machine, host, new Resources(cpu, Map.of(), null, null));
  }

  private void agent(
      double start, double length, String machine, String host, Resources resources) {
    int number = parts.size() + 1;
    MemberRun run =
        new MemberRun(
            new AgentContacts.Contact(
                new Member(number, "agent " + number, "17", machine, null), 0));
    run.clock().exchanged(1, 1, 1, 1);
    run.received(new RunMessage.Started(Math.round(start * 1e9)), 1);
    runs.add(run);
    Configuration load =
        new Configuration("1.0", "bin/ycsb load", phase, "nothing", "", Map.of(), 1, 8, 0);
    parts.add(
        new MergedRun.Part(
            "agent " + number,
            machine,
            0,
            result(load, length, 1_000_000, failed, resources, host)));
  }

  /** Of one agent, without latencies and TLS; the length is in s. */
  static RunResult result(
      Configuration run, double length, long succeeded, Resources resources, String host) {
    return result(run, length, succeeded, 0, resources, host);
  }

  private static RunResult result(
      Configuration run,
      double length,
      long succeeded,
      long failed,
      Resources resources,
      String host) {
    return new RunResult(
        RunResult.FORMAT,
        run,
        new RunValidity(Outcome.COMPLETE, List.of()),
        new Window("2026-11-20T10:00:00Z", 0, 0, length),
        new Work(succeeded, failed, Map.of(), List.of(), null, null),
        resources,
        new TransportUse(null, null, null, null, null),
        Map.of(),
        new Environment("17", List.of(), "Linux", "a CPU", 2, 1L << 30, host, null),
        null,
        null);
  }

  private RunResult merged() {
    Timing timing = Timing.ofWholeRuns(runs, parts.stream().map(MergedRun.Part::result).toList());
    return new MergedRun(OPTIONS, parts, timing).result("bin/ycsb load", Map.of(), false, "", "");
  }

  private void become(int agent, RunValidity validity, Map<String, String> server) {
    become(agent, validity, server, List.of());
  }

  private void become(
      int agent, RunValidity validity, Map<String, String> server, List<String> jvmArguments) {
    MergedRun.Part part = parts.get(agent);
    RunResult own = part.result();
    RunResult result =
        new RunResult(
            RunResult.FORMAT,
            own.configuration(),
            validity,
            own.window(),
            own.work(),
            own.resources(),
            own.transport(),
            server,
            new Environment("17", jvmArguments, "Linux", "a CPU", 2, 1L << 30, "host", null),
            null,
            null);
    parts.set(agent, new MergedRun.Part(part.name(), part.machine(), 0, result));
  }

  private void agent(double start, double length) {
    agent(start, length, "one", "load1", new CpuUse(3, null, 0.0, 0, 10));
  }

  @Test
  void theWindowIsFromTheFirstStartToTheLastEndAndHowLongAllMeasuredIsSaid() {
    phase = "transactions";
    agent(0.5, 10);
    agent(0, 10);

    RunResult merged = merged();

    assertThat(merged.window().runtimeSeconds()).isCloseTo(10.5, within(1e-9));
    assertThat(merged.throughput()).isCloseTo(2_000_000 / 10.5, within(1e-3));
    assertThat(merged.fleet().startSkewSeconds()).isCloseTo(0.5, within(1e-9));
    assertThat(merged.fleet().togetherShare()).isCloseTo(9.5 / 10.5, within(1e-9));
    assertThat(merged.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(merged.problems())
        .containsExactly(
            "all agents measured together in only 90 % of the window: give a length in seconds"
                + " (maxexecutiontime), or more operations",
            "the last agent started 500 ms after the first");
  }

  @Test
  void transactionsThatWereNotTogetherForHalfOfTheWindowFail() {
    phase = "transactions";
    agent(0, 10);
    agent(6, 10);

    assertThat(merged().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(merged().problems().get(0))
        .startsWith("all agents measured together in only 25 % of the window");
  }

  @Test
  void anAgentWhoseThreadsAreSlowerThanTheOthersIsNamed() {
    phase = "transactions";
    agent(0, 10);
    agent(0, 10.4);
    agent(0, 10);
    assertThat(merged().problems()).isEmpty();

    parts.remove(2);
    runs.remove(2);
    agent(0, 16);

    assertThat(merged().problems())
        .anySatisfy(
            problem ->
                assertThat(problem)
                    .startsWith("agent 3 is slow: 7813 operations/s for each thread, the mean"));
  }

  /** Each may fail as often as the whole run may. */
  @Test
  void failedOperationsOfAllAgentsCountTogether() {
    failed = 2;
    agent(0, 10);
    agent(0, 10);

    assertThat(merged().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(merged().problems())
        .containsExactly("4 operations of all agents failed; errors.max allows 3");
  }

  @Test
  void anAgentThatDidNotSayWhenItStartedFailsTheRun() {
    agent(0, 10);
    agent(0, 10);
    runs.set(
        1,
        new MemberRun(new AgentContacts.Contact(new Member(2, "agent 2", "17", "one", null), 0)));

    assertThat(merged().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(merged().problems()).containsExactly("agent 2 did not report when it started");
  }

  /** A name of a server may have another address on each machine. */
  @Test
  void agentsThatTalkedToDifferentServersFailTheirRun() {
    RunValidity valid = new RunValidity(Outcome.COMPLETE, List.of());
    agent(0, 5, "one", "load1", new CpuUse(3, null, 0.0, 0, 10));
    agent(0, 5, "two", "load2", new CpuUse(3, null, 0.0, 0, 10));
    become(0, valid, Map.of("server", "MongoDB 8", "driver", "a driver"));
    become(1, valid, Map.of("server", "MongoDB 7", "driver", "a driver"));

    RunResult merged = merged();

    assertThat(merged.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(merged.problems())
        .containsExactly(
            "server differs between agents: agent 1 has MongoDB 8, agent 2 has MongoDB 7");
  }

  /** A heap that this program chose is no difference: it follows from the memory that is free. */
  @Test
  void agentsWithDifferentJvmArgumentsAreWarnedOf() {
    RunValidity valid = new RunValidity(Outcome.COMPLETE, List.of());
    agent(0, 5, "one", "load1", new CpuUse(3, null, 0.0, 0, 10));
    agent(0, 5, "two", "load2", new CpuUse(3, null, 0.0, 0, 10));
    become(0, valid, Map.of(), List.of("-Dycsb.orders=1", "-Xmx600m"));
    become(1, valid, Map.of(), List.of("-Dycsb.orders=2", "-Xmx700m"));
    assertThat(merged().problems()).isEmpty();

    become(1, valid, Map.of(), List.of("-Xint", "-Dycsb.orders=2", "-Xmx700m"));

    assertThat(merged().problems())
        .containsExactly(
            "the agents' JVM arguments differ, and so may what an operation costs them: agent 1 has none, agent 2 has -Xint");
    assertThat(merged().outcome()).isEqualTo(Outcome.COMPLETE);
  }

  @Test
  void aSumWithTheFiguresOfAnAgentThatWasInterruptedIsIncomplete() {
    agent(0, 5, "one", "load1", new CpuUse(3, null, 0.0, 0, 10));
    agent(0, 5, "two", "load2", new CpuUse(3, null, 0.0, 0, 10));
    become(1, new RunValidity(Outcome.INCOMPLETE, List.of("interrupted")), Map.of());

    RunResult merged = merged();

    assertThat(merged.outcome()).isEqualTo(Outcome.INCOMPLETE);
    assertThat(merged.problems()).containsExactly("agent 2: interrupted");
  }

  @Test
  void theServersCpuTimeAfterTheFirstAgentsEndIsThatOfTheRest() {
    agent(0, 50, "one", "load1", new CpuUse(20, 32.0, 0.0, 0, 100));
    agent(0, 250 / 3.0, "two", "load2", new CpuUse(20, null, 0.0, 0, 160));

    RunResult merged = merged();

    // 60 % of what the second agent did was before: 1.6 of 2 million operations were measured.
    assertThat(merged.resources().cpu().serverSeconds()).isCloseTo(40, within(1e-6));
    assertThat(merged.problems())
        .containsExactly(
            "agent 1 did not measure during the whole window: the server's CPU time was measured for"
                + " 80.0 % of the operations, and extrapolated to all");
  }

  @Test
  void theServersCompilersAreScaledAsItsOtherCpuTime() {
    agent(0, 50, "one", "load1", compiling(new CpuUse(20, 32.0, 0.0, 0, 100), 1, 4.0));
    agent(0, 250 / 3.0, "two", "load2", compiling(new CpuUse(20, null, 0.0, 0, 160), 2, null));

    Compilation compilation = merged().resources().compilation();

    assertThat(compilation.serverSeconds()).isCloseTo(5, within(1e-6));
    assertThat(compilation.clientSeconds()).isEqualTo(3);
  }

  private static Resources compiling(CpuUse cpu, double client, Double server) {
    return new Resources(cpu, Map.of(), new Compilation(client, server), null);
  }

  @Test
  void whereTheServersCpuTimeIsNotKnownNothingIsSaidOfIt() {
    agent(0, 50, "one", "load1", new CpuUse(20, null, 0.0, 0, 100));
    agent(0, 80, "two", "load2", new CpuUse(20, null, 0.0, 0, 160));

    RunResult merged = merged();

    assertThat(merged.resources().cpu().serverSeconds()).isNull();
    assertThat(merged.problems()).isEmpty();
  }

  @Test
  void theServersCpuTimeIsReadFromAMomentBeforeTheStart() {
    agent(0.2, 50, "one", "load1", new CpuUse(20, 40.0, 0.0, 0, 100));
    agent(0, 40, "two", "load2", new CpuUse(20, null, 0.0, 0, 80));

    assertThat(merged().resources().cpu().serverSeconds()).isEqualTo(40);
  }

  @Test
  void machinesOfOneNameDoNotHideForeignLoad() {
    agent(0, 5, "one", "localhost", new CpuUse(3, null, 0.0, 0.2, 10));
    agent(0, 5, "two", "localhost", new CpuUse(3, null, 0.0, 0.2, 10));

    CpuUse cpu = merged().resources().cpu();

    assertThat(cpu.foreignShare()).isCloseTo(0.2, within(1e-9));
    assertThat(cpu.machineSeconds()).isEqualTo(20);
  }

  @Test
  void agentsInContainersOfOneMachineAreNotForeignToEachOther() {
    agent(0, 5, "one", "pod-0", new CpuUse(1.5, null, 0.0, 0.17, 10));
    agent(0, 5, "one", "pod-1", new CpuUse(1.5, null, 0.0, 0.17, 10));

    CpuUse cpu = merged().resources().cpu();

    assertThat(cpu.foreignShare()).isCloseTo(0.02, within(1e-9));
    assertThat(cpu.machineSeconds()).isEqualTo(10);
  }

  @Test
  void relatedProcessesOfOneMachineAddUp() {
    agent(0, 5, "one", "load1", new CpuUse(1, null, 0.05, 0.17, 10));
    agent(0, 5, "one", "load1", new CpuUse(1, null, 0.05, 0.17, 10));
    agent(0, 5, "two", "load2", new CpuUse(1, null, 0.08, 0, 10));

    CpuUse cpu = merged().resources().cpu();

    assertThat(cpu.relatedShare()).isCloseTo(0.1, within(1e-9));
    assertThat(cpu.foreignShare()).isCloseTo(0.02, within(1e-9));
  }

  @Test
  void relatedProcessesAreUnknownIfOneAgentDoesNotKnow() {
    agent(0, 5, "one", "load1", new CpuUse(1, null, 0.05, 0, 10));
    agent(0, 5, "two", "load2", new CpuUse(1, null, null, -1, -1));

    assertThat(merged().resources().cpu().relatedShare()).isNull();
  }

  /** A quiet machine says nothing of another one; a busy one is enough to disturb the run. */
  @Test
  void foreignLoadIsUnknownIfThatOfOneMachineIs() {
    agent(0, 5, "one", "load1", new CpuUse(1, null, 0.0, 0.02, 10));
    agent(0, 5, "two", "load2", new CpuUse(1, null, null, -1, -1));
    assertThat(merged().resources().cpu().foreignShare()).isNegative();

    agent(0, 5, "three", "load3", new CpuUse(1, null, 0.0, 0.3, 10));
    assertThat(merged().resources().cpu().foreignShare()).isCloseTo(0.3, within(1e-9));
  }
}
