package site.ycsb.tls.fleet;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the coordinator knows of one agent's share of the present run. Not thread-safe. */
final class Seated {
  /** Numbers have 18 digits at most: each is a long. */
  private static final Pattern LINE =
      Pattern.compile(
          Seat.HERE
              + "|(?<ready>"
              + Seat.READY
              + ")|"
              + Seat.PONG
              + " (?<ping>\\d{1,18}) (?<nanos>-?\\d{1,18}) (?<wall>\\d{1,18})|"
              + Seat.STARTED
              + " (?<start>-?\\d{1,18})|"
              + Seat.STATUS
              + " (?<seconds>\\d{1,18}) (?<operations>\\d{1,18})");

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
   * @param line one of those that {@link Seat} describes
   * @param nanos when it came, on our clock
   * @return whether it was one of those; if not, nothing has changed
   */
  boolean hear(String line, long nanos) {
    Matcher words = LINE.matcher(line);
    if (!words.matches()) {
      return false;
    }
    lastHeard = nanos;
    heard = true;
    if (words.group("ready") != null) {
      ready = true;
    } else if (words.group("ping") != null) {
      clock.answered(number(words, "ping"), number(words, "nanos"), number(words, "wall"), nanos);
    } else if (words.group("start") != null) {
      started = true;
      startedTheirs = number(words, "start");
    } else if (words.group("seconds") != null) {
      seconds = number(words, "seconds");
      operations = number(words, "operations");
    }
    return true;
  }

  private static long number(Matcher words, String name) {
    return Long.parseLong(words.group(name));
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
