package site.ycsb.tls.cli.study;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.session.Bindings;
import site.ycsb.tls.study.Part;
import site.ycsb.tls.study.Size;
import site.ycsb.tls.study.Study;
import site.ycsb.tls.study.file.StudyFile;

/** {@code bin/ycsb study validate}. */
@Command(
    name = "validate",
    sortOptions = false,
    header = "Check whether files are valid studies; nothing is run.",
    description = {
      "",
      "An error names the line of the file (exit code 2). A valid study prints one line:",
      "the number of runs of each size."
    })
final class StudyValidateCommand extends CommonOptions implements Callable<Integer> {
  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Files, or names of studies.")
  private List<String> files;

  @Override
  public Integer call() throws IOException {
    for (String file : files) {
      validate(StudyFile.read(StudyCommand.studies().file(file)), file);
    }
    return CommandLine.ExitCode.OK;
  }

  private void validate(Study study, String file) {
    if (!Bindings.names().contains(study.binding()) && Bindings.find(study.binding()).isEmpty()) {
      throw new UsageException(
          file
              + ": binding "
              + study.binding()
              + ": expected one of "
              + String.join(", ", Bindings.names())
              + ", or the class name of a site.ycsb.DB");
    }
    StringBuilder runs = new StringBuilder();
    for (Size size : Size.values()) {
      int count = 0;
      for (Part part : study.parts()) {
        count += StudyCommand.plan(study, part, size, Map.of(), p -> true, 0).effort().runs();
      }
      runs.append(runs.isEmpty() ? "" : ", ").append(size.label()).append(' ').append(count);
    }
    long figures =
        study.parts().stream()
            .flatMap(part -> part.published().stream())
            .flatMap(table -> table.rows().stream())
            .mapToLong(row -> row.figures().size())
            .sum();
    int checks = study.parts().stream().mapToInt(part -> part.checks().size()).sum();
    say(
        "%s: valid; %d parts, %d published figures, %d checks; runs: %s",
        file, study.parts().size(), figures, checks, runs);
  }
}
