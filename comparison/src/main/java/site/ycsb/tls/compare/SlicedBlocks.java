package site.ycsb.tls.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import site.ycsb.tls.compare.launch.RunLauncher;
import site.ycsb.tls.compare.launch.ServerSide;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Point;
import site.ycsb.tls.compare.plan.Rounds;
import site.ycsb.tls.compare.plan.Schedule;
import site.ycsb.tls.compare.plan.Seeds;
import site.ycsb.tls.compare.plan.Slicing;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.compare.result.RunPlace;
import site.ycsb.tls.compare.result.RunRecord;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceFile;
import site.ycsb.tls.slice.SliceReport;

/**
 * Blocks of runs that take turns: all are alive side by side, and one at a time is active for a
 * slice. Changes of the machine that are slower than a round (one slice of each run) cancel out:
 * duet benchmarking (Bulej and others, ICPE 2020), randomised multiple interleaved trials (Abedi
 * and Brecht, ICPE 2017).
 */
final class SlicedBlocks implements BlockMaker {
  /** Fewer rounds than two mirrored pairs are no comparison. */
  private static final int LEAST_ROUNDS = 4;

  /**
   * Rounds of a rehearsal after its warm-up, unless a run that counts has fewer. The capacity is
   * the median of so many.
   */
  private static final int REHEARSAL_ROUNDS = 12;

  /** A rehearsal's warm-up is longer by this factor: it warms the server, too. */
  private static final double REHEARSAL_WARM_UPS = 2;

  /** Or shorter, where an answer within a minute is wanted. */
  private static final double QUICK_REHEARSAL_WARM_UPS = 0.5;

  private final ComparisonDirectory directory;
  private final ComparisonPlan plan;
  private final Schedule schedule;
  private final Slicing slicing;
  private final SliceSequence sequence;
  private final RunLauncher launcher;
  private final ServerSide servers;
  private final RunMaker maker;
  private final Tables tables;
  private final Forecast forecast;
  private final Seeds seeds;
  private final Set<String> rehearsed = new HashSet<>();
  private int rehearsals;

  SlicedBlocks(
      ComparisonDirectory directory,
      RunLauncher launcher,
      ServerSide servers,
      RunMaker maker,
      Tables tables,
      Forecast forecast,
      Seeds seeds) {
    this.directory = directory;
    this.plan = directory.plan();
    this.schedule = plan.schedule();
    this.slicing = schedule.slices().orElseThrow();
    this.sequence = new SliceSequence(schedule);
    this.launcher = launcher;
    this.servers = servers;
    this.maker = maker;
    this.tables = tables;
    this.forecast = forecast;
    this.seeds = seeds;
  }

  @Override
  public Optional<String> make(int block, Point point, int attempt, List<RunRecord> runs)
      throws ComparisonException, IOException, InterruptedException {
    List<BlockRun> members = members(block, point, attempt);
    long begun = System.nanoTime();
    boolean renews = slicing.renewalSeconds() > 0;
    // The servers of the first block are new.
    if (renews && !rehearsed.isEmpty()) {
      forecast.announce("starting new servers");
      servers.renew();
    }
    Optional<String> unready = prepare(members, point);
    if (unready.isEmpty() && !rehearsed.containsAll(servers(members))) {
      unready = rehearse(point, plan.columns(block));
      if (unready.isEmpty()) {
        rehearsed.addAll(servers(members));
        // A rehearsal that inserts has left other data than it found.
        unready = prepare(members, point);
      }
    }
    if (unready.isPresent()) {
      return unready;
    }
    int blocks = Math.max(block, schedule.leastBlocks() * plan.groups());
    forecast.announce(
        "block %d/%d%s"
            .formatted(block, blocks, point.values().isEmpty() ? "" : ", " + point.label()));
    long start = renews ? begun : System.nanoTime();
    Made made =
        make(
            members,
            point,
            directory.target(point),
            seeds.of(block, 7L * attempt),
            schedule.warmupSeconds(),
            LEAST_ROUNDS,
            Integer.MAX_VALUE);
    for (RunRecord record : made.records()) {
      runs.add(record);
      directory.put(record);
    }
    if (made.failure().isEmpty()) {
      Map<String, List<SliceReport>> slices = new LinkedHashMap<>();
      members.forEach(member -> slices.put(member.variant().id(), member.slices()));
      new SliceFile(slices).write(members.get(0).directory().resolve("../slices.csv"));
    }
    forecast.runEnded((System.nanoTime() - start) / 1e9);
    directory.save(false, "running");
    return made.failure();
  }

  private List<BlockRun> members(int block, Point point, int attempt) {
    List<BlockRun> members = new ArrayList<>();
    for (Variant variant : plan.columns(block)) {
      members.add(
          new BlockRun(
              variant,
              ComparisonDirectory.newRun(
                  block, point, variant, members.size() + 1, attempt, seeds.of(block, 0))));
    }
    return members;
  }

  /**
   * Runs that were made.
   *
   * @param records of those that were started
   * @param failure why they cannot count; empty when they can
   */
  private record Made(List<RunRecord> records, Optional<String> failure) {}

  private Made make(
      List<BlockRun> members,
      Point point,
      Optional<Double> target,
      long seed,
      double warmupSeconds,
      int leastRounds,
      int mostRounds)
      throws ComparisonException, IOException, InterruptedException {
    Optional<String> failure = Optional.empty();
    List<BlockRun> judged = members;
    try {
      connect(members, seed, point, target);
      sequence.run(members, seed, warmupSeconds, leastRounds, mostRounds);
    } catch (BlockRun.Failed e) {
      failure = Optional.of(e.getMessage());
      // The others were stopped because of it: their results mean nothing.
      judged = List.of(e.run());
    } finally {
      BlockRun.closeAll(members);
    }
    List<RunRecord> records = new ArrayList<>();
    for (BlockRun member : members) {
      member.address().ifPresent(address -> tables.wereUsed(address, member.variant(), point));
      if (member.wasStarted() && judged.contains(member)) {
        RunMaker.Made made =
            maker.judge(
                member.record(),
                member.variant(),
                member.outcome(),
                member.seconds(),
                member.witnessBefore(),
                member.worked());
        records.add(
            made.record().withSlices(member.spreadRelativeTo(members.get(0)), member.cpuTrend()));
        failure = first(failure, made.failure().map(why -> member.variant().name() + ": " + why));
      } else if (member.wasStarted()) {
        records.add(member.record());
      }
    }
    return new Made(records, failure);
  }

  /** Both reasons, if both are known: how the run failed, and why. */
  private static Optional<String> first(Optional<String> known, Optional<String> own) {
    return known.isEmpty()
        ? own
        : own.isEmpty() ? known : Optional.of(known.get() + "; " + own.get());
  }

  /** Servers and data for all; says why not. */
  private Optional<String> prepare(List<BlockRun> members, Point point)
      throws ComparisonException, IOException, InterruptedException {
    for (BlockRun member : members) {
      Optional<ServerSide.Address> address = maker.prepare(member.variant(), point);
      if (address.isEmpty()) {
        return Optional.of(
            member.variant().name() + ": the server ended while its data were loaded");
      }
      member.prepared(address.get(), tables.isGrowing(point));
    }
    return Optional.empty();
  }

  /** Starts and connects the JVMs of all. */
  private void connect(List<BlockRun> members, long seed, Point point, Optional<Double> target)
      throws IOException, InterruptedException, BlockRun.Failed {
    // In random order: otherwise anything that a server assigns in the order in which clients
    // connect, such as its threads, would go to the same variant in all blocks.
    List<BlockRun> order = new Rounds<>(members, new SplittableRandom(seed).nextLong()).next();
    for (BlockRun member : order) {
      member.start(
          launcher,
          maker.request(
              member.record(), member.address().orElseThrow(), member.variant(), point, target),
          servers.witness(member.variant()));
    }
    for (BlockRun member : order) {
      member.awaitReady();
      member.take(new Order(Order.Kind.CONNECT, 0));
    }
  }

  /** Each variant with its server process. */
  private static Set<String> servers(List<BlockRun> members) {
    Set<String> servers = new HashSet<>();
    for (BlockRun member : members) {
      ServerSide.Address address = member.address().orElseThrow();
      servers.add(member.variant().id() + address.processIds() + address.store());
    }
    return servers;
  }

  /**
   * Compiles the server's code for all variants before the first block that counts: with a server
   * whose TLS code is cold, TLS costs the client more too. Once for each start of a server.
   */
  private Optional<String> rehearse(Point point, List<Variant> variants)
      throws ComparisonException, IOException, InterruptedException {
    return rehearse(rehearsal(point, variants), point, directory.target(point), LEAST_ROUNDS);
  }

  private List<BlockRun> rehearsal(Point point, List<Variant> variants) {
    rehearsals++;
    return variants.stream()
        .map(
            variant ->
                new BlockRun(
                    variant,
                    RunRecord.of(
                        new RunPlace(
                            0,
                            point.id(),
                            variant.id(),
                            1,
                            rehearsals,
                            String.format(
                                Locale.ROOT, "rehearsals/%03d/%s", rehearsals, variant.id()),
                            seeds.of(0, rehearsals)))))
        .toList();
  }

  private Optional<String> rehearse(
      List<BlockRun> members, Point point, Optional<Double> target, int leastRounds)
      throws ComparisonException, IOException, InterruptedException {
    Optional<String> unready = prepare(members, point);
    if (unready.isPresent()) {
      return unready;
    }
    forecast.announce("warming the server up");
    return make(
            members,
            point,
            target,
            seeds.of(0, rehearsals),
            Math.max(
                slicing.renewalSeconds(),
                (schedule.quick() ? QUICK_REHEARSAL_WARM_UPS : REHEARSAL_WARM_UPS)
                    * schedule.warmupSeconds()),
            leastRounds,
            REHEARSAL_ROUNDS)
        .failure();
  }

  @Override
  public double capacity(Point point)
      throws ComparisonException, IOException, InterruptedException {
    List<BlockRun> members = rehearsal(point, plan.columns(1));
    Optional<String> failure = rehearse(members, point, Optional.empty(), REHEARSAL_ROUNDS);
    if (failure.isPresent()) {
      throw new ComparisonException(
          1,
          "the capacity of %s was not measured: %s"
              .formatted(plan.baseline().name(), failure.get()));
    }
    double[] sorted =
        members.get(0).slices().stream().mapToDouble(SliceReport::throughput).sorted().toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}
