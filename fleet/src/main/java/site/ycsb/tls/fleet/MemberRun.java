package site.ycsb.tls.fleet;

import java.util.Optional;

/** The coordinator's view of one agent's share of the present run. Not thread-safe. */
final class MemberRun {
  private final Member member;
  private final Clock clock = new Clock();

  /** When its last message came or, before the first one, when it was ordered; null before that. */
  private Long silentSince;

  private boolean heard;
  private boolean ready;
  private Long startedTheirs;
  private Long startedOurs;
  private long startError;
  private long seconds;
  private long operations;
  private Message.Ended ended;

  MemberRun(Member member) {
    this.member = member;
  }

  Member member() {
    return member;
  }

  Clock clock() {
    return clock;
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
    } else if (message instanceof RunMessage.Pong pong) {
      clock.answered(pong.number(), pong.nanos(), pong.wallMillis(), nanos);
    } else if (message instanceof RunMessage.Started start) {
      startedTheirs = start.nanos();
    } else if (message instanceof RunMessage.Status status) {
      seconds = status.seconds();
      operations = status.operations();
    } else {
      return false;
    }
    if (startedTheirs != null && startedOurs == null && clock.isKnown()) {
      // Now: two clocks may have drifted apart by milliseconds at the end of a long run.
      startedOurs = clock.toOurs(startedTheirs);
      startError = clock.errorAt(nanos);
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

  boolean ready() {
    return ready;
  }

  /** When its measured window began, on our clock; empty when it did not. */
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

  void end(Message.Ended how) {
    ended = how;
  }

  Optional<Message.Ended> ended() {
    return Optional.ofNullable(ended);
  }
}
