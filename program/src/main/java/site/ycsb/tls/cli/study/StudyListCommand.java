package site.ycsb.tls.cli.study;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.cli.option.PlainTable;
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
    say(
        PlainTable.of(
            all,
            PlainTable.column("study", 40, Study::name),
            PlainTable.column("binding", 12, Study::binding),
            PlainTable.column("what was published", 66, Study::citation)));
    return CommandLine.ExitCode.OK;
  }
}
