package site.ycsb.tls.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import site.ycsb.tls.cli.option.AnswerOptions;
import site.ycsb.tls.cli.option.CommandLines;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.cli.option.OutputFormat;
import site.ycsb.tls.comparison.page.Report;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.history.ComparisonPair;
import site.ycsb.tls.history.PairReport;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.study.page.StudyReport;
import site.ycsb.tls.study.run.StudyDirectory;

/** {@code bin/ycsb report}: the report of earlier comparisons. */
@Command(
    name = "report",
    sortOptions = false,
    header = "Write the report of a comparison again, or compare two comparisons.",
    description = {
      "",
      "Writes report.html and summary.csv (of a study: study.csv) in each directory, and prints the",
      "tables. In the page, each table can be saved as CSV and LaTeX, each plot as SVG.",
      "",
      "With --compare: how much the overheads of two comparisons differ (of two JDKs, two providers,",
      "two versions of a server), for each variant and metric that both have.",
      "",
      "Examples:",
      "  bin/ycsb report results/20261120-114914-mongodb",
      "  bin/ycsb report results/20261120-114914-mongodb --format md >> $GITHUB_STEP_SUMMARY",
      "  bin/ycsb report --compare results/jdk17 results/jdk25 --html jdks.html"
    })
final class ReportCommand extends CommonOptions implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "Directories of comparisons, or of studies.")
  private List<Path> directories;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = {
        "Output format: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).",
        "latex: tables, which need the packages booktabs and graphicx."
      })
  private OutputFormat format = OutputFormat.text;

  @Option(names = "--compare", description = "Compare the comparisons in two directories.")
  private boolean compare;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "With --compare: also write an HTML page to this file (none).")
  private Path html;

  @Mixin private AnswerOptions answer;

  @Override
  public Integer call() throws IOException {
    if (html != null && !compare) {
      throw new UsageException(
          "--html goes with --compare: without it, report.html is written in each directory");
    }
    if (compare) {
      CommandLines.refuse(
          spec, "the table of --compare has neither cores nor a legend", "--rate", "-v");
      beside();
    } else {
      if (directories.stream().allMatch(StudyReport::isIn)) {
        CommandLines.refuse(
            spec, "a study's tables have neither cores nor a legend", "--rate", "-v");
      }
      if (directories.size() > 1 && format == OutputFormat.csv) {
        throw new UsageException(
            "--format csv of %d directories would be one table whose rows do not say which is whose; give one directory, or take summary.csv (of a study: study.csv) from each"
                .formatted(directories.size()));
      }
      for (Path directory : directories) {
        if (StudyReport.isIn(directory)) {
          study(directory);
        } else {
          comparison(directory);
        }
      }
    }
    return CommandLine.ExitCode.OK;
  }

  private void comparison(Path directory) throws IOException {
    Report report =
        Report.of(ComparisonDirectory.read(directory), directory, answer.operationsPerSecond());
    print(
        answer.verbose() && format == OutputFormat.text
            ? report.text(Report.LEGEND)
            : format.of(report));
    // Last: the directory may be one that cannot be written to.
    report.writeTo(directory);
  }

  private void study(Path directory) throws IOException {
    StudyReport report = new StudyReport(StudyDirectory.read(directory, this::note));
    print(format.of(report));
    report.writeTo(directory);
  }

  private void beside() throws IOException {
    if (directories.size() != 2) {
      throw new UsageException("--compare needs two directories, given: " + directories.size());
    }
    if (html != null) {
      CommandLines.requireWritable("--html " + html, html);
    }
    ComparisonResult first = ComparisonDirectory.read(directories.get(0));
    ComparisonResult second = ComparisonDirectory.read(directories.get(1));
    if (first.isSameAs(second)) {
      throw new UsageException(
          "--compare %s %s: one is the other, or a copy of it; give two comparisons"
              .formatted(directories.get(0), directories.get(1)));
    }
    PairReport report =
        PairReport.of(
            ComparisonPair.of(first, second), name(directories.get(0)), name(directories.get(1)));
    if (html != null) {
      CommandLines.write("--html " + html, html, report.html());
    }
    print(format.of(report));
  }

  private static String name(Path directory) {
    return directory.toAbsolutePath().normalize().getFileName().toString();
  }
}
