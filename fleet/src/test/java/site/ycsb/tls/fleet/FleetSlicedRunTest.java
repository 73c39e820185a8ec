package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.comparison.run.RunLauncher;
import site.ycsb.tls.comparison.run.RunOutcome;
import site.ycsb.tls.comparison.run.RunRequest;
import site.ycsb.tls.comparison.run.StartedRun;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceReport;

/** Slices of agents that are scripted, over real sockets. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FleetSlicedRunTest {
  private static final long SECOND = ScriptedAgent.SECOND;
  private static final Order MEASURE = new Order(Order.Kind.MEASURE, SECOND / 10);

  private ScriptedFleet scripted;
  private List<ScriptedAgent> agents;
  private Fleet fleet;
  private RunLauncher launcher;

  @BeforeEach
  void asUsual() {
    agents.forEach(ScriptedAgent::asUsual);
  }

  @BeforeAll
  void gather(@TempDir Path temporary) throws Exception {
    scripted = new ScriptedFleet(temporary, status -> {});
    agents = scripted.agents;
    fleet = scripted.fleet;
    launcher = scripted.launcher;
  }

  @AfterAll
  void dismiss() throws IOException {
    scripted.close();
  }

  private StartedRun started() throws Exception {
    StartedRun run = start("plain");
    assertThat(run.isReady(30)).isTrue();
    return run;
  }

  private StartedRun start(String variant) throws IOException, InterruptedException {
    return launcher.start(request(variant));
  }

  private RunRequest request(String variant) {
    return scripted.request(Phase.TRANSACTIONS, variant);
  }

  private static Optional<SliceReport> take(StartedRun run, Order order) throws Exception {
    run.send(order);
    return run.await(30);
  }

  @Test
  void allAgentsAreGivenTheSameInstantEachInItsOwnClock() throws Exception {
    try (StartedRun run = started()) {
      assertThat(take(run, new Order(Order.Kind.CONNECT, 0))).isPresent();
      assertThat(run.leastSliceSeconds()).isPositive();
      double known = run.leastSliceSeconds() * Slicing.MOST_SKEW * SECOND;
      take(run, MEASURE);
      List<Long> instants =
          agents.stream().map(agent -> agent.orders.get(1).beginAt() - agent.ahead.get()).toList();
      assertThat((double) instants.get(0) - instants.get(1)).isCloseTo(0, within(known + 100_000));
      assertThat(agents.get(0).orders)
          .extracting(Order::kind)
          .containsExactly(Order.Kind.CONNECT, Order.Kind.MEASURE);
    }
  }

  @Test
  void aSliceIsTheSumOfTheAgentsAndItsServerIsThatOfTheFirst() throws Exception {
    try (StartedRun run = started()) {
      agents.get(1).late = SECOND / 100;
      SliceReport slice = take(run, MEASURE).orElseThrow();
      assertThat(slice.succeeded()).isEqualTo(1000);
      assertThat(slice.throughput()).isCloseTo(10_000, within(1e-6));
      assertThat(slice.clientNanos()).isEqualTo(80_000);
      assertThat(slice.serverNanos()).isEqualTo(30_000);
      assertThat(slice.endedAt() - slice.beganAt()).isBetween(SECOND / 20, SECOND / 5);
    }
  }

  @Test
  void theServersCpuTimeThatALateFirstAgentMissedIsThatOfTheRest() throws Exception {
    try (StartedRun run = started()) {
      agents.get(0).late = SECOND / 2;
      // Half of what the second agent did was before: 750 of 1000 operations were measured. Long,
      // so that it hardly matters how exactly the clocks are known.
      SliceReport slice = take(run, new Order(Order.Kind.MEASURE, SECOND)).orElseThrow();
      assertThat(slice.serverNanos()).isBetween(34_000L, 47_000L);
    }
  }

  @Test
  void anAgentThatIsLateByMoreThanASecondFailsItsSliceByName() throws Exception {
    try (StartedRun run = started()) {
      agents.get(1).late = SECOND * 12 / 10;
      assertThat(take(run, MEASURE)).isEmpty();
      run.close();
      assertThat(run.outcome(30).message())
          .containsPattern(
              "agent 2 \\(host2, process 2\\): it began a slice of 100 ms \\d+ ms after the others");
    }
  }

  @Test
  void anAgentThatIsLateInTheWarmUpFailsNothing() throws Exception {
    try (StartedRun run = started()) {
      agents.get(1).late = SECOND * 8 / 100;
      assertThat(take(run, new Order(Order.Kind.WARM_UP, SECOND / 10))).isPresent();
    }
  }

  @Test
  void aClockThatJumpsFailsTheRunByName() throws Exception {
    try (StartedRun run = started()) {
      assertThat(take(run, MEASURE)).isPresent();
      agents.get(0).ahead.addAndGet(300 * SECOND);
      take(run, MEASURE);
      assertThatThrownBy(() -> run.send(MEASURE))
          .hasMessageMatching(
              "agent 1 \\(host1, process 1\\): its clock jumped by \\+(299|300)\\.\\d+ s.*");
    }
  }

  @Test
  void aLoadGeneratorThatEndsFailsTheRunByTheNameOfItsAgent() throws Exception {
    try (StartedRun run = started()) {
      agents.get(1).failure = "out of order";
      assertThat(take(run, MEASURE)).isEmpty();
      run.close();
      assertThat(run.outcome(30).message()).contains("agent 2 (host2, process 2): out of order");
    }
  }

  @Test
  void aResultThatIsAnotherAgentsIsNotCountedTwice() throws Exception {
    try (StartedRun run = started()) {
      assertThat(take(run, MEASURE)).isPresent();
      for (ScriptedAgent agent : agents) {
        agent.result = ScriptedFleet.resultOf("1/2");
      }
      run.send(new Order(Order.Kind.END, 0));
      RunOutcome outcome = run.outcome(30);
      assertThat(outcome.exitCode()).isEqualTo(1);
      assertThat(outcome.message())
          .contains("agent 2 (host2, process 2): sent the result of another agent")
          .contains("give each agent another --out");
      assertThat(outcome.result().orElseThrow().succeeded()).isEqualTo(500);
    }
  }

  /** Its agent still answers. */
  @Test
  void aLoadGeneratorThatDoesNotEndFailsTheRunByTheNameOfItsAgent() throws Exception {
    try (StartedRun run = started()) {
      assertThat(take(run, MEASURE)).isPresent();
      agents.get(0).result = ScriptedFleet.resultOf("1/2");
      agents.get(1).endless = true;
      run.send(new Order(Order.Kind.END, 0));
      RunOutcome outcome = run.outcome(1);
      assertThat(outcome.exitCode()).isEqualTo(1);
      assertThat(outcome.message())
          .contains("agent 2 (host2, process 2): did not end within 1 s")
          .contains("only 1 of 2 agents returned a result");
    }
  }

  /** Whoever interrupts a run often does so because one of them hangs. */
  @Test
  void aSumThatLacksAnAgentSaysSoThoughTheRunWasInterrupted() throws Exception {
    FleetResults results =
        new FleetResults(
            new FleetTask(1, request("interrupted"), Secrets.named(Set.of()), ""), fleet);
    results.add(fleet.members().get(0), 0, ScriptedFleet.resultOf("1/2"));
    results.add(fleet.members().get(1), 0, "");

    RunOutcome outcome =
        results.merged(
            (places, each) -> new Timing(List.of(0.0), 0, 0, 1, 0.1, 1, 1, List.of()),
            130,
            "interrupted");

    assertThat(outcome.exitCode()).isEqualTo(130);
    assertThat(outcome.result().orElseThrow().outcome()).isEqualTo(Outcome.INCOMPLETE);
    assertThat(outcome.result().orElseThrow().problems())
        .first()
        .isEqualTo("interrupted; only 1 of 2 agents returned a result");
  }

  @Test
  void theirOwnResultsAreAdded() throws Exception {
    try (StartedRun run = started()) {
      assertThat(take(run, MEASURE)).isPresent();
      for (ScriptedAgent agent : agents) {
        agent.result = ScriptedFleet.resultOf(agent.number + "/2");
      }
      run.send(new Order(Order.Kind.END, 0));
      RunOutcome outcome = run.outcome(30);
      assertThat(outcome.exitCode()).as(outcome.message()).isZero();
      assertThat(outcome.result().orElseThrow().succeeded()).isEqualTo(1000);
    }
  }

  /** Its answer is there before the next run of the block is forked. */
  @Test
  void aRunThatAnAgentCannotMakeIsRefusedWithItsReasonThoughAnotherIsForkedMeanwhile()
      throws Exception {
    agents.get(1).refusal = "the binding is not built here";
    try (StartedRun one = start("one")) {
      agents.get(1).refused.await();
      agents.get(1).refusal = "";
      // Its answer is on its way; it must be heard, too, if it comes later than usual.
      Thread.sleep(100);
      try (StartedRun two = start("two")) {
        assertThat(two.isReady(30)).isTrue();
        assertThat(one.isReady(30)).isFalse();
      }
      one.close();
      assertThat(one.outcome(30).exitCode()).isEqualTo(2);
      assertThat(one.outcome(30).message())
          .contains("agent 2 (host2, process 2): the binding is not built here");
    }
  }

  /** The group misses one that was killed after seconds; its successor comes before that. */
  @Test
  void anAgentThatIsStartedAgainAtOnceTakesItsOwnPlace() throws Exception {
    ScriptedAgent killed = agents.get(1);
    ScriptedAgent again = scripted.agent(2, 7 * SECOND, 31_000);
    try (StartedRun run = started()) {
      // The answer to this comes after what was said to its greeting.
      again.group.send(again.group.founder(), again.ready(0));
      while (again.dismissals.isEmpty()) {
        assertThat(take(run, MEASURE)).isPresent();
      }
      assertThat(again.dismissals).hasSize(1).noneMatch(words -> words.contains("all of its"));
      killed.close();
      assertThat(take(run, MEASURE)).isEmpty();
    }
    agents.set(1, again);
    try (StartedRun run = started()) {
      assertThat(take(run, MEASURE)).isPresent();
      assertThat(again.orders).hasSize(1);
    }
  }

  @Test
  @Tag("full")
  void anAgentTooManyOnTheMachineOfAnotherIsToldSo() throws Exception {
    try (ScriptedAgent third = scripted.agent(2, 0, 0);
        StartedRun run = started()) {
      while (third.dismissals.isEmpty()) {
        assertThat(take(run, MEASURE)).isPresent();
      }
      assertThat(third.dismissals).containsExactly("the fleet has all of its 2 agents");
    }
  }

  @Test
  @Tag("full")
  void anAgentThatSaysNothingFailsTheRunByName() throws Exception {
    try (StartedRun run = started()) {
      agents.get(1).silent = true;
      assertThat(take(run, MEASURE)).isEmpty();
      run.close();
      assertThat(run.outcome(30).message())
          .contains("agent 2 (host2, process 2): no message for 4 s");
      assertThat(run.outcome(30).exitCode()).isEqualTo(137);
    }
  }
}
