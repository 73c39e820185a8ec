package site.ycsb.tls.fleet;

import java.util.Optional;

/** What the coordinator knows of one agent's share of the present run. Not thread-safe. */
final class Seated {
  private final Member member;
  private final Clock clock = new Clock();
  private long lastHeard;
  private boolean heard;
  private boolean ready;
  private long startedTheirs;
  private boolean started;
  private long seconds;
  private long operations;
  private Message.Ended ended;

  Seated(Member member) {
    this.member = member;
  }

  Member member() {
    return member;
  }

  Clock clock() {
    return clock;
  }

  /**
   * Its run has said something.
   *
   * @param line one of those that {@link Seat} describes; others are passed over
   * @param nanos when it came, on our clock
   */
  void hear(String line, long nanos) {
    lastHeard = nanos;
    heard = true;
    String[] words = line.split(" ", -1);
    switch (words[0]) {
      case Seat.READY -> ready = true;
      case Seat.PONG ->
          clock.answered(
              Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]), nanos);
      case Seat.STARTED -> {
        started = true;
        startedTheirs = Long.parseLong(words[1]);
      }
      case Seat.STATUS -> {
        seconds = Long.parseLong(words[1]);
        operations = Long.parseLong(words[2]);
      }
      default -> {
        // Its first word.
      }
    }
  }

  /** How long nothing was heard, ns; since the order, where nothing was ever heard. */
  long silence(long now, long ordered) {
    return now - (heard ? lastHeard : ordered);
  }

  /** Whether its run's JVM has said anything. */
  boolean heard() {
    return heard;
  }

  boolean ready() {
    return ready;
  }

  /** When its measured window began, on our clock; empty when it did not. */
  Optional<Long> started() {
    return started && clock.isKnown() ? Optional.of(clock.toOurs(startedTheirs)) : Optional.empty();
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
