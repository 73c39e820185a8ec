package site.ycsb.tls.comparison.run;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import site.ycsb.tls.comparison.plan.Rounds;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.slice.Order;

/** Which slices the runs of a block make, and in which order, from the first to their end. */
record SliceSequence(Schedule schedule, Slicing slicing) {
  /**
   * Slices of the warm-up are longer: changing the active run costs time, and nothing is compared
   * here.
   */
  static final double WARM_UP_SLICE_SECONDS = 0.5;

  /**
   * At its end each run warms up by itself, as it will be measured. One slice would not tell a slow
   * server from one that paused for a moment, and the slices that count would be as long as that
   * moment makes an operation look.
   */
  private static final int LAST_WARM_UP_SLICES = 3;

  private static final double LAST_WARM_UP_SECONDS = 0.2;

  /** The longest warm-up, even if it has too few operations; s of each run's active time. */
  static final double LONGEST_WARM_UP_SECONDS = 120;

  /** The longest time for the cold slices of a run, s of its active time. */
  static final double LONGEST_COLD_SECONDS = 120;

  /**
   * The longest slice only because a target lets threads wait between operations, s: a slice goes
   * on with the schedule of the one before, so that it need not have operations of each thread.
   */
  private static final double LONGEST_PACED_SECONDS = 1;

  /** The warm-up goes on while compilers take more than this share of a processor... */
  private static final double COMPILING = 0.05;

  /** ... in its last seconds, s ... */
  private static final double COMPILING_SECONDS = 2;

  /** ... but not for longer than this multiple of the wanted time. */
  private static final double LONGEST_WARM_UPS = 3;

  /** Long enough for tasks that servers and drivers do once a second. */
  private static final double IDLE_SECONDS = 1;

  /**
   * Cold slices if the schedule has them, the warm-up, the slices that count; then the runs end.
   *
   * <p>The cold slices of a run end with the same operation of each variant, however fast it is:
   * each further one costs less, since more of the code is compiled.
   *
   * @param leastRounds number of rounds that count: as many as the schedule's length takes, but at
   *     least this
   * @param mostRounds and at most this
   */
  void run(List<BlockRun> members, long seed, double warmupSeconds, int leastRounds, int mostRounds)
      throws ComparisonException, IOException, InterruptedException, BlockRun.Failed {
    Rounds<BlockRun> order = new Rounds<>(members, seed);
    while (members.stream().anyMatch(this::needsColdSlice)) {
      for (BlockRun member : order.next()) {
        if (needsColdSlice(member)) {
          long left = slicing.coldConnections() - member.coldOperations();
          member.take(Order.cold((long) (Slicing.USUAL_SECONDS * 1e9), left));
        }
      }
    }
    warmUp(members, order, warmupSeconds, member -> isCold(member, warmupSeconds));
    for (int i = 0; i < LAST_WARM_UP_SLICES; i++) {
      for (BlockRun member : order.next()) {
        member.take(slice(Order.Kind.WARM_UP, Math.min(LAST_WARM_UP_SECONDS, warmupSeconds + 0.1)));
      }
    }
    // If operations insert, the slower runs do as many as the fastest has done by now; otherwise
    // they would begin with fewer rows.
    long most =
        members.stream()
            .filter(BlockRun::grows)
            .mapToLong(BlockRun::warmOperations)
            .max()
            .orElse(0);
    warmUp(members, order, warmupSeconds, member -> hasFewer(member, most));
    double length = sliceSeconds(members);
    int wanted =
        Math.min(
            mostRounds, Math.max(leastRounds, (int) Math.ceil(schedule.runSeconds() / length)));
    // An even number, of orders that begin here: each has its mirror among those that count.
    Rounds<BlockRun> counted = new Rounds<>(members, seed + 1);
    for (int round = 0; round < wanted + wanted % 2; round++) {
      for (BlockRun member : counted.next()) {
        if (slicing.leadSeconds() > 0) {
          member.take(slice(Order.Kind.WARM_UP, slicing.leadSeconds()));
        }
        member.take(slice(Order.Kind.MEASURE, length));
      }
    }
    // All at the same time: none is active, so they do not disturb each other.
    double idle = Math.min(IDLE_SECONDS, schedule.runSeconds() / 4);
    takeTogether(members, slice(Order.Kind.IDLE, idle));
    BlockRun.endAll(members);
  }

  private boolean needsColdSlice(BlockRun member) {
    return member.coldOperations() < slicing.coldConnections()
        && member.coldSeconds() < LONGEST_COLD_SECONDS;
  }

  /** Why the run has no cold figures though they were wanted; empty when it has them. */
  Optional<String> noColdFigures(BlockRun member) {
    return member.coldOperations() < slicing.coldConnections()
            && member.coldSeconds() >= LONGEST_COLD_SECONDS
        ? Optional.of(
            "cold CPU is not known: %d of the first %d operations were done in %.0f s, the most for them"
                .formatted(
                    member.coldOperations(), slicing.coldConnections(), LONGEST_COLD_SECONDS))
        : Optional.empty();
  }

  /**
   * The number of runs that warm up at the same time: as many as have a processor for each of their
   * threads. With one operation in flight, either the client or the server works.
   *
   * @param threads load threads of each run
   */
  static int together(double threads) {
    return Math.max(1, (int) (Runtime.getRuntime().availableProcessors() / Math.max(1, threads)));
  }

  private static void warmUp(
      List<BlockRun> members, Rounds<BlockRun> order, double seconds, Predicate<BlockRun> cold)
      throws IOException, InterruptedException, BlockRun.Failed {
    Order warm = slice(Order.Kind.WARM_UP, Math.min(WARM_UP_SLICE_SECONDS, seconds + 0.1));
    int together = together(members.stream().mapToDouble(BlockRun::threads).max().orElseThrow());
    while (members.stream().anyMatch(cold)) {
      List<BlockRun> left = order.next().stream().filter(cold).toList();
      for (int i = 0; i < left.size(); i += together) {
        takeTogether(left.subList(i, Math.min(left.size(), i + together)), warm);
      }
    }
  }

  private boolean isCold(BlockRun member, double seconds) {
    return member.warmSeconds() < seconds
        || hasFewer(member, slicing.warmupOperations())
        || (!schedule.quick()
            && member.warmSeconds() < LONGEST_WARM_UPS * schedule.warmupSeconds()
            && member.compiling(COMPILING_SECONDS) > COMPILING);
  }

  private static boolean hasFewer(BlockRun member, long operations) {
    return member.warmOperations() < operations && member.warmSeconds() < LONGEST_WARM_UP_SECONDS;
  }

  private static Order slice(Order.Kind kind, double seconds) {
    return new Order(kind, (long) (seconds * 1e9));
  }

  private static void takeTogether(List<BlockRun> members, Order order)
      throws IOException, InterruptedException, BlockRun.Failed {
    for (BlockRun member : members) {
      member.send(order);
    }
    for (BlockRun member : members) {
      member.await(order);
    }
  }

  /**
   * Long enough for some operations of each thread of the slowest run, and for agents that do not
   * begin at exactly the same instant. With a target, what passes between two operations of a
   * thread is mostly a wait.
   */
  private double sliceSeconds(List<BlockRun> members) throws ComparisonException {
    double given = slicing.sliceSeconds();
    double usual = Math.max(Slicing.USUAL_SECONDS, leastForAgents(members));
    if (!members.stream().mapToDouble(SliceSequence::between).allMatch(Double::isFinite)) {
      // No operation succeeded in the warm-up: the first slices will show why.
      return given > 0 ? given : usual;
    }
    if (given == 0) {
      return Math.max(
          usual, members.stream().mapToDouble(SliceSequence::wantedSeconds).max().orElseThrow());
    }
    double operation =
        members.stream()
            .filter(member -> !member.hasTarget())
            .mapToDouble(SliceSequence::between)
            .max()
            .orElse(0);
    if (given < operation) {
      throw new ComparisonException(
          2,
          "--slice %.0f (ms) is shorter than an operation, which takes %.0f ms: give at least %.0f, or leave it out"
              .formatted(
                  1000 * given,
                  1000 * operation,
                  1000 * Slicing.OPERATIONS_OF_A_SLICE * operation));
    }
    return given;
  }

  /** Time between two operations of a thread, s. */
  private static double between(BlockRun member) {
    return member.threads() / member.warmThroughput();
  }

  private static double wantedSeconds(BlockRun member) {
    return member.hasTarget()
        ? pacedSeconds(between(member))
        : Slicing.OPERATIONS_OF_A_SLICE * between(member);
  }

  /**
   * How long slices are for the operations of runs with a target.
   *
   * @param between time between two operations of a thread, s
   */
  static double pacedSeconds(double between) {
    return Math.min(
        Slicing.OPERATIONS_OF_A_SLICE * between, Math.max(LONGEST_PACED_SECONDS, between));
  }

  private double leastForAgents(List<BlockRun> members) throws ComparisonException {
    double least = members.stream().mapToDouble(BlockRun::leastSliceSeconds).max().orElseThrow();
    if (slicing.sliceSeconds() > 0 && slicing.sliceSeconds() < least) {
      throw new ComparisonException(
          2,
          "--slice %.0f (ms) is too short for these agents, whose slices may begin %.1f ms apart: give at least %.0f, or leave it out"
              .formatted(
                  1000 * slicing.sliceSeconds(),
                  1000 * least * Slicing.MOST_SKEW,
                  Math.ceil(1000 * least)));
    }
    if (least > Slicing.LONGEST_FOR_AGENTS && slicing.sliceSeconds() == 0) {
      throw new ComparisonException(
          1,
          "the agents' slices may begin %.0f ms apart, so they would have to last %.1f s, and %.0f s is the most: use a network with shorter round trips, or give --slice %.0f or --whole-runs"
              .formatted(
                  1000 * least * Slicing.MOST_SKEW,
                  least,
                  Slicing.LONGEST_FOR_AGENTS,
                  Math.ceil(1000 * least)));
    }
    return least;
  }
}
