package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.run.RunOutcome;
import site.ycsb.tls.engine.StatusLine;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.measurement.result.FleetFigures;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.slice.Order;

/** Whole runs of agents that are scripted, over real sockets. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FleetWholeRunTest {
  private static final long SECOND = ScriptedAgent.SECOND;

  private final List<StatusLine> status = new CopyOnWriteArrayList<>();
  private ScriptedFleet scripted;
  private List<ScriptedAgent> agents;

  @BeforeAll
  void gather(@TempDir Path temporary) throws Exception {
    scripted = new ScriptedFleet(temporary, status::add);
    agents = scripted.agents;
  }

  @AfterAll
  void dismiss() throws IOException {
    scripted.close();
  }

  @BeforeEach
  void asUsual() throws IOException {
    status.clear();
    scripted.steps.clear();
    for (ScriptedAgent agent : agents) {
      agent.asUsual();
      agent.result = ScriptedFleet.resultOf(agent.number + "/2");
    }
  }

  private RunOutcome made() throws IOException, InterruptedException {
    return scripted.launcher.launch(scripted.request(Phase.TRANSACTIONS, "whole"));
  }

  @Test
  void allAgentsAreGivenTheSameInstantEachInItsOwnClock() throws Exception {
    RunOutcome outcome = made();

    assertThat(outcome.exitCode()).as(outcome.message()).isZero();
    RunResult result = outcome.result().orElseThrow();
    double known = result.fleet().clockErrorSeconds() * SECOND;
    List<Long> instants =
        agents.stream().map(agent -> agent.orders.get(0).beginAt() - agent.ahead.get()).toList();
    assertThat((double) instants.get(0) - instants.get(1)).isCloseTo(0, within(known + 100_000));
    assertThat(agents).allSatisfy(agent -> assertThat(agent.orders).hasSize(1));
    assertThat(result.succeeded()).isEqualTo(1000);
  }

  @Test
  void theStatusIsTheSumOfTheAgents() throws Exception {
    made();

    StatusLine last = status.get(status.size() - 1);
    assertThat(last.seconds()).isEqualTo(1);
    assertThat(last.operations()).isEqualTo(1000);
    assertThat(last.summary()).isEqualTo("[2 agents]");
  }

  /** One that begins late ends late: each did its share in 100 ms. */
  @Test
  void agentsThatMeasuredTogetherForLessThanHalfOfTheWindowFailTheirRun() throws Exception {
    agents.get(1).late = SECOND * 8 / 100;

    RunOutcome outcome = made();

    FleetFigures fleet = outcome.result().orElseThrow().fleet();
    double known = fleet.clockErrorSeconds() + 1e-4;
    assertThat(fleet.startSkewSeconds()).isCloseTo(0.08, within(known));
    assertThat(outcome.result().orElseThrow().window().runtimeSeconds())
        .isCloseTo(0.18, within(known));
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.message())
        .containsPattern("all agents measured together in only [0-9]+ % of the window");
  }

  /** As if the client had ended its JVM. */
  @Test
  void aWholeRunThatEndsBeforeItBeginsFailsByTheNameOfItsAgent() throws Exception {
    for (ScriptedAgent agent : agents) {
      agent.idle = true;
    }
    RunOutcome outcome = made();

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.message())
        .containsPattern(
            "agent ([12]) \\(host\\1, process \\1\\): its run ended with exit code 0 before it began");
  }

  @Test
  void aRunThatAnAgentCannotMakeIsRefusedWithItsReason() throws Exception {
    agents.get(1).refusal = "the binding is not built here";

    RunOutcome outcome = made();

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.message())
        .contains("agent 2 (host2, process 2): the binding is not built here");
  }

  /** Two fleets of one machine may be given one folder for their agents. */
  @Test
  void theResultOfAnotherFleetsRunIsNotCounted() throws Exception {
    agents.get(1).result = ScriptedFleet.resultOf("2/2", 77);

    RunOutcome outcome = made();

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.message())
        .contains("agent 2 (host2, process 2): sent the result of another agent")
        .contains("only 1 of 2 agents returned a result");
    assertThat(outcome.result().orElseThrow().succeeded()).isEqualTo(500);
  }

  /** It makes the tables. */
  @Test
  void theFirstAgentOfALoadIsReadyBeforeTheOthersFork() throws Exception {
    scripted.launcher.launch(scripted.request(Phase.LOAD, "load"));

    assertThat(scripted.steps)
        .containsExactly("agent 1 forks", "agent 1 is ready", "agent 2 forks", "agent 2 is ready");
  }

  /** A whole run needs the clocks once, for its start. */
  @Test
  void aClockThatJumpsAfterTheStartChangesNothing() throws Exception {
    agents.get(1).jump = 300 * SECOND;
    for (ScriptedAgent agent : agents) {
      agent.pingsUntilEnd = 2;
    }
    RunOutcome outcome = made();

    assertThat(outcome.exitCode()).as(outcome.message()).isZero();
    FleetFigures fleet = outcome.result().orElseThrow().fleet();
    assertThat(fleet.startSkewSeconds()).isLessThan(fleet.clockErrorSeconds() + 1e-4);
  }

  @Test
  void theStartIsOneSliceWhoseLengthTheRunDecides() throws Exception {
    made();

    Order start = agents.get(0).orders.get(0);
    assertThat(start.kind()).isEqualTo(Order.Kind.MEASURE);
    assertThat(start.nanos()).isZero();
  }

  /** As in slices: a comparison makes its block again, with another agent in its place. */
  @Test
  void aRunThatLosesAnAgentBeforeAnythingWasDoneCountsAsKilled() throws Exception {
    agents.get(1).leaves = true;

    RunOutcome outcome = made();

    assertThat(outcome.exitCode()).isEqualTo(RunOutcome.KILLED);
    assertThat(outcome.mayDoBetter()).isTrue();
    assertThat(outcome.message()).contains("agent 2 (host2, process 2): gone");
    agents.set(1, scripted.agent(2, 7 * SECOND, 31_000));
    asUsual();
    outcome = made();
    assertThat(outcome.exitCode()).as(outcome.message()).isZero();
  }

  /** Its agent still answers, and makes the next run. */
  @Test
  @Tag("full")
  void aLoadGeneratorThatSaysNothingFailsItsRunOnly() throws Exception {
    for (ScriptedAgent agent : agents) {
      agent.endless = true;
    }
    agents.get(1).hangs = true;
    RunOutcome outcome = made();

    assertThat(outcome.exitCode()).isEqualTo(RunOutcome.KILLED);
    assertThat(outcome.message())
        .contains(
            "agent 2 (host2, process 2): its run has sent nothing for 4 s: it hangs, or is cut off");
    asUsual();
    outcome = made();
    assertThat(outcome.exitCode()).as(outcome.message()).isZero();
    assertThat(outcome.result().orElseThrow().outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(agents.get(1).dismissals).isEmpty();
  }
}
