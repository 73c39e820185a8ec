package site.ycsb.tls.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import site.ycsb.tls.cli.option.CommandLines;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.cli.option.OutputFormat;
import site.ycsb.tls.history.HistoryReport;
import site.ycsb.tls.history.ResultsFolder;

/** {@code bin/ycsb history}: how the cost of TLS changed from comparison to comparison. */
@Command(
    name = "history",
    sortOptions = false,
    header = "List comparisons in the order of time, one line for each, with the trend.",
    description = {
      "",
      "DIR is the directory of a comparison, or a directory that contains such directories. To",
      "judge the newest by the one before it: bin/ycsb gate NEWEST --baseline DIR.",
      "",
      "Example:",
      "  bin/ycsb history results/ --html results/index.html"
    })
final class HistoryCommand extends CommonOptions implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "Directory of a comparison, or of several.")
  private List<Path> directories;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "Output format: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
  private OutputFormat format = OutputFormat.text;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write an HTML page with the trend to this file.")
  private Path html;

  @Override
  public Integer call() throws IOException {
    if (html != null) {
      CommandLines.requireWritable("--html " + html, html);
    }
    List<HistoryReport.Entry> entries = ResultsFolder.entries(directories);
    if (html != null) {
      Path folder = html.toAbsolutePath().getParent();
      CommandLines.write("--html " + html, html, HistoryReport.of(entries, folder).html());
    }
    print(format.of(HistoryReport.of(entries)));
    return CommandLine.ExitCode.OK;
  }
}
