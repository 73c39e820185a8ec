package site.ycsb.tls.cli.run;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import site.ycsb.tls.cli.option.CommandLines;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.ReportProperties;

/** The files that a report goes to, {@code exportfile} and upstream's logs of histograms. */
final class ReportFile {
  private ReportFile() {}

  /**
   * Refuses, before the run, a file that could not be written after it.
   *
   * @throws UsageException with what is in the way
   */
  static void requireWritable(RunOptions options) {
    options
        .exportFile()
        .ifPresent(
            file -> CommandLines.requireWritable(ReportProperties.EXPORTFILE + "=" + file, file));
    options
        .report()
        .logPrefix()
        .map(prefix -> Path.of(prefix + "operation.hdr"))
        .ifPresent(
            file -> CommandLines.requireWritable(ReportProperties.OUTPUT_PATH + "=" + file, file));
  }

  /** Writes the report to {@code exportfile}, which must be given. */
  static void write(RunResult result, RunOptions options) throws IOException {
    try (Writer out = Files.newBufferedWriter(options.exportFile().orElseThrow())) {
      options.report().format().write(result, options.report(), out);
    }
  }
}
