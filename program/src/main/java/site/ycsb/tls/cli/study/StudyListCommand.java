package site.ycsb.tls.cli.study;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.study.Study;
import site.ycsb.tls.study.file.Studies;
import site.ycsb.tls.study.file.StudyFile;

/** {@code bin/ycsb study list}. */
@Command(name = "list", header = "List the studies that come with this program.")
final class StudyListCommand extends CommonOptions implements Callable<Integer> {
  @Override
  public Integer call() throws IOException {
    Studies studies = StudyCommand.studies();
    List<Study> all = new ArrayList<>();
    for (String name : studies.names()) {
      all.add(StudyFile.read(studies.file(name)));
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        AsciiTable.builder()
            .lineSeparator("\n")
            .border(AsciiTable.NO_BORDERS)
            .data(
                all,
                List.of(
                    column("study", 40).with(Study::name),
                    column("binding", 12).with(Study::binding),
                    column("what was published", 66).with(Study::citation)))
            .asString());
    return CommandLine.ExitCode.OK;
  }

  private static Column column(String header, int width) {
    return new Column()
        .header(header)
        .headerAlign(HorizontalAlign.LEFT)
        .dataAlign(HorizontalAlign.LEFT)
        .maxWidth(width, OverflowBehaviour.NEWLINE);
  }
}
