package site.ycsb.tls.fleet;

import java.util.List;
import java.util.Objects;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.resource.Compilation;
import site.ycsb.tls.measurement.result.resource.CpuUse;

/**
 * What one member of a fleet saw of its machine's CPU time, in shares of what all processors had.
 *
 * @param loadGenerator of its own process, compilers included
 * @param server of the server's processes, compilers included; 0 if it does not watch them
 * @param foreign of all others, 0 to 1; negative when unknown
 */
record MachineShare(double loadGenerator, double server, double foreign) {

  static MachineShare of(RunResult result) {
    CpuUse cpu = result.resources().cpu();
    Compilation compilation =
        Objects.requireNonNullElse(result.resources().compilation(), new Compilation(null, null));
    double spin = result.work().pacing() == null ? 0 : result.work().pacing().spinSeconds();
    double machine = cpu.machineSeconds() > 0 ? cpu.machineSeconds() : Double.POSITIVE_INFINITY;
    return new MachineShare(
        (cpu.clientSeconds() + spin + orNone(compilation.clientSeconds())) / machine,
        (orNone(cpu.serverSeconds()) + orNone(compilation.serverSeconds())) / machine,
        cpu.foreignShare());
  }

  private static double orNone(Double seconds) {
    return seconds == null ? 0 : seconds;
  }

  /**
   * The share of the machine that neither its members nor the server took, 0 to 1: each member
   * counted the others as foreign. Negative when unknown.
   */
  static double foreign(List<MachineShare> members) {
    if (members.stream().anyMatch(member -> member.foreign < 0)) {
      return -1;
    }
    double busy =
        members.stream()
            .mapToDouble(member -> member.foreign + member.loadGenerator + member.server)
            .average()
            .orElse(0);
    double ours =
        members.stream().mapToDouble(MachineShare::loadGenerator).sum()
            + members.stream().mapToDouble(MachineShare::server).max().orElse(0);
    return Math.max(0, busy - ours);
  }
}
