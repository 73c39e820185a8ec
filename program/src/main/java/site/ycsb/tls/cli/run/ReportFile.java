package site.ycsb.tls.cli.run;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.property.Property;
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
    options.exportFile().ifPresent(file -> requireWritable(ReportProperties.EXPORTFILE, file));
    options
        .report()
        .logPrefix()
        .ifPresent(
            prefix ->
                requireWritable(ReportProperties.OUTPUT_PATH, Path.of(prefix + "operation.hdr")));
  }

  private static void requireWritable(Property<?> property, Path file) {
    Path folder = file.toAbsolutePath().normalize().getParent();
    if (folder == null || Files.isDirectory(file)) {
      throw refused(property, file, "it is a folder; give the name of a file");
    }
    if (!Files.isDirectory(folder)) {
      throw refused(
          property, file, "there is no folder " + folder + "; make it, or give another file");
    }
    if (!Files.isWritable(Files.exists(file) ? file : folder)) {
      throw refused(property, file, "it cannot be written; give a file that can be");
    }
  }

  private static UsageException refused(Property<?> property, Path file, String why) {
    return new UsageException("%s=%s: %s".formatted(property, file, why));
  }

  /** Writes the report to {@code exportfile}, which must be given. */
  static void write(RunResult result, RunOptions options) throws IOException {
    try (Writer out = Files.newBufferedWriter(options.exportFile().orElseThrow())) {
      options.report().format().write(result, options.report(), out);
    }
  }
}
