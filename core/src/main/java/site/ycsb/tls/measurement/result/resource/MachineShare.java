package site.ycsb.tls.measurement.result.resource;

import java.util.List;
import java.util.Objects;

/**
 * What one member of a fleet saw of its machine's CPU time, in shares of what all processors had.
 *
 * @param loadGenerator of its own process, compilers included
 * @param knowsServer whether it reads the CPU time of the server's processes: none of its foreign
 * @param related of other processes of the comparison, which no two members share; 0 when unknown
 * @param foreign of all others, 0 to 1; negative when unknown
 */
public record MachineShare(
    double loadGenerator, boolean knowsServer, double related, double foreign) {

  /**
   * What a run's load generator saw.
   *
   * @param resources of the run
   * @param spinSeconds CPU time that it spent spinning, s
   */
  public static MachineShare of(Resources resources, double spinSeconds) {
    CpuUse cpu = resources.cpu();
    Compilation compilation =
        Objects.requireNonNullElse(resources.compilation(), new Compilation(null, null));
    double machine = cpu.machineSeconds() > 0 ? cpu.machineSeconds() : Double.POSITIVE_INFINITY;
    return new MachineShare(
        (cpu.clientSeconds() + spinSeconds + orNone(compilation.clientSeconds())) / machine,
        cpu.serverSeconds() != null,
        orNone(cpu.relatedShare()),
        cpu.foreignShare());
  }

  private static double orNone(Double known) {
    return known == null ? 0 : known;
  }

  /**
   * The share of the machine that neither its members, nor their related processes, nor the server
   * took, 0 to 1: each member counted the others as foreign. What the server took on this machine,
   * if it is on it, only those know that read its CPU time. Negative when unknown.
   */
  public static double foreign(List<MachineShare> members) {
    if (members.stream().anyMatch(member -> member.foreign < 0)) {
      return -1;
    }
    List<MachineShare> reading = members.stream().filter(MachineShare::knowsServer).toList();
    double withoutServer =
        (reading.isEmpty() ? members : reading)
            .stream()
                .mapToDouble(member -> member.foreign + member.related + member.loadGenerator)
                .average()
                .orElse(0);
    double ours =
        members.stream().mapToDouble(member -> member.loadGenerator + member.related).sum();
    return Math.max(0, withoutServer - ours);
  }
}
