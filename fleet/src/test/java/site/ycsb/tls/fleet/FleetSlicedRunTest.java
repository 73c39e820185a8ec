package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.channel.FleetCertificates;
import site.ycsb.tls.channel.QuickFleetCertificates;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.comparison.run.RunLauncher;
import site.ycsb.tls.comparison.run.RunOutcome;
import site.ycsb.tls.comparison.run.RunRequest;
import site.ycsb.tls.comparison.run.StartedRun;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.file.JsonFile;
import site.ycsb.tls.measurement.result.Configuration;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.resource.Resources;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceReport;
import site.ycsb.tls.testserver.FreePort;

/** Slices of agents that are scripted, over real sockets. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FleetSlicedRunTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Order MEASURE = new Order(Order.Kind.MEASURE, SECOND / 10);

  private Path directory;
  private FleetCertificates certificates;
  private InetSocketAddress there;
  private final List<ScriptedAgent> agents = new ArrayList<>();
  private Fleet fleet;
  private RunLauncher launcher;

  /** Says what a load generator would say, by a clock that is ahead of this machine's. */
  private final class ScriptedAgent implements Consumer<FleetEvent>, AutoCloseable {
    private final int number;
    private final long server;
    private final List<Order> orders = new CopyOnWriteArrayList<>();

    /** Orders of other runs come, too: they are sent to the whole group. */
    private final Set<Integer> forked = ConcurrentHashMap.newKeySet();

    private final AtomicLong ahead;
    private volatile long late;
    private volatile boolean silent;
    private volatile boolean endless;
    private volatile String failure = "";
    private volatile String refusal = "";
    private final CountDownLatch refused = new CountDownLatch(1);
    private final List<String> dismissals = new CopyOnWriteArrayList<>();
    private volatile String result = "";
    private final Group group;

    ScriptedAgent(int number, long ahead, long server) throws IOException {
      this.number = number;
      this.ahead = new AtomicLong(ahead);
      this.server = server;
      group =
          Group.join(
              InetAddress.getLoopbackAddress(), there, certificates.context(), "scripted", this);
      group.send(
          group.founder(),
          new Message.Hello(
              Message.PROTOCOL, "1.0", "17", "host" + number, "machine " + number, number, number));
    }

    private long now() {
      return System.nanoTime() + ahead.get();
    }

    @Override
    public void accept(FleetEvent event) {
      if (event instanceof FleetEvent.Received received && !silent) {
        received(received.from(), received.message());
      }
    }

    private void received(Address from, Message message) {
      try {
        if (message instanceof Message.Ping ping) {
          group.send(from, new Message.Pong(ping.number(), now(), System.currentTimeMillis()));
        } else if (message instanceof Message.Fork fork) {
          String reason = refusal;
          if (fork.turns() == null) {
            group.send(from, new Message.Ended(fork.run(), 0, "", ""));
          } else if (reason.isEmpty()) {
            forked.add(fork.run());
            group.send(from, new Message.Ready(fork.run()));
          } else {
            group.send(from, new Message.Ended(fork.run(), 2, reason, ""));
            refused.countDown();
          }
        } else if (message instanceof Message.Dismissed dismissed) {
          dismissals.add(dismissed.refusal());
        } else if (message instanceof Message.Stop stop) {
          group.send(from, new Message.Ended(stop.run(), 130, "stopped", ""));
        } else if (message instanceof Message.Slice slice && forked.contains(slice.run())) {
          Order order = slice.of(number);
          orders.add(order);
          if (!endless || order.kind() != Order.Kind.END) {
            group.send(from, answer(slice.run(), order));
          }
        }
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private Message answer(int run, Order order) {
      if (!failure.isEmpty()) {
        return new Message.Ended(run, 1, failure, "");
      }
      return order.kind() == Order.Kind.END
          ? new Message.Ended(run, 0, "", result)
          : new Message.Sliced(run, now(), now(), report(order));
    }

    private SliceReport report(Order order) {
      if (order.beginAt() == null) {
        return SliceReport.done(order.kind());
      }
      long began = order.beginAt() + late;
      return new SliceReport(
          order.kind(),
          0.1,
          500,
          0,
          40_000,
          0,
          server,
          1,
          2,
          new SliceReport.Instants(
              late > 0 ? began : began - SECOND / 20, began, order.beginAt() + order.nanos()));
    }

    @Override
    public void close() {
      group.close();
    }
  }

  @BeforeEach
  void asUsual() {
    for (ScriptedAgent agent : agents) {
      agent.orders.clear();
      agent.late = 0;
      agent.silent = false;
      agent.endless = false;
      agent.failure = "";
      agent.refusal = "";
      agent.result = "";
    }
  }

  @BeforeAll
  void gather(@TempDir Path temporary) throws Exception {
    directory = temporary;
    certificates = QuickFleetCertificates.create(directory.resolve("fleet"));
    InetAddress loopback = InetAddress.getLoopbackAddress();
    there = new InetSocketAddress(loopback, FreePort.at(List.of(loopback)));
    CompletableFuture<Void> joining = new CompletableFuture<>();
    List<String> notes = new CopyOnWriteArrayList<>();
    Thread joiner =
        new Thread(
            () -> {
              try {
                while (notes.isEmpty()) {
                  Thread.sleep(10);
                }
                // Clocks whose origins are far apart, as those of two machines.
                agents.add(new ScriptedAgent(1, 5 * SECOND, 30_000));
                agents.add(new ScriptedAgent(2, -3000 * SECOND, 31_000));
                joining.complete(null);
              } catch (IOException | InterruptedException | RuntimeException e) {
                joining.completeExceptionally(e);
              }
            });
    joiner.start();
    fleet =
        Fleet.gather(
            new FleetOptions(
                2, there, Optional.of(certificates), true, Duration.ofSeconds(60), directory),
            new Fleet.Coordinator("1.0", List.of(), notes::add));
    joining.join();
    launcher =
        fleet.launcher(
            Secrets.named(Set.of()), "", status -> {}, new Fleet.SideBySideRuns(2, 1 << 29, false));
  }

  @AfterAll
  void dismiss() throws IOException {
    agents.forEach(ScriptedAgent::close);
    launcher.close();
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
    return new RunRequest(
        Phase.TRANSACTIONS,
        "nothing",
        Map.of(
            "workload", "site.ycsb.workloads.CoreWorkload",
            "recordcount", "10",
            "operationcount", "10",
            "threadcount", "2"),
        directory.resolve("runs/" + variant));
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
        agent.result = resultOf("1/2");
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

  /** As if the client had ended its JVM. */
  @Test
  void aWholeRunThatEndsBeforeItBeginsFailsByTheNameOfItsAgent() throws Exception {
    RunOutcome outcome = launcher.launch(request("whole"));

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.message())
        .containsPattern(
            "agent ([12]) \\(host\\1, process \\1\\): its run ended with exit code 0 before it began");
  }

  /** Its agent still answers. */
  @Test
  void aLoadGeneratorThatDoesNotEndFailsTheRunByTheNameOfItsAgent() throws Exception {
    try (StartedRun run = started()) {
      assertThat(take(run, MEASURE)).isPresent();
      agents.get(0).result = resultOf("1/2");
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
    results.add(fleet.members().get(0), 0, resultOf("1/2"));
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
        agent.result = resultOf(agent.number + "/2");
      }
      run.send(new Order(Order.Kind.END, 0));
      RunOutcome outcome = run.outcome(30);
      assertThat(outcome.exitCode()).as(outcome.message()).isZero();
      assertThat(outcome.result().orElseThrow().succeeded()).isEqualTo(1000);
    }
  }

  /** The content of the file that the load generator of this share leaves. */
  private static String resultOf(String share) throws IOException {
    return JsonFile.text(
        MergedRunTest.result(
            new Configuration(
                "1.0", "", "transactions", "nothing", "", Map.of("fleet.member", share), 1, 1, 0),
            0.1,
            500,
            new Resources(null, Map.of(), null, null),
            "host"));
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
    ScriptedAgent again = new ScriptedAgent(2, 7 * SECOND, 31_000);
    try (StartedRun run = started()) {
      // The answer to this comes after what was said to its greeting.
      again.group.send(again.group.founder(), new Message.Ready(0));
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
    try (ScriptedAgent third = new ScriptedAgent(2, 0, 0);
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
