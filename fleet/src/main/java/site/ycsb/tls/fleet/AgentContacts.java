package site.ycsb.tls.fleet;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jgroups.Address;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.slice.SliceReport;

/**
 * What the runs of a fleet share: the agents and their clocks, the messages, and how long before a
 * slice its order must be sent. Used by one thread.
 */
final class AgentContacts {
  /** Messages wake it: this is only how soon silence is noticed. */
  private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long PING_EACH = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long SILENCE = TimeUnit.SECONDS.toNanos(AgentLink.SILENCE_SECONDS);
  private static final int SYNCHRONISING_PINGS = 10;
  private static final long BETWEEN_PINGS = TimeUnit.MILLISECONDS.toNanos(40);

  /** An agent that is in the group and does not answer for so long does not work. */
  private static final long LONGEST_SYNCHRONISING = TimeUnit.SECONDS.toNanos(60);

  /** Times in logs and slices are by the wall clocks. */
  private static final long MOST_WALL_MILLIS = 1_000;

  private static final String GONE = "gone: it died, hangs, or is cut off";

  private final Fleet fleet;
  private final Map<Integer, FleetRun> runs = new TreeMap<>();
  private final Map<Address, Contact> contacts = new LinkedHashMap<>();
  private final SlicePace pace = new SlicePace();

  /** The wall clock when {@link System#nanoTime()} was 0: one for all slices. */
  private final long wallOffset = SliceReport.time(Instant.now()) - System.nanoTime();

  private long pings;
  private long lastPing;
  private long lastLook;
  private long watchedSince;
  private boolean lengthIsNoted;

  /** An agent, as the coordinator hears of it. */
  static final class Contact {
    final Member member;
    final Clock clock = new Clock();
    private long heardAt;

    Contact(Member member, long now) {
      this.member = member;
      this.heardAt = now;
    }
  }

  AgentContacts(Fleet fleet) {
    this.fleet = fleet;
  }

  /**
   * Waits until all agents are there, others in the place of those that are gone, and answer.
   *
   * @throws IOException when they do not
   */
  void gather() throws IOException, InterruptedException {
    do {
      fleet.complete(
          said -> {
            if (contacts.containsKey(said.from())) {
              handle(said);
            }
          });
      List<Member> members = fleet.members();
      contacts.values().stream()
          .filter(contact -> !members.contains(contact.member))
          .forEach(contact -> lost(contact, GONE));
      contacts.values().removeIf(contact -> !members.contains(contact.member));
      for (Member member : members) {
        contacts.putIfAbsent(member.address(), new Contact(member, System.nanoTime()));
      }
    } while (!synchronise());
  }

  /**
   * Refuses agents whose wall clocks are too wrong.
   *
   * @throws IOException when one is; the message names the agent
   */
  void requireWallClocks() throws IOException {
    for (Contact contact : contacts.values()) {
      long ahead = contact.clock.wallMillisAhead();
      if (Math.abs(ahead) > MOST_WALL_MILLIS) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "the clock of %s is %.1f s %s: set it, by NTP for example; at most 1 s is accepted, since logs and slices have its times",
                contact.member.name(),
                Math.abs(ahead) / 1e3,
                ahead > 0 ? "ahead" : "behind"));
      }
    }
  }

  /** Compares the clocks; false when an agent is gone. */
  private boolean synchronise() throws IOException, InterruptedException {
    long start = System.nanoTime();
    if (contacts.values().stream()
        .allMatch(c -> c.clock.isKnown() && start - c.heardAt < PING_EACH)) {
      return true;
    }
    compareClocks();
    while (true) {
      if (contacts.values().stream().anyMatch(c -> !fleet.isPresent(c.member))) {
        return false;
      }
      List<Contact> silent =
          contacts.values().stream()
              .filter(c -> !c.clock.isKnown() || c.heardAt - start <= 0)
              .toList();
      if (silent.isEmpty()) {
        return true;
      }
      if (System.nanoTime() - start > LONGEST_SYNCHRONISING) {
        throw new IOException(
            silent.stream().map(c -> c.member.name()).collect(Collectors.joining(", "))
                + ": no answer for %d s"
                    .formatted(TimeUnit.NANOSECONDS.toSeconds(LONGEST_SYNCHRONISING)));
      }
      look();
    }
  }

  /** Compares the clocks anew, by several pings: the fastest of them counts. */
  void compareClocks() throws IOException, InterruptedException {
    for (int i = 0; i < SYNCHRONISING_PINGS; i++) {
      ping(/* all= */ true);
      long now = System.nanoTime();
      while (System.nanoTime() - now < BETWEEN_PINGS) {
        look(BETWEEN_PINGS);
      }
    }
  }

  /** The agents, in the order of their numbers. */
  List<Contact> contacts() {
    return fleet.members().stream().map(member -> contacts.get(member.address())).toList();
  }

  void add(FleetRun run) {
    runs.put(run.number(), run);
  }

  void remove(FleetRun run) {
    runs.remove(run.number());
  }

  /** Handles the next message, or waits a moment for one. */
  void look() throws IOException, InterruptedException {
    look(LOOK);
  }

  /** The same, and waits for so long, ns. */
  void look(long nanos) throws IOException, InterruptedException {
    long before = System.nanoTime();
    if (before - lastLook > PING_EACH) {
      // Nobody was asked meanwhile: silence begins now.
      watchedSince = before;
    }
    FleetEvent event = fleet.poll(nanos);
    lastLook = System.nanoTime();
    if (event instanceof FleetEvent.Received received) {
      handle(received);
    } else if (event == null) {
      // All received messages were handled: now check for silence.
      contacts.values().stream()
          .filter(contact -> !fleet.isPresent(contact.member))
          .forEach(contact -> lost(contact, GONE));
      runs.values().forEach(FleetRun::watch);
    }
    if (lastLook - lastPing > PING_EACH) {
      ping(runs.values().stream().anyMatch(FleetRun::needsPings));
    }
  }

  private void handle(FleetEvent.Received received) throws IOException {
    Contact from = contacts.get(received.from());
    Message message = received.message();
    if (from == null || !fleet.isPresent(from.member)) {
      fleet.refuse(received);
      return;
    }
    from.heardAt = Math.max(from.heardAt, received.nanos());
    if (message instanceof Message.Pong pong) {
      from.clock.answered(pong.number(), pong.nanos(), pong.wallMillis(), received.nanos());
    } else if (message instanceof Message.FromRun fromRun) {
      run(fromRun.run()).ifPresent(run -> run.said(from, fromRun.message(), received.nanos()));
    } else if (message instanceof Message.Sliced sliced) {
      run(sliced.run()).ifPresent(run -> run.reported(from, sliced, received.nanos()));
    } else if (message instanceof Message.Ended ended) {
      run(ended.run()).ifPresent(run -> run.ended(from, ended));
    }
    long jump = from.clock.takeJump();
    if (jump != 0) {
      String how =
          String.format(
              Locale.ROOT,
              "its clock jumped by %+.3f s: the machine was suspended or moved",
              jump / 1e9);
      runs.values().forEach(run -> run.clockJumped(from, how));
    }
  }

  private Optional<FleetRun> run(int number) {
    return Optional.ofNullable(runs.get(number));
  }

  private void lost(Contact agent, String why) {
    runs.values().forEach(run -> run.lost(agent, why));
  }

  /** Whether an agent has sent nothing for {@link AgentLink#SILENCE_SECONDS}. */
  boolean isSilent(Contact contact) {
    return System.nanoTime() - Math.max(contact.heardAt, watchedSince) > SILENCE;
  }

  /** Pings all, or those that were not heard a moment ago: slices are pings, too. */
  private void ping(boolean all) throws IOException {
    pings++;
    lastPing = System.nanoTime();
    for (Contact contact : contacts.values()) {
      boolean wanted = all || lastPing - contact.heardAt > PING_EACH;
      if (wanted && fleet.isPresent(contact.member)) {
        contact.clock.sent(pings, System.nanoTime());
        fleet.send(contact.member, new Message.Ping(pings));
      }
    }
  }

  /** How exactly the difference of two agents' times is known now at least, ns. */
  long clockError() {
    return (long)
        Timing.clockError(
            contacts.values().stream().mapToDouble(contact -> contact.clock.error()).toArray());
  }

  /** An instant of our {@link System#nanoTime()} as ns since 1970. */
  long wallTime(long nanos) {
    return wallOffset + nanos;
  }

  SlicePace pace() {
    return pace;
  }

  /** See {@link SlicePace#leastSeconds}; the user is informed once of slices that are longer. */
  double leastSliceSeconds() {
    double least = pace.leastSeconds(clockError());
    if (least > Slicing.USUAL_SECONDS && !lengthIsNoted) {
      lengthIsNoted = true;
      fleet.note(
          String.format(
              Locale.ROOT,
              "Slices last %.0f ms or more: the agents' clocks are known to %.1f ms, and they begin %.1f ms apart.",
              1e3 * least,
              clockError() / 1e6,
              pace.skewNanos() / 1e6));
    }
    return least;
  }
}
