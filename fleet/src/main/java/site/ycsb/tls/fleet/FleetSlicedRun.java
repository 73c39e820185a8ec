package site.ycsb.tls.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import site.ycsb.tls.comparison.run.RunOutcome;
import site.ycsb.tls.comparison.run.StartedRun;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceFile;
import site.ycsb.tls.slice.SliceReport;

/**
 * A run of all agents that takes turns with others: their reports of a slice become one.
 *
 * <p>Each agent's own slices are in {@code agent-N/slices.csv} in the run's directory, with times
 * by the coordinator's clock.
 */
final class FleetSlicedRun extends FleetRun implements StartedRun {
  /** Before the first slice of a kind a run has more to prepare, ns. */
  private static final long FIRST_OF_A_KIND = 200_000_000;

  /** Others may end a slice this much later, since their threads do not wake up at once, ns. */
  private static final long SETTLING = 1_000_000;

  /** An agent that begins later than this was suspended, as a process that stands still, ns. */
  private static final long MOST_LATE = 1_000_000_000;

  private final SliceTimes times = new SliceTimes(members.size());
  private final Set<Order.Kind> begun = EnumSet.noneOf(Order.Kind.class);

  /** The answers to the last order. */
  private final Map<MemberRun, SliceReport> reports = new HashMap<>();

  /** The slices of each agent that count. */
  private final Map<MemberRun, List<SliceReport>> counted = new HashMap<>();

  private Order pending;
  private long orderedAt;
  private long settleNanos;
  private boolean first;

  private FleetSlicedRun(Fleet fleet, AgentContacts contacts, FleetTask task) {
    super(fleet, contacts, task);
  }

  /**
   * Has all agents fork it.
   *
   * @param turns how it is alive beside others on their machines
   */
  static FleetSlicedRun fork(
      Fleet fleet, AgentContacts contacts, FleetTask task, Fleet.SideBySideRuns turns)
      throws IOException {
    FleetSlicedRun run = new FleetSlicedRun(fleet, contacts, task);
    run.register();
    try {
      for (MemberRun member : run.members) {
        run.fork(member, turns);
      }
      return run;
    } catch (IOException e) {
      run.close();
      throw e;
    }
  }

  @Override
  public boolean isReady(double seconds) throws IOException, InterruptedException {
    if (!awaitAll(MemberRun::ready, seconds)) {
      fail(
          "%s: the load generator did not start within %.0f s"
              .formatted(without(MemberRun::ready), seconds));
    }
    return !hasFailed();
  }

  @Override
  public double leastSliceSeconds() {
    return contacts.leastSliceSeconds();
  }

  @Override
  public void send(Order order) throws IOException {
    if (hasFailed()) {
      throw new IOException(failure());
    }
    pending = order;
    reports.clear();
    long clockError = contacts.clockError();
    settleNanos = clockError + SETTLING;
    first = order.isSlice() && begun.add(order.kind());
    orderedAt = System.nanoTime();
    long lead = contacts.pace().leadNanos(clockError) + (first ? FIRST_OF_A_KIND : 0);
    order(order, settleNanos, orderedAt + lead);
  }

  @Override
  public Optional<SliceReport> await(double seconds)
      throws IOException, InterruptedException, TimeoutException {
    if (!awaitAll(reports::containsKey, seconds)) {
      fail(
          "%s: the report of a slice did not arrive within %.0f s"
              .formatted(without(reports::containsKey), seconds));
      throw new TimeoutException(failure());
    }
    return hasFailed() ? Optional.empty() : together();
  }

  /** The agents' reports as one; empty when they are not those of one slice. */
  private Optional<SliceReport> together() {
    List<SliceReport> each = members.stream().map(reports::get).toList();
    if (!pending.isSlice()) {
      return each.stream().reduce(SliceReport::plus);
    }
    for (MemberRun member : members) {
      if (reports.get(member).instants() == null) {
        fail(member.name() + ": did not report when it began a slice");
        return Optional.empty();
      }
    }
    FleetSlice slice = byOurClock(each);
    if (!first) {
      contacts.pace().begun(slice.ready() - orderedAt, slice.skew());
    }
    if (pending.kind() == Order.Kind.COLD) {
      times.addCold(slice);
    }
    if (pending.kind() == Order.Kind.MEASURE) {
      if (slice.skew() > MOST_LATE) {
        fail(
            String.format(
                Locale.ROOT,
                "%s: it began a slice of %.0f ms %.0f ms after the others: it was suspended, or is too busy",
                members.get(slice.last()).name(),
                pending.nanos() / 1e6,
                slice.skew() / 1e6));
        return Optional.empty();
      }
      times.add(slice, pending.nanos(), contacts.clockError());
      for (int i = 0; i < members.size(); i++) {
        counted
            .computeIfAbsent(members.get(i), none -> new ArrayList<>())
            .add(slice.reports().get(i));
      }
    }
    return Optional.of(slice.sum());
  }

  /** The slice with all times by our clock. */
  private FleetSlice byOurClock(List<SliceReport> each) {
    List<SliceReport> ours = new ArrayList<>();
    for (int i = 0; i < each.size(); i++) {
      SliceReport theirs = each.get(i);
      SliceReport.Instants at = members.get(i).clock().toOurs(theirs.instants());
      ours.add(theirs.during(at, contacts.wallTime(at.began()), contacts.wallTime(at.ended())));
    }
    return new FleetSlice(ours, settleNanos);
  }

  @Override
  public RunOutcome outcome(double seconds) throws IOException, InterruptedException {
    Predicate<MemberRun> over = member -> !member.isAwaited();
    long start = System.nanoTime();
    while (!isClosed() && !members.stream().allMatch(over)) {
      if ((System.nanoTime() - start) / 1e9 > seconds) {
        fail("%s: did not end within %.0f s".formatted(without(over), seconds));
        break;
      }
      look();
    }
    for (Map.Entry<MemberRun, List<SliceReport>> slices : counted.entrySet()) {
      writeSlices(slices.getKey().member(), slices.getValue());
    }
    return merged();
  }

  private void writeSlices(Member agent, List<SliceReport> slices) throws IOException {
    Path folder = Files.createDirectories(task.folder(agent));
    String variant = task.request().directory().getFileName().toString();
    new SliceFile(Map.of(variant, slices)).write(folder.resolve(SliceFile.NAME));
  }

  @Override
  Timing timing(List<Integer> places, List<RunResult> results) {
    return times.timing(places, results);
  }

  @Override
  String tooEarly() {
    return pending != null && pending.kind() == Order.Kind.END ? "" : "its run ended early";
  }

  /** A load generator waits for orders most of the time: it is the agent that must answer. */
  @Override
  void watch() {
    for (MemberRun member : members) {
      if (contacts.isSilent(member.agent())) {
        lost(
            member.agent(),
            "no message for %d s: it hangs, or is cut off".formatted(AgentLink.SILENCE_SECONDS));
      }
    }
  }

  @Override
  boolean needsPings() {
    return false;
  }

  @Override
  void clockJumped(AgentContacts.Contact agent, String how) {
    lost(agent, how);
  }

  @Override
  void reported(AgentContacts.Contact from, Message.Sliced sliced, long nanos) {
    of(from)
        .filter(member -> !reports.containsKey(member))
        .ifPresent(
            member -> {
              from.clock.exchanged(orderedAt, sliced.receivedAt(), sliced.sentAt(), nanos);
              reports.put(member, sliced.report());
            });
  }
}
