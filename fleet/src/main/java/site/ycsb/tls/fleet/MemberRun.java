package site.ycsb.tls.fleet;

import java.util.Optional;
import site.ycsb.tls.comparison.run.RunOutcome;

/** The coordinator's view of one agent's share of a run. Not thread-safe. */
final class MemberRun {
  private final AgentContacts.Contact agent;

  /** When its last message came or, before the first one, when it was ordered; null before that. */
  private Long silentSince;

  private boolean heard;
  private boolean ready;
  private Long startedOurs;
  private long startError;
  private long seconds;
  private long operations;
  private boolean lost;
  private Message.Ended ended;

  MemberRun(AgentContacts.Contact agent) {
    this.agent = agent;
  }

  AgentContacts.Contact agent() {
    return agent;
  }

  Member member() {
    return agent.member;
  }

  String name() {
    return agent.member.name();
  }

  /** The agent's clock, which is that of its run. */
  Clock clock() {
    return agent.clock;
  }

  /** The agent is told now to fork it. */
  void ordered(long nanos) {
    silentSince = nanos;
  }

  /** Whether the agent was told to fork it. */
  boolean isOrdered() {
    return silentSince != null;
  }

  /**
   * A message of its run.
   *
   * @param nanos when it came, on our clock
   * @return whether it is one that a run sends; if not, nothing has changed
   */
  boolean received(RunMessage message, long nanos) {
    if (message instanceof RunMessage.Alive alive) {
      ready |= alive.ready();
    } else if (message instanceof RunMessage.Started start) {
      // Now: two clocks may have drifted apart by milliseconds at the end of a long run.
      startedOurs = clock().toOurs(start.nanos());
      startError = clock().errorAt(nanos);
    } else if (message instanceof RunMessage.Status status) {
      seconds = status.seconds();
      operations = status.operations();
    } else {
      return false;
    }
    silentSince = nanos;
    heard = true;
    return true;
  }

  /** Time since its last message, ns; since the order if there was none; 0 without an order. */
  long silence(long now) {
    return isOrdered() ? now - silentSince : 0;
  }

  /** Whether its run's JVM has sent anything. */
  boolean heard() {
    return heard;
  }

  /** Whether its run takes orders: the start, or that of the next slice. */
  boolean ready() {
    return ready;
  }

  /** When the measured window of a whole run began, on our clock; empty when it did not. */
  Optional<Long> started() {
    return Optional.ofNullable(startedOurs);
  }

  /** The most by which that is wrong, ns: the clock may be known better later. */
  long startError() {
    return startError;
  }

  /** Second of its last status. */
  long seconds() {
    return seconds;
  }

  /** Operations until its last status. */
  long operations() {
    return operations;
  }

  /** Nothing can be expected of it any longer. */
  void lose() {
    lost = true;
  }

  /** Whether its agent is gone, or its load generator was killed. */
  boolean isLost() {
    return lost || (ended != null && ended.exitCode() == RunOutcome.KILLED);
  }

  void end(Message.Ended how) {
    ended = how;
  }

  Optional<Message.Ended> ended() {
    return Optional.ofNullable(ended);
  }

  /** Whether it will end, and has not yet. */
  boolean isAwaited() {
    return isOrdered() && ended == null && !lost;
  }
}
