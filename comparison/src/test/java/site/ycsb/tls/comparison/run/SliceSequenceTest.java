package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.comparison.result.RunPlace;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceReport;

/** Of runs that answer at once, as if the time of each slice had passed. */
class SliceSequenceTest {
  private static final Schedule SCHEDULE =
      Schedule.quick(1).withWarmupSeconds(0.1).withRunSeconds(0.4);

  private static final Schedule COLD = SCHEDULE.withSlicing(Slicing.of().withColdConnections(1000));

  /** A run that does so many operations per second, and at least one in each slice. */
  private static final class ScriptedRun implements RunLauncher, StartedRun {
    private final double perSecond;
    private final List<Order> orders = new ArrayList<>();
    private List<ScriptedRun> turns = new ArrayList<>();
    private double leastSliceSeconds;
    private long coldOperations;

    ScriptedRun(double perSecond) {
      this.perSecond = perSecond;
    }

    @Override
    public RunOutcome launch(RunRequest request) {
      throw new UnsupportedOperationException("no whole run");
    }

    @Override
    public StartedRun start(RunRequest request) {
      return this;
    }

    @Override
    public boolean isReady(double seconds) {
      return true;
    }

    @Override
    public double leastSliceSeconds() {
      return leastSliceSeconds;
    }

    @Override
    public void send(Order order) {
      orders.add(order);
      if (order.kind() == Order.Kind.MEASURE) {
        turns.add(this);
      }
    }

    @Override
    public Optional<SliceReport> await(double seconds) {
      Order order = orders.get(orders.size() - 1);
      double length = Math.max(order.nanos() / 1e9, 1 / perSecond);
      long most = order.operations() == 0 ? Long.MAX_VALUE : order.operations();
      long done = order.isSlice() ? Math.min(most, Math.round(perSecond * length)) : 0;
      coldOperations += order.kind() == Order.Kind.COLD ? done : 0;
      return Optional.of(new SliceReport(order.kind(), length, done, 0, 0, 0, 0, 0, 0, null));
    }

    @Override
    public RunOutcome outcome(double seconds) {
      return new RunOutcome(0, Optional.empty(), "");
    }

    @Override
    public void close() {
      // Nothing runs.
    }

    private List<Order> orders(Order.Kind kind) {
      return orders.stream().filter(order -> order.kind() == kind).toList();
    }
  }

  private final ScriptedRun fast = new ScriptedRun(1500);

  private static SliceSequence sequence(Schedule schedule) {
    return new SliceSequence(schedule, schedule.slices().orElseThrow());
  }

  /** The block's runs, after all of their slices: that of plain and that of TLS. */
  private static List<BlockRun> made(
      Schedule schedule, Map<String, String> properties, ScriptedRun plain, ScriptedRun tls)
      throws Exception {
    return made(schedule, List.of(properties, properties), plain, tls, 1);
  }

  private static List<BlockRun> made(
      Schedule schedule,
      List<Map<String, String>> properties,
      ScriptedRun plain,
      ScriptedRun tls,
      long seed)
      throws Exception {
    List<Variant> variants =
        ComparisonPlan.parse(
                "fake",
                Map.of("recordcount", "1000", "tls.cipher", "TLS_AES_256_GCM_SHA384"),
                List.of(),
                "plain",
                true,
                schedule)
            .columns();
    List<BlockRun> members = new ArrayList<>();
    for (ScriptedRun run : List.of(plain, tls)) {
      Variant variant = variants.get(members.size());
      BlockRun member =
          new BlockRun(
              variant, RunRecord.of(new RunPlace(1, "all", variant.id(), 1, 1, "runs/1", 1)));
      Map<String, String> own = properties.get(members.size());
      member.start(run, new RunRequest(Phase.TRANSACTIONS, "fake", own, Path.of("none")), null);
      members.add(member);
    }
    sequence(schedule).run(members, seed, schedule.warmupSeconds(), 4, 4);
    return members;
  }

  /** Otherwise one of them would be earlier than the other on the whole. */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 1.5, 2})
  void eachOrderThatCountsHasItsMirrorHoweverManyRoundsWarmedUp(double warmUp) throws Exception {
    for (long seed = 1; seed <= 8; seed++) {
      ScriptedRun plain = new ScriptedRun(1500);
      ScriptedRun tls = new ScriptedRun(1500);
      tls.turns = plain.turns;
      made(SCHEDULE.withWarmupSeconds(warmUp), List.of(Map.of(), Map.of()), plain, tls, seed);
      for (int pair : new int[] {0, 4}) {
        assertThat(plain.turns.get(pair)).isSameAs(plain.turns.get(pair + 3));
        assertThat(plain.turns.get(pair + 1)).isSameAs(plain.turns.get(pair + 2));
      }
      assertThat(plain.turns).hasSize(8);
    }
  }

  /** Otherwise the fast one's would be mostly those of compiled code. */
  @Test
  void theColdOperationsAreTheSameNumberOfEachVariant() throws Exception {
    ScriptedRun slow = new ScriptedRun(150);
    List<BlockRun> members = made(COLD, Map.of(), fast, slow);

    assertThat(fast.coldOperations).isEqualTo(1000);
    assertThat(slow.coldOperations).isEqualTo(1000);
    assertThat(sequence(COLD).noColdFigures(members.get(1))).isEmpty();
  }

  @Test
  void aRunThatIsTooSlowHasNoColdFiguresAndItsWarmUpBegins() throws Exception {
    ScriptedRun slow = new ScriptedRun(5);
    List<BlockRun> members = made(COLD, Map.of(), fast, slow);

    assertThat(slow.coldOperations).isBetween(600L, 601L);
    assertThat(slow.orders(Order.Kind.MEASURE)).isNotEmpty();
    assertThat(sequence(COLD).noColdFigures(members.get(0))).isEmpty();
    assertThat(sequence(COLD).noColdFigures(members.get(1)))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .matches(
                        "cold CPU is not known: 60[01] of the first 1000 operations were done in 120 s, the most for them"));
  }

  /** A thread's operation takes no second: it waits until the next is due. */
  @Test
  void aSliceNeedNotHaveManyOperationsOfEachThreadThatWaitsForThem() throws Exception {
    Map<String, String> properties = Map.of("target", "64", "threadcount", "64");
    ScriptedRun one = new ScriptedRun(64);
    made(SCHEDULE, properties, one, new ScriptedRun(64));

    assertThat(one.orders(Order.Kind.MEASURE))
        .hasSize(4)
        .allSatisfy(order -> assertThat(order.nanos()).isEqualTo(1_000_000_000L));
  }

  @Test
  void aSliceThatIsTooShortForTheAgentsClocksIsWrongUsage() {
    Schedule schedule = SCHEDULE.withSlicing(Slicing.of().withSliceSeconds(0.005));
    fast.leastSliceSeconds = 0.0625;

    assertThatThrownBy(() -> made(schedule, Map.of(), fast, new ScriptedRun(1500)))
        .isInstanceOfSatisfying(
            ComparisonException.class, e -> assertThat(e.exitCode()).isEqualTo(2))
        .hasMessageMatching(
            "--slice 5 \\(ms\\) is too short for these agents, .*: give at least 63, or leave it out");
    assertThat(fast.orders(Order.Kind.MEASURE)).isEmpty();
  }

  /** Only the one that has it waits. */
  @Test
  void aTargetOfOneVariantMakesTheSlicesOfNoOtherLonger() throws Exception {
    made(SCHEDULE, List.of(Map.of(), Map.of("target", "1")), fast, new ScriptedRun(1), 1);

    assertThat(fast.orders(Order.Kind.MEASURE))
        .hasSize(4)
        .allSatisfy(order -> assertThat(order.nanos()).isEqualTo(1_000_000_000L));
  }
}
