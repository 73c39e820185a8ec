package site.ycsb.tls.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import site.ycsb.tls.compare.ComparisonDirectory;
import site.ycsb.tls.compare.result.Cell;
import site.ycsb.tls.compare.result.ComparisonResult;
import site.ycsb.tls.compare.result.Metric;
import site.ycsb.tls.compare.result.Overhead;
import site.ycsb.tls.option.UsageException;

/**
 * {@code bin/ycsb gate}: whether an overhead is surely above a limit, for continuous integration.
 */
@Command(
    name = "gate",
    header = "Exit with 1 when an overhead is surely above a limit.",
    description = {
      "",
      "Surely: the whole 95 %% interval lies above it. For throughput, the overhead is what is lost.",
      "A comparison that is incomplete or has no 95 %% interval passes no gate.",
      "Exit code: 0 when all are below the limit or may be, 1 when one is above, 2 for wrong usage.",
      "",
      "Example:",
      "  bin/ycsb gate results/20261120-114914-mongodb --max-overhead 10%% --metric throughput"
    })
final class GateCommand extends CommonOptions implements Callable<Integer> {
  private static final double LEVEL = 0.95;

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
      description = "As in summary.csv: throughput, 'READ p99', 'client CPU', …; repeatable (all).")
  private List<String> metrics = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    double most = limit();
    ComparisonResult result = ComparisonDirectory.read(directory);
    List<Cell> gated =
        result.cells().stream()
            .filter(cell -> cell.overhead() != null)
            .filter(cell -> metrics.isEmpty() || metrics.contains(cell.metric()))
            .toList();
    for (String metric : metrics) {
      if (gated.stream().noneMatch(cell -> cell.metric().equals(metric))) {
        throw new UsageException(
            "--metric "
                + metric
                + ": the comparison has "
                + result.cells().stream().map(Cell::metric).distinct().toList());
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    if (!result.complete() || gated.isEmpty()) {
      throw new IOException(
          directory + " is not complete (" + result.ending() + "): no gate is passed");
    }
    int above = 0;
    for (Cell cell : gated) {
      above += judge(cell, most, out) ? 0 : 1;
    }
    out.flush();
    return above == 0 ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  /** Prints what came of the cell; whether it passes. */
  private static boolean judge(Cell cell, double most, PrintWriter out) {
    Overhead overhead = cell.overhead();
    // The end of the interval that is nearer to no overhead.
    double least =
        Metric.ofKey(cell.metric()).moreIsBetter() ? -overhead.upper() : overhead.lower();
    boolean known = overhead.confidence() >= LEVEL;
    String verdict = !known ? "no 95 % interval" : least > most ? "above the limit" : "passes";
    out.printf(
        Locale.ROOT,
        "%s, %s, %s: %+.1f %% [%+.1f, %+.1f]: %s%n",
        cell.point(),
        cell.variant(),
        cell.metric(),
        100 * overhead.change(),
        100 * overhead.lower(),
        100 * overhead.upper(),
        verdict);
    return known && least <= most;
  }

  private double limit() {
    try {
      return Double.parseDouble(limit.replaceFirst("\\s*%$", "")) / 100;
    } catch (NumberFormatException e) {
      throw new UsageException(
          "--max-overhead " + limit + ": expected a percentage such as 10%", e);
    }
  }
}
