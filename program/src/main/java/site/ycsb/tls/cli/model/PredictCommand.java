package site.ycsb.tls.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import site.ycsb.tls.cli.option.Amount;
import site.ycsb.tls.cli.option.CommandLines;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.cli.option.OutputFormat;
import site.ycsb.tls.comparison.page.CoresReport;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.cost.CostModel;
import site.ycsb.tls.cost.Load;
import site.ycsb.tls.cost.Prediction;
import site.ycsb.tls.cost.fit.ModelException;
import site.ycsb.tls.cost.page.PredictionReport;

/** {@code bin/ycsb predict}: what a model says of the user's own load. */
@Command(
    name = "predict",
    sortOptions = false,
    header = "Predict the cores that your own load needs, without and with TLS.",
    description = {
      "",
      "DIR with a model ('bin/ycsb model'): predicts any load, on the same kind of machine, with the",
      "same driver and server. DIR with a comparison: predicts its own workload at another rate.",
      "",
      "Examples:",
      "  bin/ycsb predict results/m --operations 50000/s --bytes 2KB --connections 200/s --resumed 90%%",
      "  bin/ycsb predict results/20261120-114914-mongodb --operations 50000/s",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:predicted",
      "1:the model failed its own checks, or cannot answer; of the comparison no cores are known",
      "2:wrong usage"
    })
public final class PredictCommand extends CommonOptions implements Callable<Integer> {
  @Parameters(
      paramLabel = "DIR",
      description = "Directory of a finished 'bin/ycsb model' or of a comparison.")
  private Path directory;

  @Option(
      names = "--operations",
      required = true,
      paramLabel = "RATE",
      description = "Operations of all clients, such as 50000/s.")
  private String operations;

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      description = "Bytes sent and received per operation, such as 2KB (1KB).")
  private String bytes = "1KB";

  @Option(
      names = "--connections",
      paramLabel = "RATE",
      description = "New connections of all clients, such as 200/s (0).")
  private String connections = "0/s";

  @Option(
      names = "--resumed",
      paramLabel = "PERCENT",
      description = "Share of the new connections that resume a session, such as 90%% (0%%).")
  private String resumed = "0%";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "Output format: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
  private OutputFormat format = OutputFormat.text;

  @Override
  public Integer call() throws IOException {
    if (ComparisonDirectory.isIn(directory)) {
      return fromComparison();
    }
    CostModel model = CostModel.read(directory);
    try {
      print(format.of(new PredictionReport(model, Prediction.of(model, load()))));
      return CommandLine.ExitCode.OK;
    } catch (ModelException e) {
      note("ycsb: " + e.getMessage());
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  /** A comparison knows its own workload only, at any rate. */
  private int fromComparison() throws IOException {
    CommandLines.refuse(
        spec,
        directory
            + " is a comparison, and has the costs of its own workload only (for others, measure a model with 'bin/ycsb model')",
        "--bytes",
        "--connections",
        "--resumed");
    ComparisonResult result = ComparisonDirectory.read(directory);
    CoresReport report = new CoresReport(result, Amount.rate("--operations", operations));
    if (report.isEmpty()) {
      note(
          "ycsb: %s: nothing is predicted, as no CPU time of client or server was compared (%s)"
              .formatted(directory, result.ending()));
      return CommandLine.ExitCode.SOFTWARE;
    }
    print(format.of(report));
    if (!report.answers()) {
      note(
          "ycsb: %s: nothing is predicted, as no figure of it is known yet; measure more blocks, or longer (its report says what to do)"
              .formatted(directory));
      return CommandLine.ExitCode.SOFTWARE;
    }
    return CommandLine.ExitCode.OK;
  }

  private Load load() {
    if (!spec.commandLine().getParseResult().hasMatchedOption("--connections")) {
      CommandLines.refuse(spec, "there are no new connections without --connections", "--resumed");
    }
    return new Load(
        Amount.rate("--operations", operations),
        Amount.bytes("--bytes", bytes) / 1000,
        Amount.rate("--connections", connections),
        Amount.share("--resumed", resumed));
  }
}
