package site.ycsb.tls.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import site.ycsb.tls.report.Report;

/** {@code bin/ycsb report}: the report of a comparison that was made before. */
@Command(
    name = "report",
    header = "Make the report of comparisons again, from their directories.",
    description = {
      "",
      "Writes report.html and summary.csv in each directory, and prints the tables.",
      "",
      "Example:",
      "  bin/ycsb report results/20261120-114914-mongodb"
    })
final class ReportCommand extends CommonOptions implements Callable<Integer> {
  @Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "DIR", description = "Directories of comparisons.")
  private List<Path> directories;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "What is printed: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
  private Format format = Format.text;

  /** What can be printed; named as on the command line. */
  enum Format {
    text,
    md,
    csv,
    latex
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    for (Path directory : directories) {
      Report report = Report.read(directory);
      report.writeTo(directory);
      out.print(
          switch (format) {
            case text -> report.text();
            case md -> report.markdown();
            case csv -> report.csv();
            case latex -> report.latex();
          });
      out.flush();
    }
    return CommandLine.ExitCode.OK;
  }
}
