package site.ycsb.tls.comparison.run;

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
import java.util.function.Function;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Rounds;
import site.ycsb.tls.comparison.plan.Seeds;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.comparison.result.RunPlace;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.servers.ServerSide;
import site.ycsb.tls.servers.Variant;
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
  /** The capacity is the median of so many rounds. */
  private static final int CAPACITY_ROUNDS = 12;

  private final ComparisonDirectory directory;
  private final ComparisonPlan plan;
  private final SliceSequence sequence;
  private final RunLauncher launcher;
  private final ServerSide servers;
  private final RunMaker maker;
  private final Tables tables;
  private final Forecast forecast;
  private final Seeds seeds;

  /** The variants with the server processes that they have warmed up. */
  private final Set<String> warm = new HashSet<>();

  /** Number of the block that the servers were started for. */
  private int blockOfServers;

  private int capacities;

  SlicedBlocks(
      ComparisonDirectory directory,
      RunLauncher launcher,
      ServerSide servers,
      RunMaker maker,
      Tables tables,
      Forecast forecast) {
    this.directory = directory;
    this.plan = directory.plan();
    this.sequence = new SliceSequence(plan.schedule(), plan.schedule().slices().orElseThrow());
    this.launcher = launcher;
    this.servers = servers;
    this.maker = maker;
    this.tables = tables;
    this.forecast = forecast;
    this.seeds = new Seeds(plan.schedule().seed());
  }

  @Override
  public Optional<String> make(int block, Point point, int attempt, List<RunRecord> runs)
      throws ComparisonException, IOException, InterruptedException {
    List<BlockRun> members = members(block, point, attempt);
    long start = System.nanoTime();
    renew(block);
    Optional<String> unready = prepare(members, point);
    if (unready.isPresent()) {
      return unready;
    }
    int blocks = Math.max(block, plan.schedule().leastBlocks() * plan.groups());
    forecast.announce(
        "block %d/%d%s"
            .formatted(block, blocks, point.values().isEmpty() ? "" : ", " + point.label()));
    BlockOutcome made =
        make(
            members,
            point,
            directory.target(point),
            seeds.of(block, 7L * attempt),
            Slicing.LEAST_ROUNDS,
            Integer.MAX_VALUE);
    for (RunRecord record : made.records()) {
      runs.add(record);
      directory.put(record);
    }
    if (made.failure().isEmpty()) {
      Map<String, List<SliceReport>> slices = new LinkedHashMap<>();
      members.forEach(member -> slices.put(member.variant().id(), member.slices()));
      new SliceFile(slices).write(members.get(0).directory().resolveSibling(SliceFile.NAME));
    }
    forecast.runEnded((System.nanoTime() - start) / 1e9);
    directory.saveProgress();
    return made.failure();
  }

  /** All points of a block have the same servers; those of the first block are new. */
  private void renew(int block) throws IOException, InterruptedException {
    if (sequence.slicing().renewsServers() && !warm.isEmpty() && block != blockOfServers) {
      forecast.announce("starting a new server");
      servers.renew();
      // The user's server has the same name after its restart.
      warm.clear();
      maker.lookForRecords();
    }
    blockOfServers = block;
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
  private record BlockOutcome(List<RunRecord> records, Optional<String> failure) {}

  private BlockOutcome make(
      List<BlockRun> members,
      Point point,
      Optional<Double> target,
      long seed,
      int leastRounds,
      int mostRounds)
      throws ComparisonException, IOException, InterruptedException {
    // Both, if both are known: how the run failed, and why.
    List<String> reasons = new ArrayList<>();
    List<BlockRun> judged = members;
    try {
      connect(members, seed, point, target);
      sequence.run(members, seed, warmupSeconds(members), leastRounds, mostRounds);
      warm.addAll(servers(members));
    } catch (BlockRun.Failed e) {
      reasons.add(e.getMessage());
      // The others were stopped because of it: their results mean nothing.
      judged = List.of(e.run());
    } finally {
      BlockRun.closeAll(members);
    }
    List<RunRecord> records = new ArrayList<>();
    for (BlockRun member : members) {
      member.address().ifPresent(address -> tables.wereUsed(address, member.variant(), point));
      if (member.wasStarted() && judged.contains(member)) {
        RunMaker.JudgedRun made =
            maker.judge(
                member.record(),
                member.variant(),
                member.outcome(),
                member.seconds(),
                member.witnessBefore(),
                member.worked());
        RunRecord whole =
            made.record()
                .withSliceSpread(member.spreadRelativeTo(members.get(0)))
                .withCpuTrend(member.cpuTrend())
                .withServerTrend(member.serverTrend());
        records.add(sequence.noColdFigures(member).map(whole::withoutCold).orElse(whole));
        made.failure().ifPresent(why -> reasons.add(member.variant().name() + ": " + why));
      } else if (member.wasStarted()) {
        records.add(member.record());
      }
    }
    return new BlockOutcome(
        records, reasons.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", reasons)));
  }

  /**
   * Servers and data for all; says why not. In random order: otherwise what follows from the order
   * in which servers are started and tables are loaded would go to the same variant in all blocks.
   * What several share is loaded through the first of them.
   */
  private Optional<String> prepare(List<BlockRun> members, Point point)
      throws ComparisonException, IOException, InterruptedException {
    RunPlace place = members.get(0).record().place();
    Function<BlockRun, Object> data =
        member -> tables.key(servers.store(member.variant()), member.variant(), point);
    for (BlockRun member : seeds.shuffled(members, data, place.block(), -1L - place.attempt())) {
      Optional<ServerSide.Address> address = maker.prepare(member.variant(), point);
      if (address.isEmpty()) {
        return Optional.of(
            member.variant().name() + ": the server ended while its data were loaded");
      }
      member.prepared(address.get(), tables.isGrowing(point, member.variant()));
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

  private double warmupSeconds(List<BlockRun> members) {
    return warm.containsAll(servers(members))
        ? plan.schedule().warmupSeconds()
        : plan.schedule().firstWarmupSeconds();
  }

  @Override
  public double capacity(Point point)
      throws ComparisonException, IOException, InterruptedException {
    capacities++;
    List<BlockRun> members =
        plan.columns(1).stream()
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
                                capacities,
                                String.format(
                                    Locale.ROOT, "capacities/%03d/%s", capacities, variant.id()),
                                seeds.of(0, capacities)))))
            .toList();
    Optional<String> failure = prepare(members, point);
    if (failure.isEmpty()) {
      forecast.announce("measuring the capacity");
      failure =
          make(
                  members,
                  point,
                  Optional.empty(),
                  seeds.of(0, capacities),
                  CAPACITY_ROUNDS,
                  CAPACITY_ROUNDS)
              .failure();
    }
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
