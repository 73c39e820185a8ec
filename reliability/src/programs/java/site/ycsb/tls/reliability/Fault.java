package site.ycsb.tls.reliability;

import java.util.List;
import java.util.stream.Stream;

/** What happens to a comparison. */
public enum Fault {
  KILL_PROGRAM(Kind.KILLED),
  KILL_LOAD_GENERATOR(Kind.KILLED),
  KILL_TEST_SERVER(Kind.KILLED),
  KILL_AGENT(Kind.KILLED),
  /** SIGSTOP, and SIGCONT up to a minute later. */
  STOP_PROGRAM(Kind.STOPPED),
  STOP_LOAD_GENERATOR(Kind.STOPPED),
  /** Results go to a disk that has room for a part of them. */
  FULL_DISK(Kind.DISK),
  /** The disk of the results takes no writes. */
  READ_ONLY_DISK(Kind.DISK),
  /** The time of day jumps, for all processes. */
  CLOCK_AN_HOUR_AHEAD(Kind.CLOCK),
  CLOCK_AN_HOUR_BACK(Kind.CLOCK);

  /** Faults of a series take turns. */
  public enum Kind {
    KILLED,
    STOPPED,
    /** Needs root. */
    DISK,
    /** Needs a C compiler. */
    CLOCK
  }

  private final Kind kind;

  Fault(Kind kind) {
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }

  /**
   * Those of the kind, or the one, that the word names.
   *
   * @throws Arguments.WrongException if there is none
   */
  static List<Fault> named(Arguments arguments, int index, DisturbedComparisons.Work work) {
    String name = arguments.words().get(index);
    boolean kind = Stream.of(Kind.values()).anyMatch(each -> each.name().equals(name));
    return kind ? of(Kind.valueOf(name), work) : List.of(arguments.constant(index, Fault.class));
  }

  /** Those that can happen to such a work. */
  static List<Fault> of(Kind kind, DisturbedComparisons.Work work) {
    return Stream.of(values())
        .filter(fault -> fault.kind == kind)
        .filter(fault -> fault != KILL_AGENT || work == DisturbedComparisons.Work.FLEET)
        .toList();
  }
}
