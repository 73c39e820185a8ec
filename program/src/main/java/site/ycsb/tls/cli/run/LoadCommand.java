package site.ycsb.tls.cli.run;

import picocli.CommandLine.Command;
import site.ycsb.tls.engine.option.Phase;

/** {@code bin/ycsb load}: inserts the workload's records. */
@Command(
    name = "load",
    header = "Insert the records of a workload.",
    description = {
      "",
      "Example:",
      "  bin/ycsb load mongodb -P workloads/workloadc -p recordcount=100000 \\",
      "      -p mongodb.url=mongodb://localhost/ycsb -threads 8 -s"
    })
public final class LoadCommand extends SingleRun {
  public LoadCommand() {
    super(Phase.LOAD);
  }
}
