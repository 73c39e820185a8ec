package site.ycsb.tls.fleet;

import static site.ycsb.tls.comparison.run.RunOutcome.FAILED;
import static site.ycsb.tls.comparison.run.RunOutcome.KILLED;
import static site.ycsb.tls.comparison.run.RunOutcome.USAGE;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import site.ycsb.tls.comparison.run.RunOutcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.slice.Order;

/**
 * A run that all agents make together, from the order to fork it to the merged result: whole, or in
 * slices. Each order goes to all of them, with one instant at which all begin. Used by one thread.
 */
abstract class FleetRun {
  /** The time for a stopped run to write its result. */
  private static final long STOPPING = TimeUnit.SECONDS.toNanos(15);

  final Fleet fleet;
  final AgentContacts contacts;
  final FleetTask task;

  /** The agents' shares, the first one's first. */
  final List<MemberRun> members;

  private boolean closed;
  private String failure = "";
  private int exitCode;

  /**
   * Nothing is sent yet.
   *
   * @param contacts to all agents
   */
  FleetRun(Fleet fleet, AgentContacts contacts, FleetTask task) {
    this.fleet = fleet;
    this.contacts = contacts;
    this.task = task;
    members = contacts.contacts().stream().map(MemberRun::new).toList();
  }

  /** When the agents that left a result were active: of their places, from 0, and their results. */
  abstract Timing timing(List<Integer> places, List<RunResult> results);

  /** What is said of an agent's run that ended well before it was to end; empty when it may end. */
  abstract String tooEarly();

  /** Looks for members that are silent; all messages that have come are handled. */
  abstract void watch();

  /** Whether load generators wait for the pings, too. */
  abstract boolean needsPings();

  /** The agent's clock has jumped; a run that does not need it any longer ignores that. */
  void clockJumped(AgentContacts.Contact agent, String how) {}

  /**
   * The agent's load generator has followed the order; whole runs have no such reports.
   *
   * @param nanos when the report came
   */
  void reported(AgentContacts.Contact from, Message.Sliced sliced, long nanos) {}

  final int number() {
    return task.number();
  }

  /** Why it cannot continue; empty if it can. */
  final String failure() {
    return failure;
  }

  final boolean hasFailed() {
    return !failure.isEmpty();
  }

  final boolean isClosed() {
    return closed;
  }

  /** From now on it gets the agents' messages; its directory is without earlier results. */
  final void register() throws IOException {
    task.clearDirectory();
    contacts.add(this);
  }

  /**
   * Has an agent fork its share.
   *
   * @param turns how it is alive beside others of its machine; null for a whole run
   */
  final void fork(MemberRun member, Fleet.SideBySideRuns turns) throws IOException {
    Member agent = member.member();
    member.ordered(System.nanoTime());
    fleet.send(
        agent,
        task.fork(
            agent,
            members.size(),
            turns == null ? null : turns.onMachineOf(fleet.agentsOn(agent.machine()))));
  }

  /**
   * Gives an order to all.
   *
   * @param settleNanos see {@link Order#settleNanos}
   * @param instant when a slice begins, by our clock; other orders are followed at once
   */
  final void order(Order order, long settleNanos, long instant) throws IOException {
    Map<Integer, Long> beginAt = new TreeMap<>();
    if (order.isSlice()) {
      for (MemberRun member : members) {
        beginAt.put(member.member().number(), member.clock().toTheirs(instant));
      }
    }
    try {
      fleet.sendToAll(new Message.Slice(task.number(), order, settleNanos, beginAt));
    } catch (IOException e) {
      fail(e.getMessage());
      throw e;
    }
  }

  /** Handles the next message, or waits a moment for one. */
  void look() throws IOException, InterruptedException {
    contacts.look();
  }

  /** Waits for all agents, or a failure; false when the time is over before, in s. */
  final boolean awaitAll(Predicate<MemberRun> condition, double seconds)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!hasFailed() && !members.stream().allMatch(condition)) {
      if ((System.nanoTime() - start) / 1e9 > seconds) {
        return false;
      }
      look();
    }
    return true;
  }

  /** Names of the agents that are not so. */
  final String without(Predicate<MemberRun> condition) {
    return members.stream()
        .filter(condition.negate())
        .map(MemberRun::name)
        .collect(Collectors.joining(", "));
  }

  /**
   * Keeps each agent's result, and writes the merged one. Where an agent was lost before anything
   * was done, its exit code is that of a run that was killed: without that agent it may do better.
   */
  final RunOutcome merged() throws IOException {
    FleetResults results = new FleetResults(task, fleet);
    for (MemberRun member : members) {
      results.add(
          member.member(),
          member.clock().wallMillisAhead(),
          member.ended().map(Message.Ended::result).orElse(""));
    }
    RunOutcome merged = results.merged(this::timing, exitCode, failure);
    boolean lost = exitCode == FAILED && members.stream().anyMatch(MemberRun::isLost);
    return lost && !merged.mayDoBetter()
        ? new RunOutcome(KILLED, merged.result(), merged.message())
        : merged;
  }

  /** Stops what is still alive, and waits for the results. */
  public final void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    boolean interrupted = Thread.interrupted();
    try {
      for (MemberRun member : members) {
        // Also one that is silent: it may work again later.
        if (member.isOrdered() && member.ended().isEmpty() && fleet.isPresent(member.member())) {
          fleet.send(member.member(), new Message.Stop(task.number()));
        }
      }
      long end = System.nanoTime() + STOPPING;
      while (members.stream().anyMatch(this::isStopping) && System.nanoTime() - end < 0) {
        try {
          look();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      contacts.remove(this);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean isStopping(MemberRun member) {
    return member.isAwaited() && fleet.isPresent(member.member());
  }

  /**
   * The agent's load generator has sent this.
   *
   * @param nanos when it came
   */
  final void said(AgentContacts.Contact from, RunMessage message, long nanos) {
    of(from)
        .filter(member -> !member.received(message, nanos))
        .ifPresent(member -> fail(member.name() + " sent an unexpected message: " + message));
  }

  /** The agent's load generator has ended. */
  final void ended(AgentContacts.Contact from, Message.Ended how) {
    of(from)
        .ifPresent(
            member -> {
              member.end(how);
              String early = tooEarly();
              if (how.exitCode() != 0 || !early.isEmpty()) {
                fail(
                    how.exitCode() == USAGE ? USAGE : FAILED,
                    member.name() + ": " + (how.message().isEmpty() ? early : how.message()));
              }
            });
  }

  /** The agent can no longer be used. */
  final void lost(AgentContacts.Contact agent, String why) {
    of(agent)
        .filter(member -> member.ended().isEmpty())
        .ifPresent(
            member -> {
              member.lose();
              fail(member.name() + ": " + why);
            });
  }

  final Optional<MemberRun> of(AgentContacts.Contact contact) {
    return members.stream().filter(member -> member.agent() == contact).findFirst();
  }

  final void fail(String why) {
    fail(FAILED, why);
  }

  /** The first reason is the cause of the others. */
  final void fail(int code, String why) {
    if (!hasFailed() && !closed) {
      failure = why;
      exitCode = code;
    }
  }
}
