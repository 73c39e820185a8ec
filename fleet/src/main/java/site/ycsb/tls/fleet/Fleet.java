package site.ycsb.tls.fleet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jgroups.Address;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.certificate.Validity;
import site.ycsb.tls.channel.FleetCertificates;
import site.ycsb.tls.comparison.run.RunLauncher;
import site.ycsb.tls.engine.StatusLine;
import site.ycsb.tls.file.TemporaryDirectory;

/**
 * The coordinator's view of the agents that make runs together. Used by one thread.
 *
 * <pre>{@code
 * try (Fleet fleet = Fleet.gather(options, self)) {
 *   RunOutcome outcome = fleet.launcher(secrets, command, status, turns).launch(request);
 * }
 * }</pre>
 */
public final class Fleet implements AutoCloseable {
  private static final long LOOK_MILLIS = 200;

  /** After this long the group misses an agent that was killed: its connections are closed, ns. */
  private static final long MISSED_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final FleetOptions options;
  private final Coordinator self;
  private final BlockingQueue<FleetEvent> events = new LinkedBlockingQueue<>();
  private final List<Member> members = new ArrayList<>();
  private List<Address> present = List.of();

  /** Agents that want to join; they may take the place of one that is gone. */
  private final List<FleetEvent.Received> waiting = new ArrayList<>();

  private Optional<LocalAgents> local = Optional.empty();
  private Optional<TemporaryDirectory> ownCertificates = Optional.empty();
  private Group group;
  private int runs;

  /**
   * The settings of a coordinator.
   *
   * @param version of this program; agents must have the same
   * @param jvmArguments for local agents
   * @param note receives messages, one line each
   */
  public record Coordinator(String version, List<String> jvmArguments, Consumer<String> note) {
    public Coordinator {
      Objects.requireNonNull(version);
      jvmArguments = List.copyOf(jvmArguments);
    }
  }

  private Fleet(FleetOptions options, Coordinator self) {
    this.options = options;
    this.self = self;
  }

  /**
   * Makes the fleet, and waits until all agents have joined.
   *
   * @throws IOException when they did not join in time
   */
  public static Fleet gather(FleetOptions options, Coordinator self)
      throws IOException, InterruptedException {
    Fleet fleet = new Fleet(options, self);
    try {
      fleet.gather();
      return fleet;
    } catch (IOException | InterruptedException | RuntimeException e) {
      fleet.close();
      throw e;
    }
  }

  private void gather() throws IOException, InterruptedException {
    if (options.certificates().isEmpty()) {
      FleetCertificates certificates = ownCertificates();
      found(certificates, Group.PORT_RANGE);
      local =
          Optional.of(
              new LocalAgents(options, group.listensAt(), certificates, self.jvmArguments()));
    } else {
      found(options.certificates().get(), 0);
      note(
          "Waiting for %d agents at %s: bin/ycsb agent --join %s"
              .formatted(
                  options.agents(), Group.text(group.listensAt()), Group.text(options.listen())));
    }
    awaitAgents();
  }

  /** No other process on this machine may join either. */
  private FleetCertificates ownCertificates() throws IOException {
    TemporaryDirectory directory = TemporaryDirectory.create("fleet");
    ownCertificates = Optional.of(directory);
    FleetCertificates certificates = new FleetCertificates(directory.path());
    certificates.create(Validity.days(30));
    return certificates;
  }

  private void found(FleetCertificates certificates, int range) throws IOException {
    group =
        Group.found(options.listen(), range, certificates.context(), "coordinator", events::add);
  }

  private void awaitAgents() throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (members.size() < options.agents()) {
      if (local.isPresent() && local.get().startNext(members.size())) {
        start = System.nanoTime();
      }
      FleetEvent event = poll(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
      if (event instanceof FleetEvent.Received received) {
        greet(received);
      } else if (event instanceof FleetEvent.Present) {
        members.removeIf(member -> !isPresent(member));
      }
      Optional<String> ended = local.isPresent() ? local.get().ended() : Optional.empty();
      if (ended.isPresent()) {
        throw new IOException(ended.get());
      }
      if (System.nanoTime() - start > options.joinTimeout().toNanos()) {
        throw new IOException(
            "%d of %d agents joined within %d s (--join-timeout)"
                .formatted(members.size(), options.agents(), options.joinTimeout().toSeconds()));
      }
    }
  }

  private void greet(FleetEvent.Received received) throws IOException {
    if (!(received.message() instanceof Message.Hello hello)) {
      return;
    }
    Optional<String> refusal = refusal(hello);
    if (refusal.isPresent()) {
      note("Refused an agent on " + hello.host() + ": " + refusal.get());
      group.send(received.from(), new Message.Dismissed(refusal.get()));
      return;
    }
    Member member = new Member(number(hello.number()), hello, received.from());
    members.add(member);
    members.sort(Comparator.comparing(Member::number));
    group.send(received.from(), new Message.Welcome(member.number(), member.name()));
    note("%s joined, %d of %d".formatted(member.name(), members.size(), options.agents()));
  }

  private Optional<String> refusal(Message.Hello hello) {
    if (hello.protocol() != Message.PROTOCOL || !hello.version().equals(self.version())) {
      return Optional.of(
          "it has version %s (protocol %d), the coordinator %s (protocol %d)"
              .formatted(hello.version(), hello.protocol(), self.version(), Message.PROTOCOL));
    }
    if (members.size() == options.agents()) {
      return Optional.of(tooMany());
    }
    return members.stream()
        .filter(member -> !member.java().equals(hello.java()))
        .findFirst()
        .map(
            member ->
                "it has Java %s, and %s has %s; start all agents with the same Java"
                    .formatted(hello.java(), member.name(), member.java()));
  }

  /** The wanted number if it is free; otherwise the first free one. */
  private int number(int wanted) {
    return IntStream.concat(
            IntStream.of(wanted).filter(number -> number >= 1 && number <= options.agents()),
            IntStream.rangeClosed(1, options.agents()))
        .filter(number -> members.stream().noneMatch(member -> member.number() == number))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Makes runs with all agents: whole ones, one at a time, and runs that take turns, several at a
   * time. The request's threads, operations, target and records are totals.
   *
   * @param secrets which properties must not be seen on command lines
   * @param command the command line that the results name, secrets masked
   * @param status receives the sum of all of a whole run, each status interval
   * @param sideBySide how runs that take turns are alive on an agent's machine
   */
  public RunLauncher launcher(
      Secrets secrets, String command, Consumer<StatusLine> status, SideBySideRuns sideBySide) {
    return new FleetLauncher(this, secrets, command, status, sideBySide, new AgentContacts(this));
  }

  /**
   * How the runs that take turns are alive side by side on an agent's machine.
   *
   * @param together how many are alive at a time, at most; 0 if none take turns
   * @param heapBytes the most heap of each; 0 = as fits into the agent's memory
   * @param keepAwake whether idle processors are kept awake where that is permitted
   */
  public record SideBySideRuns(int together, long heapBytes, boolean keepAwake) {

    /** The same for a machine that several agents share. */
    SideBySideRuns onMachineOf(long agents) {
      return new SideBySideRuns((int) (together * agents), heapBytes, keepAwake);
    }
  }

  /** The number of the next run, from 1. */
  int nextRun() {
    return ++runs;
  }

  /** Takes what the members have said meanwhile. */
  @FunctionalInterface
  interface MemberMessages {
    void handle(FleetEvent.Received received) throws IOException;
  }

  /**
   * Waits for agents in the place of those that are gone.
   *
   * @param said gets the messages that have come from members; a run may be theirs
   * @throws IOException when none joined in time; the message names those that are gone
   */
  void complete(MemberMessages said) throws IOException, InterruptedException {
    while (!events.isEmpty()) {
      if (poll(0) instanceof FleetEvent.Received received) {
        if (members.stream().noneMatch(m -> m.address().equals(received.from()))) {
          refuse(received);
        } else {
          said.handle(received);
        }
      }
    }
    List<Member> gone = members.stream().filter(member -> !isPresent(member)).toList();
    if (gone.isEmpty()) {
      return;
    }
    String names = gone.stream().map(Member::name).collect(Collectors.joining(", "));
    note("%s: connection lost. Waiting for another agent in its place.".formatted(names));
    members.removeAll(gone);
    for (FleetEvent.Received hello : waiting) {
      if (present.contains(hello.from())) {
        greet(hello);
      }
    }
    waiting.clear();
    if (local.isPresent()) {
      for (Member member : gone) {
        local.get().startAgain(member.number());
      }
    }
    try {
      awaitAgents();
    } catch (IOException e) {
      throw new IOException(
          names + ": connection lost, and no other agent came: " + e.getMessage(), e);
    }
  }

  /** How many agents are on a machine. */
  long agentsOn(String machine) {
    return members.stream().filter(member -> member.machine().equals(machine)).count();
  }

  /** How many agents share the machine that has most of them. */
  int mostOnAMachine() {
    return members.stream().mapToInt(member -> (int) agentsOn(member.machine())).max().orElse(1);
  }

  /** The agents, in the order of their numbers. */
  List<Member> members() {
    return List.copyOf(members);
  }

  /** Whether all agents are on this machine. */
  boolean isOnThisMachine() {
    return options.isOnThisMachine();
  }

  /** The next event; null when there was none in the given time. */
  FleetEvent poll(long nanos) throws IOException, InterruptedException {
    FleetEvent event = events.poll(nanos, TimeUnit.NANOSECONDS);
    if (event instanceof FleetEvent.Present now) {
      present = now.members();
    }
    if (!waiting.isEmpty() && members.stream().allMatch(this::isPresent)) {
      refuseOverdue();
    }
    return event;
  }

  /** All members are still there: who waits for the place of one is too many. */
  private void refuseOverdue() throws IOException {
    long now = System.nanoTime();
    List<FleetEvent.Received> overdue =
        waiting.stream().filter(hello -> now - hello.nanos() > MISSED_NANOS).toList();
    waiting.removeAll(overdue);
    for (FleetEvent.Received hello : overdue) {
      group.send(hello.from(), new Message.Dismissed(tooMany()));
    }
  }

  private String tooMany() {
    return "the fleet has all of its %d agents".formatted(options.agents());
  }

  /** Whether the agent is alive, according to the events polled so far. */
  boolean isPresent(Member member) {
    return present.contains(member.address());
  }

  /** Tells the user at once. */
  void note(String line) {
    self.note().accept(line);
  }

  void send(Member member, Message message) throws IOException {
    group.send(member.address(), message);
  }

  void sendToAll(Message message) throws IOException {
    group.sendToAll(message);
  }

  /** An agent that is not, or no longer, a member wants to work. */
  void refuse(FleetEvent.Received said) throws IOException {
    String why = "it did not answer in time, and the run continued without it";
    if (said.message() instanceof Message.Hello hello) {
      if (members.stream().anyMatch(mayGo(hello))) {
        waiting.add(said);
        return;
      }
      why = tooMany();
    }
    group.send(said.from(), new Message.Dismissed(why));
  }

  /**
   * Whether this member is gone, or may be: an agent that was killed and is started again at once
   * comes before the group misses it.
   */
  private Predicate<Member> mayGo(Message.Hello newcomer) {
    return member -> !isPresent(member) || member.machine().equals(newcomer.machine());
  }

  /** Dismisses the agents. */
  @Override
  public void close() throws IOException {
    try {
      if (group != null) {
        for (Member member : members.stream().filter(this::isPresent).toList()) {
          group.send(member.address(), new Message.Dismissed(""));
        }
      }
    } finally {
      local.ifPresent(LocalAgents::close);
      if (group != null) {
        group.close();
      }
      if (ownCertificates.isPresent()) {
        ownCertificates.get().close();
      }
    }
  }
}
