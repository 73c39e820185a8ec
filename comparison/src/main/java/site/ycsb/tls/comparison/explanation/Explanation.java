package site.ycsb.tls.comparison.explanation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import site.ycsb.tls.comparison.explanation.ExplanationPlan.Pair;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.Analysis;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Contrast;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.comparison.result.Side;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.slice.SliceReport;
import site.ycsb.tls.statistics.Interval;

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
   * What a profiler costs the load generator: the runs with one over those without, of the same
   * blocks, as shares.
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
    Explanation read = new Reading(files, first, further.get()).explanation();
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

  /** Reads the files once. */
  private record Reading(ExplanationFiles files, ComparisonResult first, ComparisonResult further) {

    Explanation explanation() throws IOException {
      List<Pair> pairs = ExplanationPlan.made(further.plan()).pairs();
      List<Breakdown> breakdowns = new ArrayList<>();
      for (Pair pair : pairs.subList(1, pairs.size())) {
        for (Side side : Side.values()) {
          breakdown(side, pairs.get(0), pair).ifPresent(breakdowns::add);
        }
      }
      return new Explanation(breakdowns, pairs.stream().map(this::cost).toList(), remarks());
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

    private ProfilingCost cost(Pair pair) {
      return new ProfilingCost(
          pair.variant(), change(pair, Metric.THROUGHPUT), change(pair, Metric.CLIENT_CPU));
    }

    private Optional<Interval> change(Pair pair, Metric metric) {
      Point point = further.plan().points().get(0);
      return new Analysis(further.plan(), further.runs())
          .contrast(point, pair.profiled(), pair.variant(), metric)
          .map(Contrast::change);
    }

    private Optional<Breakdown> breakdown(Side side, Pair baseline, Pair variant)
        throws IOException {
      Map<Integer, Breakdown.Block> of = blocks(side, baseline);
      Map<Integer, Breakdown.Block> to = blocks(side, variant);
      TreeSet<Integer> both = new TreeSet<>(of.keySet());
      both.retainAll(to.keySet());
      return both.isEmpty()
          ? Optional.empty()
          : Optional.of(
              Breakdown.of(
                  side,
                  baseline.variant(),
                  variant.variant(),
                  both.stream().map(of::get).toList(),
                  both.stream().map(to::get).toList(),
                  compared(side, variant.variant())));
    }

    /** A server is profiled whether its client is or not. */
    private Map<Integer, Breakdown.Block> blocks(Side side, Pair pair) throws IOException {
      Map<Integer, List<Breakdown.Block>> parts = new TreeMap<>();
      for (RunRecord run : further.acceptedRuns()) {
        boolean isOne =
            run.variant().equals(pair.profiled().id())
                || (side == Side.SERVER && run.variant().equals(pair.variant().id()));
        Optional<CollapsedStacks> stacks = isOne ? files.stacks(run, side) : Optional.empty();
        Double micros = run.figures().get(side.metric().key());
        if (stacks.isPresent() && micros != null) {
          long operations = files.slices(run).stream().mapToLong(SliceReport::succeeded).sum();
          parts
              .computeIfAbsent(run.block(), block -> new ArrayList<>())
              .add(new Breakdown.Block(stacks.get(), micros, operations));
        }
      }
      Map<Integer, Breakdown.Block> blocks = new TreeMap<>();
      parts.forEach(
          (number, runs) -> {
            Breakdown.Block block = Breakdown.Block.sum(runs);
            if (block.isSampled(pair.interval())) {
              blocks.put(number, block);
            }
          });
      return blocks;
    }

    /**
     * What the comparison found: its overhead, of the baseline's figure. {@link
     * Overhead#difference} is that of another mean of the baseline, and no share of this one.
     */
    private Optional<Breakdown.Compared> compared(Side side, Variant variant) {
      Point point = first.plan().points().get(0);
      Optional<Double> baseline = first.figure(point, first.plan().baseline(), side.metric());
      return first
          .overhead(point, variant, side.metric())
          .flatMap(overhead -> baseline.map(of -> Breakdown.Amount.of(of, overhead.interval())))
          .map(
              amount ->
                  new Breakdown.Compared(amount, first.isKnown(point, variant, side.metric())));
    }
  }
}
