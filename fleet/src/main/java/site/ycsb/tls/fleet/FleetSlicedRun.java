package site.ycsb.tls.fleet;

import static site.ycsb.tls.comparison.run.RunOutcome.FAILED;
import static site.ycsb.tls.comparison.run.RunOutcome.KILLED;
import static site.ycsb.tls.comparison.run.RunOutcome.USAGE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import site.ycsb.tls.comparison.run.RunOutcome;
import site.ycsb.tls.comparison.run.StartedRun;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceFile;
import site.ycsb.tls.slice.SliceReport;

/**
 * A run that takes turns and is made by all agents: each order goes to all of them, with an instant
 * at which all begin, and their reports become one. Used by one thread.
 *
 * <p>Each agent's own slices are in {@code agent-N/slices.csv} in the run's directory, with times
 * by the coordinator's clock.
 */
final class FleetSlicedRun implements StartedRun {
  /** The time for a stopped run to write its result. */
  private static final long STOPPING = TimeUnit.SECONDS.toNanos(15);

  /** Before the first slice of a kind a run has more to prepare, ns. */
  private static final long FIRST_OF_A_KIND = 200_000_000;

  /** Others may end a slice this much later, since their threads do not wake up at once, ns. */
  private static final long SETTLING = 1_000_000;

  /** An agent that begins later than this was suspended, as a process that stands still, ns. */
  private static final long MOST_LATE = 1_000_000_000;

  private final Fleet fleet;
  private final SliceCoordinator coordinator;
  private final FleetTask task;
  private final List<Share> shares;
  private final SliceTimes times;
  private final Set<Order.Kind> begun = EnumSet.noneOf(Order.Kind.class);

  private Order pending;
  private long orderedAt;
  private long settleNanos;
  private boolean first;
  private boolean closed;
  private String failure = "";
  private int exitCode;

  /** One agent's share of it. */
  private static final class Share {
    private final SliceCoordinator.Contact agent;
    private final List<SliceReport> slices = new ArrayList<>();
    private boolean ready;
    private boolean lost;
    private SliceReport report;
    private Message.Ended ended;

    Share(SliceCoordinator.Contact agent) {
      this.agent = agent;
    }

    private String name() {
      return agent.member.name();
    }

    private boolean isAwaited() {
      return ended == null && !lost;
    }
  }

  private FleetSlicedRun(Fleet fleet, SliceCoordinator coordinator, FleetTask task) {
    this.fleet = fleet;
    this.coordinator = coordinator;
    this.task = task;
    shares = coordinator.contacts().stream().map(Share::new).toList();
    times = new SliceTimes(shares.size());
  }

  /**
   * Has all agents fork it.
   *
   * @param turns how it is alive beside others on their machines
   */
  static FleetSlicedRun fork(
      Fleet fleet, SliceCoordinator coordinator, FleetTask task, Fleet.SideBySideRuns turns)
      throws IOException {
    FleetSlicedRun run = new FleetSlicedRun(fleet, coordinator, task);
    task.clearDirectory();
    for (Share share : run.shares) {
      Member member = share.agent.member;
      fleet.send(
          member,
          task.fork(
              member, run.shares.size(), turns.onMachineOf(fleet.agentsOn(member.machine()))));
    }
    coordinator.add(run);
    return run;
  }

  int number() {
    return task.number();
  }

  @Override
  public boolean isReady(double seconds) throws IOException, InterruptedException {
    Predicate<Share> ready = share -> share.ready;
    if (!awaitAll(ready, seconds)) {
      fail("%s: the load generator did not start within %.0f s".formatted(without(ready), seconds));
    }
    return failure.isEmpty();
  }

  @Override
  public double leastSliceSeconds() {
    return coordinator.leastSliceSeconds();
  }

  @Override
  public void send(Order order) throws IOException {
    if (!failure.isEmpty()) {
      throw new IOException(failure);
    }
    pending = order;
    long clockError = coordinator.clockError();
    settleNanos = clockError + SETTLING;
    first = order.isSlice() && begun.add(order.kind());
    orderedAt = System.nanoTime();
    long lead = coordinator.pace().leadNanos(clockError) + (first ? FIRST_OF_A_KIND : 0);
    Map<Integer, Long> beginAt = new TreeMap<>();
    for (Share share : shares) {
      share.report = null;
      if (order.isSlice()) {
        beginAt.put(share.agent.member.number(), share.agent.clock.toTheirs(orderedAt + lead));
      }
    }
    try {
      fleet.sendToAll(new Message.Slice(task.number(), order, settleNanos, beginAt));
    } catch (IOException e) {
      fail(e.getMessage());
      throw e;
    }
  }

  @Override
  public Optional<SliceReport> await(double seconds)
      throws IOException, InterruptedException, TimeoutException {
    Predicate<Share> reported = share -> share.report != null;
    if (!awaitAll(reported, seconds)) {
      fail(
          "%s: the report of a slice did not arrive within %.0f s"
              .formatted(without(reported), seconds));
      throw new TimeoutException(failure);
    }
    return failure.isEmpty() ? together() : Optional.empty();
  }

  /** Waits for all agents, or a failure; false when the time is over before. */
  private boolean awaitAll(Predicate<Share> condition, double seconds)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + (long) (seconds * 1e9);
    while (failure.isEmpty() && !shares.stream().allMatch(condition)) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      coordinator.look();
    }
    return true;
  }

  private String without(Predicate<Share> condition) {
    return shares.stream()
        .filter(condition.negate())
        .map(Share::name)
        .collect(Collectors.joining(", "));
  }

  /** The agents' reports as one; empty when they are not those of one slice. */
  private Optional<SliceReport> together() {
    List<SliceReport> reports = shares.stream().map(share -> share.report).toList();
    if (!pending.isSlice()) {
      return reports.stream().reduce(SliceReport::plus);
    }
    List<SliceReport.Instants> instants = reports.stream().map(SliceReport::instants).toList();
    if (instants.contains(null)) {
      fail(shares.get(instants.indexOf(null)).name() + ": did not report when it began a slice");
      return Optional.empty();
    }
    FleetSlice slice = byOurClock(reports);
    if (!first) {
      coordinator.pace().begun(slice.ready() - orderedAt, slice.skew());
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
                shares.get(slice.last()).name(),
                pending.nanos() / 1e6,
                slice.skew() / 1e6));
        return Optional.empty();
      }
      times.add(slice, pending.nanos(), coordinator.clockError());
      for (int i = 0; i < shares.size(); i++) {
        shares.get(i).slices.add(slice.reports().get(i));
      }
    }
    return Optional.of(slice.sum());
  }

  /** The slice with all times by our clock. */
  private FleetSlice byOurClock(List<SliceReport> reports) {
    List<SliceReport> ours = new ArrayList<>();
    for (int i = 0; i < shares.size(); i++) {
      SliceReport theirs = reports.get(i);
      SliceReport.Instants at = shares.get(i).agent.clock.toOurs(theirs.instants());
      ours.add(
          theirs.during(at, coordinator.wallTime(at.began()), coordinator.wallTime(at.ended())));
    }
    return new FleetSlice(ours, settleNanos);
  }

  @Override
  public RunOutcome outcome(double seconds) throws IOException, InterruptedException {
    long end = System.nanoTime() + (long) (seconds * 1e9);
    Predicate<Share> over = share -> !share.isAwaited();
    while (!closed && !shares.stream().allMatch(over)) {
      if (System.nanoTime() - end > 0) {
        fail("%s: did not end within %.0f s".formatted(without(over), seconds));
        break;
      }
      coordinator.look();
    }
    FleetResults results = new FleetResults(task, fleet);
    for (Share share : shares) {
      results.add(
          share.agent.member,
          share.agent.clock.wallMillisAhead(),
          share.ended == null ? "" : share.ended.result());
      writeSlices(share);
    }
    RunOutcome merged = results.merged(times::timing, exitCode, failure);
    boolean worked = merged.result().filter(r -> r.succeeded() + r.failed() > 0).isPresent();
    // Without the agent that is lost it may do better.
    return shares.stream().anyMatch(share -> share.lost) && !worked
        ? new RunOutcome(KILLED, Optional.empty(), failure)
        : merged;
  }

  private void writeSlices(Share share) throws IOException {
    if (!share.slices.isEmpty()) {
      Path folder = Files.createDirectories(task.folder(share.agent.member));
      String variant = task.request().directory().getFileName().toString();
      new SliceFile(Map.of(variant, share.slices)).write(folder.resolve(SliceFile.NAME));
    }
  }

  /** Stops what is still alive, and waits for the results. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    boolean interrupted = Thread.interrupted();
    try {
      for (Share share : shares) {
        // Also one that is silent: it may work again later.
        if (share.ended == null && fleet.isPresent(share.agent.member)) {
          fleet.send(share.agent.member, new Message.Stop(task.number()));
        }
      }
      long end = System.nanoTime() + STOPPING;
      while (shares.stream().anyMatch(this::isStopping) && System.nanoTime() - end < 0) {
        try {
          coordinator.look();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      coordinator.remove(this);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean isStopping(Share share) {
    return share.isAwaited() && fleet.isPresent(share.agent.member);
  }

  /** The agent's load generator takes orders. */
  void ready(SliceCoordinator.Contact from) {
    of(from).ifPresent(share -> share.ready = true);
  }

  /**
   * The agent's load generator has followed the order.
   *
   * @param nanos when the report came
   */
  void reported(SliceCoordinator.Contact from, Message.Sliced sliced, long nanos) {
    of(from)
        .filter(share -> share.report == null)
        .ifPresent(
            share -> {
              from.clock.exchanged(orderedAt, sliced.receivedAt(), sliced.sentAt(), nanos);
              share.report = sliced.report();
            });
  }

  /** The agent's load generator has ended. */
  void ended(SliceCoordinator.Contact from, Message.Ended how) {
    of(from)
        .ifPresent(
            share -> {
              share.ended = how;
              boolean wanted = pending != null && pending.kind() == Order.Kind.END;
              if (how.exitCode() != 0 || !wanted) {
                fail(
                    how.exitCode() == USAGE ? USAGE : FAILED,
                    share.name()
                        + ": "
                        + (how.message().isEmpty() ? "its run ended early" : how.message()));
              }
            });
  }

  /** The agent can no longer be used. */
  void lost(SliceCoordinator.Contact agent, String why) {
    of(agent)
        .filter(share -> share.ended == null)
        .ifPresent(
            share -> {
              share.lost = true;
              fail(share.name() + ": " + why);
            });
  }

  private Optional<Share> of(SliceCoordinator.Contact contact) {
    return shares.stream().filter(share -> share.agent == contact).findFirst();
  }

  private void fail(String why) {
    fail(FAILED, why);
  }

  /** The first reason is the cause of the others. */
  private void fail(int code, String why) {
    if (failure.isEmpty() && !closed) {
      failure = why;
      exitCode = code;
    }
  }
}
