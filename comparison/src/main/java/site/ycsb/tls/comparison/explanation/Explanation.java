package site.ycsb.tls.comparison.explanation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.comparison.result.Side;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.slice.SliceReport;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.ModeratedT;

/**
 * Why the variants of a comparison cost what they cost, from the files of its further runs.
 *
 * @param breakdowns by variant and side, in the order of the comparison; a side that was not
 *     profiled is missing
 * @param costs what profiling costs, by variant
 * @param remarks what is to be known of the further runs, a line each: that some are missing, and
 *     warnings that the comparison does not have
 */
public record Explanation(
    List<Breakdown> breakdowns, List<ProfilingCost> costs, List<String> remarks) {

  /**
   * What profiling costs the load generator: its slices with a profiler over those without, of the
   * same runs, as shares.
   *
   * @param throughput empty when it is not known
   * @param clientCpu empty when it is not known
   */
  public record ProfilingCost(
      Variant variant, Optional<Interval> throughput, Optional<Interval> clientCpu) {}

  public Explanation {
    breakdowns = List.copyOf(breakdowns);
    costs = List.copyOf(costs);
    remarks = List.copyOf(remarks);
  }

  /**
   * Reads the explanation of a comparison.
   *
   * @param directory of the comparison
   * @param first the comparison
   * @return empty when there is none, or no block of it is finished
   * @throws IOException when a file is damaged
   */
  public static Optional<Explanation> read(Path directory, ComparisonResult first)
      throws IOException {
    ExplanationFiles files = ExplanationFiles.in(directory);
    Optional<ComparisonResult> further = files.comparison();
    if (further.isEmpty()) {
      return Optional.empty();
    }
    Explanation read =
        new Reading(files, first, further.get(), files.slices(further.get())).explanation();
    return read.breakdowns.isEmpty() ? Optional.empty() : Optional.of(read);
  }

  /** The breakdown of a variant on a side. */
  public Optional<Breakdown> breakdown(Variant variant, Side side) {
    return breakdowns.stream()
        .filter(each -> each.variant().id().equals(variant.id()) && each.side() == side)
        .findFirst();
  }

  /** The variants that are explained. */
  public List<Variant> variants() {
    return breakdowns.stream().map(Breakdown::variant).distinct().toList();
  }

  /**
   * Reads each file once.
   *
   * @param slices see {@link ExplanationFiles#slices}
   */
  private record Reading(
      ExplanationFiles files,
      ComparisonResult first,
      ComparisonResult further,
      Map<String, ProfiledSlices> slices) {

    Explanation explanation() throws IOException {
      requireProfiles();
      Map<Side, Map<Integer, Breakdown.Block>> ofBaseline = new EnumMap<>(Side.class);
      for (Side side : Side.values()) {
        ofBaseline.put(side, blocks(side, further.plan().baseline()));
      }
      List<Breakdown> breakdowns = new ArrayList<>();
      List<ProfilingCost> costs = new ArrayList<>(List.of(cost(further.plan().baseline())));
      for (Variant variant : further.plan().variants()) {
        for (Side side : Side.values()) {
          breakdown(side, variant, ofBaseline.get(side)).ifPresent(breakdowns::add);
        }
        costs.add(cost(variant));
      }
      return new Explanation(breakdowns, costs, remarks());
    }

    /** Those of earlier versions had runs with a profiler beside others without. */
    private void requireProfiles() throws IOException {
      if (slices.isEmpty() && !further.acceptedRuns().isEmpty()) {
        throw new IOException(
            "none of its runs has a %s, as those of this version have; remove %s and give --explain again"
                .formatted(ProfiledTime.FILE, files.path()));
      }
    }

    private List<String> remarks() {
      List<String> remarks = new ArrayList<>();
      if (!further.complete()) {
        remarks.add("The explanation is not complete: " + further.ending() + ".");
      }
      further.warnings().stream()
          .filter(warning -> !first.warnings().contains(warning))
          .forEach(warning -> remarks.add("Warning about these runs: " + warning));
      return remarks;
    }

    private List<RunRecord> runs(Variant variant) {
      return further.acceptedRuns().stream()
          .filter(run -> run.variant().equals(variant.id()))
          .toList();
    }

    private ProfilingCost cost(Variant variant) {
      List<ProfiledSlices> runs =
          runs(variant).stream()
              .filter(run -> files.hasStacks(run, Side.CLIENT))
              .flatMap(run -> slices(run).stream())
              .toList();
      return new ProfilingCost(
          variant,
          change(runs, Metric.THROUGHPUT, ProfiledSlices::throughput),
          change(runs, Metric.CLIENT_CPU, ProfiledSlices::clientCpu));
    }

    private static Optional<Interval> change(
        List<ProfiledSlices> runs, Metric metric, ToDoubleFunction<ProfiledSlices> logRatio) {
      double[] ratios = runs.stream().mapToDouble(logRatio).filter(Double::isFinite).toArray();
      return ratios.length == 0
          ? Optional.empty()
          : Optional.of(
              ModeratedT.interval(ratios, metric.kind().prior(), Interval.LEVEL).asChange());
    }

    private Optional<ProfiledSlices> slices(RunRecord run) {
      return Optional.ofNullable(slices.get(run.place().directory()));
    }

    private Optional<Breakdown> breakdown(
        Side side, Variant variant, Map<Integer, Breakdown.Block> of) throws IOException {
      Map<Integer, Breakdown.Block> to = blocks(side, variant);
      TreeSet<Integer> both = new TreeSet<>(of.keySet());
      both.retainAll(to.keySet());
      return both.isEmpty()
          ? Optional.empty()
          : Optional.of(
              Breakdown.of(
                  side,
                  further.plan().baseline(),
                  variant,
                  both.stream().map(of::get).toList(),
                  both.stream().map(to::get).toList(),
                  compared(side, variant)));
    }

    private Map<Integer, Breakdown.Block> blocks(Side side, Variant variant) throws IOException {
      Map<Integer, Breakdown.Block> blocks = new TreeMap<>();
      for (RunRecord run : runs(variant)) {
        Optional<ProfiledSlices> own = slices(run);
        Optional<CollapsedStacks> stacks = files.stacks(run, side);
        Double micros = run.figures().get(side.metric().key());
        if (own.isPresent() && stacks.isPresent() && micros != null) {
          long operations = own.get().profiled().stream().mapToLong(SliceReport::succeeded).sum();
          Breakdown.Block block = new Breakdown.Block(stacks.get(), micros, operations);
          if (block.isSampled(own.get().time().interval())) {
            blocks.put(run.block(), block);
          }
        }
      }
      return blocks;
    }

    /**
     * What the comparison found: its overhead, of the baseline's figure. {@link
     * Overhead#difference} is that of another mean of the baseline, and no share of this one.
     */
    private Optional<Breakdown.Compared> compared(Side side, Variant variant) {
      Point point = first.plan().points().get(0);
      Optional<Interval> baseline =
          first.figure(point, first.plan().baseline(), side.metric()).map(of -> usual(of, side));
      return first
          .overhead(point, variant, side.metric())
          .flatMap(overhead -> baseline.map(of -> Breakdown.Amount.of(of, overhead.interval())))
          .map(
              amount ->
                  new Breakdown.Compared(amount, first.isKnown(point, variant, side.metric())));
    }

    /** The figure of the comparison's baseline with how its runs scatter. */
    private Interval usual(double figure, Side side) {
      Interval mean =
          side.metric()
              .kind()
              .geometricMean(
                  first.acceptedRuns().stream()
                      .filter(run -> run.variant().equals(first.plan().baseline().id()))
                      .flatMap(run -> Stream.ofNullable(run.figures().get(side.metric().key())))
                      .mapToDouble(Double::doubleValue)
                      .filter(micros -> micros > 0),
                  Interval.LEVEL);
      return mean.map(micros -> figure * micros / mean.estimate());
    }
  }
}
