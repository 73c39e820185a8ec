package site.ycsb.tls.cli.run;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Spec;
import site.ycsb.tls.cli.option.FleetArguments;
import site.ycsb.tls.cli.option.WorkloadArguments;
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
public final class LoadCommand implements Callable<Integer> {
  @Spec private CommandLine.Model.CommandSpec spec;
  @Mixin private WorkloadArguments arguments;
  @Mixin private FleetArguments fleet;

  @Override
  public Integer call() throws Exception {
    return new SingleRun(spec.commandLine(), arguments, fleet, Phase.LOAD).execute();
  }
}
