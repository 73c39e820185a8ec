package site.ycsb.tls.cost.fit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.comparison.result.Side;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.socket.count.TransportCounts;

/**
 * The blocks of a comparison as samples: CPU time and amounts, both per operation of the workload,
 * which is a cycle with the connection-churn workload.
 */
public record Samples(ComparisonResult result, List<Block> blocks) {
  /** The runs of a block at a point, by variant. */
  record Block(int number, String point, Map<String, RunResult> runs) {}

  /**
   * Reads the results of all runs that count.
   *
   * @throws IOException when one is missing or damaged
   * @throws ModelException when the connections of one are not known
   */
  public static Samples of(ComparisonResult result, Path directory)
      throws IOException, ModelException {
    Map<String, Block> blocks = new TreeMap<>();
    for (RunRecord run : result.acceptedRuns()) {
      Path file = directory.resolve(run.place().directory()).resolve(RunResultFile.NAME);
      RunResult read = RunResultFile.read(file);
      if (read.transport().connections() == null) {
        throw new ModelException(
            "the connections of %s were not counted, because its client makes them itself: a model needs one of the bindings"
                .formatted(file));
      }
      blocks
          .computeIfAbsent(
              run.point() + " " + run.block(),
              block -> new Block(run.block(), run.point(), new TreeMap<>()))
          .runs
          .put(run.variant(), read);
    }
    return new Samples(result, List.copyOf(blocks.values()));
  }

  /** Those at some of the points. */
  public Samples at(Predicate<Point> wanted) {
    Set<String> points =
        result.plan().points().stream().filter(wanted).map(Point::id).collect(Collectors.toSet());
    return new Samples(result, blocks.stream().filter(b -> points.contains(b.point)).toList());
  }

  /** The results of a variant. */
  public List<RunResult> runs(Variant variant) {
    return blocks.stream()
        .flatMap(block -> Optional.ofNullable(block.runs.get(variant.id())).stream())
        .toList();
  }

  /**
   * How well the machine's speed is known: from the CPU time of the baseline in each block,
   * relative to all blocks, at all points together. Empty when it is unknown.
   */
  public Optional<Speed> speed(Side side) {
    Map<String, Double> usual =
        blocks.stream()
            .filter(block -> logarithm(block, side).isPresent())
            .collect(
                Collectors.groupingBy(
                    Block::point,
                    Collectors.averagingDouble(block -> logarithm(block, side).orElseThrow())));
    double[] ofBlocks =
        blocks.stream()
            .filter(block -> logarithm(block, side).isPresent())
            .collect(
                Collectors.groupingBy(
                    Block::number,
                    Collectors.averagingDouble(
                        block -> logarithm(block, side).orElseThrow() - usual.get(block.point))))
            .values()
            .stream()
            .mapToDouble(Double::doubleValue)
            .toArray();
    return ofBlocks.length == 0
        ? Optional.empty()
        : Optional.of(Speed.of(ofBlocks, side.metric().kind().ofBaseline()));
  }

  private Optional<Double> logarithm(Block block, Side side) {
    return micros(block, result.plan().baseline(), side).map(Math::log);
  }

  /** CPU time of the baseline; empty when it is unknown. */
  public List<Sample> baseline(Side side) {
    return samples(result.plan().baseline(), side, block -> Optional.of(0.0));
  }

  /** CPU time of the variant in addition to that of the baseline of the same block. */
  public List<Sample> differences(Variant variant, Side side) {
    return samples(variant, side, block -> micros(block, result.plan().baseline(), side));
  }

  private List<Sample> samples(
      Variant variant, Side side, Function<Block, Optional<Double>> without) {
    List<Sample> samples = new ArrayList<>();
    for (Block block : blocks) {
      Optional<Double> with = micros(block, variant, side);
      Optional<Double> base = without.apply(block);
      if (with.isPresent() && base.isPresent()) {
        samples.add(
            new Sample(
                block.point + " " + variant.id(),
                amounts(block.runs.get(variant.id())),
                with.get() - base.get(),
                Math.max(with.get(), base.get())));
      }
    }
    return samples;
  }

  private static Optional<Double> micros(Block block, Variant variant, Side side) {
    return Optional.ofNullable(block.runs.get(variant.id())).flatMap(side.metric()::of);
  }

  /** What one operation of the workload contains. */
  public static Amounts amounts(RunResult run) {
    TransportCounts counts = run.transport().connections();
    double units = (double) run.succeeded();
    return Amounts.of(
        run.work().churn() == null ? 1.0 : (double) run.work().churn().readsPerCycle(),
        ((double) counts.payloadBytesOut() + counts.payloadBytesIn()) / 1000 / units,
        counts.opened() / units,
        counts.fullHandshakes() / units,
        counts.resumedHandshakes() / units);
  }
}
