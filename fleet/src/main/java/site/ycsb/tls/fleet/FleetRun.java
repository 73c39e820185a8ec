package site.ycsb.tls.fleet;

import static site.ycsb.tls.comparison.run.RunOutcome.FAILED;
import static site.ycsb.tls.comparison.run.RunOutcome.INTERRUPTED;
import static site.ycsb.tls.comparison.run.RunOutcome.USAGE;

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

/** One run of all agents, from the order to the merged result. Used once, by one thread. */
final class FleetRun {
  private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long PING_EACH = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long SILENCE = TimeUnit.SECONDS.toNanos(AgentLink.SILENCE_SECONDS);

  /** The time until a JVM's first message; many may start at once on one machine. */
  private static final long FIRST_MESSAGE = TimeUnit.SECONDS.toNanos(120);

  /** The time for a stopped run to write its result. */
  private static final long STOPPING = TimeUnit.SECONDS.toNanos(15);

  private static final int SYNCHRONISING_PINGS = 10;

  /** How far ahead the start is set, in addition to some round trips. */
  private static final long LEAD = TimeUnit.MILLISECONDS.toNanos(500);

  private final Fleet fleet;
  private final FleetTask task;
  private final Consumer<StatusLine> status;
  private final List<MemberRun> runs;
  private long pings;
  private long lastPing;
  private boolean stopping;
  private final StatusSum sum = new StatusSum();

  /** The run cannot continue; the message says why, and names the agent. */
  private static final class Broken extends Exception {
    private static final long serialVersionUID = 1;
    private final int exitCode;
    private final transient Optional<Member> lost;

    Broken(int exitCode, String message, Optional<Member> lost) {
      super(message);
      this.exitCode = exitCode;
      this.lost = lost;
    }
  }

  FleetRun(Fleet fleet, FleetTask task, Consumer<StatusLine> status) {
    this.fleet = fleet;
    this.task = task;
    this.status = Objects.requireNonNull(status);
    runs = fleet.members().stream().map(MemberRun::new).toList();
  }

  /**
   * Makes the run and waits for its end.
   *
   * @throws InterruptedException when this thread was interrupted; all agents have stopped by then,
   *     and what they measured is in the request's directory, marked incomplete
   */
  RunOutcome make() throws IOException, InterruptedException {
    task.clearDirectory();
    try {
      order();
      await(MemberRun::ready);
      start();
      await(run -> run.ended().isPresent());
      return outcome(0, "");
    } catch (Broken e) {
      fleet.note(e.getMessage() + "; the others are stopped.");
      e.lost.ifPresent(fleet::giveUp);
      stop();
      return outcome(e.exitCode, e.getMessage());
    } catch (InterruptedException e) {
      stop();
      outcome(INTERRUPTED, "interrupted: these are the figures until then");
      throw e;
    } catch (IOException e) {
      stop();
      throw e;
    }
  }

  /** For a load, the first agent makes the tables; the others start afterwards. */
  private void order() throws IOException, Broken, InterruptedException {
    List<MemberRun> first = task.request().phase() == Phase.LOAD ? runs.subList(0, 1) : runs;
    for (MemberRun run : first) {
      order(run);
    }
    if (first.size() < runs.size()) {
      await(run -> !first.contains(run) || run.ready());
      for (MemberRun run : runs.subList(1, runs.size())) {
        order(run);
      }
    }
  }

  private void order(MemberRun run) throws IOException {
    run.ordered(System.nanoTime());
    fleet.send(run.member(), task.fork(run.member(), runs.size(), null));
  }

  private void start() throws IOException, Broken, InterruptedException {
    for (int i = 0; i < SYNCHRONISING_PINGS; i++) {
      ping(System.nanoTime());
      await(2 * LOOK);
    }
    await(run -> run.clock().isKnown());
    long longest = runs.stream().mapToLong(run -> run.clock().roundTrip()).max().orElse(0);
    long instant = System.nanoTime() + LEAD + 4 * longest;
    for (MemberRun run : runs) {
      send(run, new RunMessage.Start(run.clock().toTheirs(instant)));
    }
  }

  /** Waits until the condition holds for all agents. */
  private void await(Predicate<MemberRun> condition)
      throws IOException, Broken, InterruptedException {
    while (!runs.stream().allMatch(condition)) {
      look();
    }
  }

  private void await(long nanos) throws IOException, Broken, InterruptedException {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() - end < 0) {
      look();
    }
  }

  private void look() throws IOException, Broken, InterruptedException {
    FleetEvent event = fleet.poll(LOOK);
    if (event instanceof FleetEvent.Received received) {
      handle(received);
    } else if (event == null) {
      // All received messages were handled: now check for silence.
      refuseLoss();
    }
    long now = System.nanoTime();
    if (now - lastPing > PING_EACH) {
      ping(now);
    }
    sum.next().ifPresent(status);
  }

  private void handle(FleetEvent.Received received) throws IOException, Broken {
    Optional<MemberRun> from =
        runs.stream()
            .filter(run -> run.member().address().equals(received.from()))
            .filter(run -> fleet.isPresent(run.member()))
            .findFirst();
    if (from.isEmpty()) {
      fleet.refuse(received);
    } else if (received.message() instanceof Message.FromRun fromRun
        && fromRun.run() == task.number()) {
      if (!from.get().received(fromRun.message(), received.nanos()) && !stopping) {
        throw new Broken(
            FAILED,
            from.get().member().name() + " sent an unexpected message: " + fromRun.message(),
            from.map(MemberRun::member));
      }
    } else if (received.message() instanceof Message.Ended ended && ended.run() == task.number()) {
      from.get().end(ended);
      // A third party's client may end the JVM. What must be known before the start would be
      // awaited
      // for ever.
      boolean early = !from.get().ready() || !from.get().clock().isKnown();
      if ((ended.exitCode() != 0 || early) && !stopping) {
        String why =
            "its run ended with exit code 0 before it began; the agent's files have its output";
        throw new Broken(
            ended.exitCode() == USAGE ? USAGE : FAILED,
            from.get().member().name() + ": " + (ended.exitCode() == 0 ? why : ended.message()),
            Optional.empty());
      }
    }
  }

  private void refuseLoss() throws Broken {
    long now = System.nanoTime();
    for (MemberRun run : runs) {
      if (stopping || run.ended().isPresent()) {
        continue;
      }
      long allowed = run.heard() ? SILENCE : FIRST_MESSAGE;
      String loss = "";
      if (!fleet.isPresent(run.member())) {
        loss = run.member().name() + " is gone: it died, hangs, or is cut off";
      } else if (run.silence(now) > allowed) {
        loss =
            "the run of %s has sent nothing for %d s: it hangs, or is cut off"
                .formatted(run.member().name(), TimeUnit.NANOSECONDS.toSeconds(allowed));
      }
      if (!loss.isEmpty()) {
        throw new Broken(FAILED, loss, Optional.of(run.member()));
      }
    }
  }

  private void ping(long now) throws IOException {
    lastPing = now;
    pings++;
    for (MemberRun run : runs) {
      if (run.heard() && run.ended().isEmpty() && fleet.isPresent(run.member())) {
        run.clock().sent(pings, System.nanoTime());
        send(run, new RunMessage.Ping(pings));
      }
    }
  }

  private void send(MemberRun run, RunMessage message) throws IOException {
    fleet.send(run.member(), new Message.ToRun(task.number(), message));
  }

  /** Ends the runs that still work, and waits for their results. */
  private void stop() throws IOException {
    stopping = true;
    boolean interrupted = Thread.interrupted();
    for (MemberRun run : runs) {
      if (isAwaited(run)) {
        fleet.send(run.member(), new Message.Stop(task.number()));
      }
    }
    long end = System.nanoTime() + STOPPING;
    while (runs.stream().anyMatch(this::isAwaited) && System.nanoTime() - end < 0) {
      try {
        look();
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (Broken e) {
        throw new IllegalStateException("a run that is stopping was aborted again", e);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isAwaited(MemberRun run) {
    return run.isOrdered() && run.ended().isEmpty() && fleet.isPresent(run.member());
  }

  /** Keeps each agent's result, and writes the merged one. */
  private RunOutcome outcome(int exitCode, String failure) throws IOException {
    FleetResults results = new FleetResults(task, fleet);
    for (MemberRun run : runs) {
      results.add(
          run.member(),
          run.clock().wallMillisAhead(),
          run.ended().map(Message.Ended::result).orElse(""));
    }
    return results.merged(
        (places, each) -> Timing.ofWholeRuns(places.stream().map(runs::get).toList(), each),
        exitCode,
        failure);
  }

  /** The agents' status lines as one. */
  private final class StatusSum {
    private long lastSeconds = -1;
    private long lastOperations;

    /** One line whenever all of them have sent theirs. */
    Optional<StatusLine> next() {
      long seconds = runs.stream().mapToLong(MemberRun::seconds).min().orElse(0);
      if (seconds <= lastSeconds || runs.stream().anyMatch(run -> run.started().isEmpty())) {
        return Optional.empty();
      }
      long done = runs.stream().mapToLong(MemberRun::operations).sum();
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
              "[" + runs.size() + " agents]"));
    }
  }
}
