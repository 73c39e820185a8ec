package site.ycsb.tls.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.cli.GateReports.Judgement;
import site.ycsb.tls.cli.GateReports.Outcome;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.compare.pair.ComparisonPair;
import site.ycsb.tls.compare.pair.PairCell;
import site.ycsb.tls.comparison.plan.Variant;
import site.ycsb.tls.comparison.result.Cell;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Overhead;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.report.history.HistoryReport;
import site.ycsb.tls.statistics.Interval;
import site.ycsb.tls.statistics.Precision;
import site.ycsb.tls.statistics.SignedRank;

/** {@code bin/ycsb gate}: whether overheads are below a limit, for continuous integration. */
@Command(
    name = "gate",
    header = "Say whether overheads are surely below a limit, surely above it, or not known.",
    description = {
      "",
      "Surely: the whole 95 %% interval lies on that side. For throughput, the overhead is what is lost.",
      "With --baseline, the limit is for how much more TLS costs in DIR than in DIR0.",
      "Within GitHub Actions, the judgements are appended to the job's summary.",
      "",
      "Example:",
      "  bin/ycsb gate results/20261120-114914-mongodb --max-overhead 10%% --metric throughput"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all are surely below the limit (with --allow-unknown: or not known)",
      "1:one is surely above the limit; or the comparison failed or is not complete",
      "2:wrong usage",
      "3:none is surely above, and one is not known: more blocks would tell"
    })
final class GateCommand extends CommonOptions implements Callable<Integer> {
  /** No interval is above the limit, and not all are below it. */
  static final int NOT_KNOWN = 3;

  private static final double LEVEL = 0.95;
  private static final int FEWEST_TO_FORECAST = 3;

  /** A forecast beyond this is not printed. */
  private static final int MOST_BLOCKS = 1000;

  @Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "Directory of a comparison.")
  private Path directory;

  @Option(
      names = "--max-overhead",
      required = true,
      paramLabel = "PERCENT",
      description = "The limit, such as 10%%.")
  private String limit;

  @Option(
      names = "--metric",
      paramLabel = "NAME",
      description =
          "As in summary.csv: throughput, 'READ p99', 'client CPU', …; repeatable (the primary ones).")
  private List<String> metrics = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "DIR0",
      description = {
        "An earlier comparison that DIR is compared with; or a directory of comparisons, repeatable:",
        "the last complete one before DIR."
      })
  private List<Path> earlier = new ArrayList<>();

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Also write the judgements there, as JUnit's XML.")
  private Path junit;

  @Option(names = "--allow-unknown", description = "What is not known passes.")
  private boolean allowUnknown;

  /** The position of an interval relative to the limit. */
  private enum Side {
    BELOW,
    ABOVE,
    NOT_KNOWN
  }

  /**
   * What is judged.
   *
   * @param name point, variant and metric
   * @param change as a share, with its interval
   * @param deviation standard deviation of the blocks' log ratios; empty when unknown
   * @param blocks made so far
   */
  private record Judged(
      String name, Metric metric, Interval change, Optional<Double> deviation, int blocks) {

    Side side(double limit) {
      if (blocks < SignedRank.PAIRS_FOR_95 || !change.reaches(LEVEL)) {
        return Side.NOT_KNOWN;
      }
      double least = metric.moreIsBetter() ? -change.upper() : change.lower();
      double most = metric.moreIsBetter() ? -change.lower() : change.upper();
      return least > limit ? Side.ABOVE : most <= limit ? Side.BELOW : Side.NOT_KNOWN;
    }

    /** In words, how many more blocks would decide it. */
    String wanted(double limit) {
      int least = Math.max(1, SignedRank.PAIRS_FOR_95 - blocks);
      double bound = Math.log1p(metric.moreIsBetter() ? -limit : limit);
      double distance = Math.abs(bound - Math.log1p(change.estimate()));
      if (deviation.isEmpty() || !(distance > 0)) {
        return "at least %d more %s".formatted(least, least == 1 ? "block" : "blocks");
      }
      int needed = Precision.pairsNeeded(deviation.get(), distance, LEVEL) - blocks;
      int more = Math.max(least, needed);
      return more > MOST_BLOCKS
          ? "more than " + MOST_BLOCKS + " more blocks, because it is so close to the limit,"
          : "about %d more %s".formatted(more, more == 1 ? "block" : "blocks");
    }
  }

  @Override
  public Integer call() throws IOException {
    double most = limit();
    ComparisonResult result = complete(directory);
    PrintWriter out = spec.commandLine().getOut();
    List<Judged> all = earlier.isEmpty() ? overheads(result) : changes(last(result, out), result);
    List<Side> sides = new ArrayList<>();
    List<Judgement> judgements = new ArrayList<>();
    for (Judged judged : all) {
      Side side = judged.side(most);
      sides.add(side);
      judgements.add(new Judgement(judged.name, line(judged, side, most), outcome(side)));
    }
    judgements.forEach(judgement -> out.println(judgement.line()));
    notForPublication(result)
        .forEach(reason -> out.println("Not for publication: " + reason + "."));
    out.flush();
    write(judgements);
    if (sides.contains(Side.ABOVE)) {
      return CommandLine.ExitCode.SOFTWARE;
    }
    return sides.contains(Side.NOT_KNOWN) && !allowUnknown ? NOT_KNOWN : CommandLine.ExitCode.OK;
  }

  private Outcome outcome(Side side) {
    return switch (side) {
      case BELOW -> Outcome.PASSED;
      case ABOVE -> Outcome.FAILURE;
      case NOT_KNOWN -> allowUnknown ? Outcome.SKIPPED : Outcome.ERROR;
    };
  }

  private void write(List<Judgement> judgements) throws IOException {
    String title = "Overhead of TLS at most " + limit;
    if (junit != null) {
      GateReports.writeJunit(junit, title, judgements);
    }
    String summary = summaryOfJob();
    if (summary != null && !summary.isBlank()) {
      GateReports.appendSummary(Path.of(summary), title, judgements);
    }
  }

  /** The file whose content GitHub shows as the summary of a job; null elsewhere. */
  private static String summaryOfJob() {
    return System.getenv("GITHUB_STEP_SUMMARY");
  }

  /** The last complete comparison before this one; says which, if there was a choice. */
  private ComparisonResult last(ComparisonResult result, PrintWriter out) throws IOException {
    if (earlier.size() == 1 && ComparisonDirectory.isIn(earlier.get(0))) {
      return complete(earlier.get(0));
    }
    Instant started = OffsetDateTime.parse(result.startedAt()).toInstant();
    String own = directory.toAbsolutePath().normalize().getFileName().toString();
    HistoryReport.Entry last =
        HistoryCommand.entries(earlier).stream()
            .filter(entry -> entry.result().complete())
            .filter(entry -> !entry.started().isAfter(started) && !entry.name().equals(own))
            .max(HistoryReport.IN_TIME)
            .orElseThrow(
                () ->
                    new UsageException(
                        "--baseline %s: no complete comparison there was started before %s"
                            .formatted(earlier, directory)));
    out.println("Against " + last.name() + " of " + last.result().startedAt() + ":");
    return last.result();
  }

  private static ComparisonResult complete(Path directory) throws IOException {
    ComparisonResult result = ComparisonDirectory.read(directory);
    if (!result.complete() || result.cells().stream().allMatch(c -> c.overhead() == null)) {
      throw new IOException(
          directory + " is not complete (" + result.ending() + "): no gate is passed");
    }
    return result;
  }

  /** The overheads of a comparison, without that of the baseline against itself. */
  private List<Judged> overheads(ComparisonResult result) {
    String again = result.plan().noiseFloor().map(Variant::id).orElse("");
    List<Cell> cells =
        result.cells().stream()
            .filter(c -> c.overhead() != null && !c.variant().equals(again))
            .toList();
    requireMetrics(cells.stream().map(Cell::metric));
    return cells.stream()
        .filter(c -> isGated(c.metric(), c.overhead()))
        .map(
            c -> {
              Overhead o = c.overhead();
              return new Judged(
                  name(result, c.point(), c.variant(), c.metric()),
                  Metric.ofKey(c.metric()),
                  new Interval(o.change(), o.lower(), o.upper(), o.confidence()),
                  deviation(o),
                  o.pairs());
            })
        .toList();
  }

  /** By how much the factor of each overhead is larger than in the earlier comparison. */
  private List<Judged> changes(ComparisonResult first, ComparisonResult second) {
    List<PairCell> cells = ComparisonPair.of(first, second).cells();
    requireMetrics(cells.stream().map(PairCell::metric));
    return cells.stream()
        .filter(c -> isGated(c.metric(), c.second()))
        .map(
            c ->
                new Judged(
                    name(second, c.point(), c.variant(), c.metric()),
                    Metric.ofKey(c.metric()),
                    new Interval(c.change(), c.lower(), c.upper(), c.confidence()),
                    deviation(c.first())
                        .flatMap(a -> deviation(c.second()).map(b -> Math.hypot(a, b))),
                    Math.min(c.first().pairs(), c.second().pairs())))
        .toList();
  }

  private boolean isGated(String metric, Overhead overhead) {
    return metrics.isEmpty() ? overhead.primary() : metrics.contains(metric);
  }

  private void requireMetrics(Stream<String> measured) {
    List<String> known = measured.distinct().toList();
    for (String metric : metrics) {
      if (!known.contains(metric)) {
        throw new UsageException(
            "--metric %s: the comparison has %s%s"
                .formatted(
                    metric,
                    String.join(", ", known),
                    metric.equals("server CPU")
                        ? "; give compare the server's process with -p server.cpu=pid:NUMBER (docs/measuring-your-server.md)"
                        : ""));
      }
    }
  }

  private static String name(ComparisonResult result, String point, String variant, String metric) {
    return (result.plan().axes().isEmpty() ? "" : point + ", ")
        + result.nameOf(variant)
        + ", "
        + metric;
  }

  private static Optional<Double> deviation(Overhead overhead) {
    return overhead.pairs() < FEWEST_TO_FORECAST
        ? Optional.empty()
        : Optional.of(Precision.deviation(overhead.ratios()));
  }

  private String line(Judged judged, Side side, double most) {
    String told =
        switch (side) {
          case BELOW -> "below the limit";
          case ABOVE -> "above the limit";
          case NOT_KNOWN ->
              "not known: %s%s would tell"
                  .formatted(judged.wanted(most), earlier.isEmpty() ? "" : " in each comparison");
        };
    return "%s: %s %s: %s"
        .formatted(
            judged.name,
            Figures.change(judged.change.estimate()),
            Figures.interval(judged.change.lower(), judged.change.upper()),
            judged.change.reaches(LEVEL) ? told : told + ", for there is no 95 % interval yet");
  }

  private static List<String> notForPublication(ComparisonResult result) {
    return result.acceptedRuns().stream()
        .map(run -> run.facts().server())
        .map(server -> server.get(DatabasePool.NOT_FOR_PUBLICATION))
        .filter(Objects::nonNull)
        .distinct()
        .toList();
  }

  private double limit() {
    double percent;
    try {
      percent = Double.parseDouble(limit.replaceFirst("\\s*%$", ""));
    } catch (NumberFormatException e) {
      percent = Double.NaN;
    }
    if (!(percent > -100 && percent < Double.POSITIVE_INFINITY)) {
      throw new UsageException("--max-overhead " + limit + ": expected a percentage such as 10%");
    }
    return percent / 100;
  }
}
