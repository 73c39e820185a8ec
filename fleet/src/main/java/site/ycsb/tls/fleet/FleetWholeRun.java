package site.ycsb.tls.fleet;

import static site.ycsb.tls.comparison.run.RunOutcome.INTERRUPTED;

import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import site.ycsb.tls.comparison.run.RunOutcome;
import site.ycsb.tls.engine.StatusLine;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.slice.Order;

/**
 * A whole run of all agents: one slice, whose length each of them decides by its share of the work.
 * Used once.
 */
final class FleetWholeRun extends FleetRun {
  /** The time until a JVM's first message, s; many may start at once on one machine. */
  private static final long FIRST_MESSAGE_SECONDS = 120;

  /** How far ahead the start is set, in addition to some round trips, ns. */
  private static final long LEAD = TimeUnit.MILLISECONDS.toNanos(500);

  /** Messages of many agents come often: silence is noticed in the pauses between them, ns. */
  private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(20);

  private final Consumer<StatusLine> status;
  private final StatusSum sum = new StatusSum();
  private boolean begun;

  /**
   * @param status receives the sum of all, each status interval
   */
  FleetWholeRun(Fleet fleet, AgentContacts contacts, FleetTask task, Consumer<StatusLine> status) {
    super(fleet, contacts, task);
    this.status = Objects.requireNonNull(status);
  }

  /**
   * Makes the run and waits for its end.
   *
   * @throws InterruptedException when this thread was interrupted; all agents have stopped by then,
   *     and what they measured is in the request's directory, marked incomplete
   */
  RunOutcome make() throws IOException, InterruptedException {
    register();
    try {
      if (fork() && await(MemberRun::ready) && start()) {
        await(member -> member.ended().isPresent());
      }
      if (hasFailed()) {
        fleet.note(failure() + "; the others are stopped.");
      }
    } catch (InterruptedException e) {
      fail(INTERRUPTED, "interrupted: these are the figures until then");
      close();
      merged();
      throw e;
    } finally {
      close();
    }
    return merged();
  }

  /** For a load, the first agent makes the tables; the others start afterwards. */
  private boolean fork() throws IOException, InterruptedException {
    List<MemberRun> first = task.request().phase() == Phase.LOAD ? members.subList(0, 1) : members;
    for (MemberRun member : first) {
      fork(member, null);
    }
    if (first.size() < members.size()
        && await(member -> !first.contains(member) || member.ready())) {
      for (MemberRun member : members.subList(1, members.size())) {
        fork(member, null);
      }
    }
    return !hasFailed();
  }

  private boolean start() throws IOException, InterruptedException {
    contacts.compareClocks();
    if (hasFailed()) {
      return false;
    }
    long longest = members.stream().mapToLong(m -> m.clock().roundTrip()).max().orElse(0);
    order(new Order(Order.Kind.MEASURE, 0), 0, System.nanoTime() + LEAD + 4 * longest);
    begun = true;
    return true;
  }

  /** Waits until all are so; false when the run has failed instead. */
  private boolean await(Predicate<MemberRun> condition) throws IOException, InterruptedException {
    awaitAll(condition, Double.POSITIVE_INFINITY);
    return !hasFailed();
  }

  @Override
  void look() throws IOException, InterruptedException {
    contacts.look(LOOK);
    sum.next().ifPresent(status);
  }

  @Override
  String tooEarly() {
    // A third party's client may end the JVM. What must be known before the start would be awaited
    // for ever.
    return begun
        ? ""
        : "its run ended with exit code 0 before it began; the agent's files have its output";
  }

  /** Its load generators are at work, and nobody waits for an answer with a deadline. */
  @Override
  void watch() {
    if (isClosed()) {
      return;
    }
    long now = System.nanoTime();
    for (MemberRun member : members) {
      long allowed = member.heard() ? AgentLink.SILENCE_SECONDS : FIRST_MESSAGE_SECONDS;
      if (member.silence(now) > TimeUnit.SECONDS.toNanos(allowed)) {
        lost(
            member.agent(),
            "its run has sent nothing for %d s: it hangs, or is cut off".formatted(allowed));
      }
    }
  }

  @Override
  boolean needsPings() {
    return true;
  }

  @Override
  Timing timing(List<Integer> places, List<RunResult> results) {
    return Timing.ofWholeRuns(places.stream().map(members::get).toList(), results);
  }

  /** The agents' status lines as one. */
  private final class StatusSum {
    private long lastSeconds = -1;
    private long lastOperations;

    /** One line whenever all of them have sent theirs. */
    Optional<StatusLine> next() {
      long seconds = members.stream().mapToLong(MemberRun::seconds).min().orElse(0);
      if (seconds <= lastSeconds || members.stream().anyMatch(run -> run.started().isEmpty())) {
        return Optional.empty();
      }
      long done = members.stream().mapToLong(MemberRun::operations).sum();
      double perSecond =
          lastSeconds < 0 || seconds == 0
              ? 0
              : (done - lastOperations) / (double) (seconds - lastSeconds);
      lastSeconds = seconds;
      lastOperations = done;
      return Optional.of(
          new StatusLine(
              LocalDateTime.now(ZoneId.systemDefault()),
              task.options().label(),
              seconds,
              done,
              perSecond,
              StatusLine.remaining(task.options(), done, (double) seconds),
              "[" + members.size() + " agents]"));
    }
  }
}
