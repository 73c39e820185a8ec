package site.ycsb.tls.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.cli.option.CommandLines;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.history.ComparisonPair;
import site.ycsb.tls.history.Gate;
import site.ycsb.tls.history.GateReports;
import site.ycsb.tls.history.GateReports.Judgement;
import site.ycsb.tls.history.GateReports.Outcome;
import site.ycsb.tls.history.HistoryReport;
import site.ycsb.tls.history.ResultsFolder;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;

/** {@code bin/ycsb gate}: whether overheads are below a limit, for continuous integration. */
@Command(
    name = "gate",
    header = "Check whether overheads are below a limit, above it, or not known.",
    description = {
      "",
      "Below or above: the whole 95 %% interval is. For throughput, the overhead is the loss.",
      "With --baseline, the limit is on how much more TLS costs in DIR than in DIR0.",
      "Within GitHub Actions, the judgements are appended to the job's summary.",
      "",
      "Example:",
      "  bin/ycsb gate results/20261120-114914-mongodb --max-overhead 10%% --metric throughput"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all overheads are below the limit (with --allow-unknown: or not known)",
      "1:an overhead is above the limit; or the comparison failed or is not complete",
      "2:wrong usage",
      "3:no overhead is above the limit, and one is not known: its line says why"
    })
final class GateCommand extends CommonOptions implements Callable<Integer> {
  /** No interval is above the limit, and not all are below it. */
  static final int NOT_KNOWN = 3;

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
          "Metric to judge, named as in summary.csv: throughput, 'READ p99', 'client CPU', …;"
              + " repeatable (the primary metrics).")
  private List<String> metrics = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "DIR0",
      description = {
        "Earlier comparison that DIR is compared with. Or a directory of comparisons, repeatable: then",
        "the last complete one before DIR with the same server, workload, network, TLS, sweep and baseline."
      })
  private List<Path> earlier = new ArrayList<>();

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Also write the judgements to this file, as JUnit's XML.")
  private Path junit;

  @Option(
      names = "--allow-unknown",
      description = "Exit with 0 instead of 3 if an overhead is not known.")
  private boolean allowUnknown;

  @Override
  public Integer call() throws IOException {
    Gate gate = new Gate(limit(), metrics, allowUnknown);
    if (junit != null) {
      CommandLines.requireWritable("--junit " + junit, junit);
      CommandLines.empty(junit);
    }
    ComparisonResult result = complete(directory);
    Optional<HistoryReport.Entry> against =
        earlier.isEmpty() ? Optional.empty() : Optional.of(last(gate, result));
    List<Judgement> judgements =
        against
            .map(entry -> gate.changes(entry.result(), result))
            .orElseGet(() -> gate.overheads(result));
    if (judgements.isEmpty()) {
      throw new IOException(
          directory
              + ": the gate has nothing to judge, as this comparison has only the baseline, compared with itself");
    }
    against.ifPresent(
        entry ->
            say(
                "Against %s of %s%s:",
                entry.name(), entry.result().startedAt(), entry.otherVersion(result)));
    judgements.forEach(judgement -> say(judgement.line()));
    List<String> notes = new ArrayList<>(notForPublication(result));
    if (against.isPresent()) {
      ComparisonPair pair = ComparisonPair.of(against.get().result(), result);
      pair.otherCircumstances().ifPresent(notes::add);
      pair.ofOneServer().ifPresent(notes::add);
    } else {
      result.ofOneServer().ifPresent(notes::add);
    }
    notes.forEach(this::say);
    boolean ofTls = result.plan().asksOfTlsOnly();
    write(
        against
            .map(
                entry ->
                    "%s at most %s more than in %s"
                        .formatted(ofTls ? "TLS costs" : "Variants cost", limit, entry.name()))
            .orElse("Overhead of %s at most %s".formatted(ofTls ? "TLS" : "variants", limit)),
        judgements,
        notes);
    List<Outcome> outcomes = judgements.stream().map(Judgement::outcome).toList();
    if (outcomes.contains(Outcome.FAILURE)) {
      return CommandLine.ExitCode.SOFTWARE;
    }
    return outcomes.contains(Outcome.ERROR) ? NOT_KNOWN : CommandLine.ExitCode.OK;
  }

  private void write(String title, List<Judgement> judgements, List<String> notes)
      throws IOException {
    if (junit != null) {
      CommandLines.write("--junit " + junit, junit, GateReports.junit(title, judgements, notes));
    }
    // GitHub shows the content of this file as the summary of a job.
    String summary = System.getenv("GITHUB_STEP_SUMMARY");
    if (summary != null && !summary.isBlank()) {
      GateReports.appendSummary(Path.of(summary), title, judgements, notes);
    }
  }

  /** The named comparison, or the last complete one before this one. */
  private HistoryReport.Entry last(Gate gate, ComparisonResult result) throws IOException {
    if (earlier.size() == 1 && ComparisonDirectory.isIn(earlier.get(0))) {
      ComparisonResult named = complete(earlier.get(0));
      if (named.isSameAs(result)) {
        throw new UsageException(
            "--baseline %s: that is %s itself, or a copy of it; name an earlier comparison"
                .formatted(earlier.get(0), directory));
      }
      return HistoryReport.Entry.of(earlier.get(0), named);
    }
    return ResultsFolder.lastBefore(gate, directory, result, earlier);
  }

  private static ComparisonResult complete(Path directory) throws IOException {
    ComparisonResult result = ComparisonDirectory.read(directory);
    if (!result.complete() || result.cells().stream().allMatch(c -> c.overhead() == null)) {
      throw new IOException(
          directory + " is not complete (" + result.ending() + "): no gate is passed");
    }
    return result;
  }

  private static List<String> notForPublication(ComparisonResult result) {
    return result.acceptedRuns().stream()
        .map(run -> run.facts().server())
        .map(server -> server.get(DatabasePool.NOT_FOR_PUBLICATION))
        .filter(Objects::nonNull)
        .distinct()
        .map(reason -> "Not for publication: " + reason + ".")
        .toList();
  }

  private double limit() {
    double percent;
    try {
      percent = ValueType.decimal(limit.replaceFirst("\\s*%$", ""));
    } catch (NumberFormatException e) {
      percent = Double.NaN;
    }
    if (!(percent > -100 && percent < Double.POSITIVE_INFINITY)) {
      throw new UsageException("--max-overhead " + limit + ": expected a percentage such as 10%");
    }
    return percent / 100;
  }
}
