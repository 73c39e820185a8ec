package site.ycsb.tls.measurement.result.resource;

/**
 * CPU time of the measured window, without that of the just-in-time compilers, and in a run that
 * takes turns without the idle cost.
 *
 * @param clientSeconds user and system time of the load generator's process
 * @param serverSeconds the same of the server's process or processes; null when they are unknown
 * @param foreignShare share of the machine's CPU time that other processes and the hypervisor took,
 *     0–1; negative when unknown
 * @param machineSeconds CPU time that all processors of the machine had, used or not; negative when
 *     unknown
 */
public record CpuUse(
    double clientSeconds, Double serverSeconds, double foreignShare, double machineSeconds) {

  /**
   * Without the idle cost.
   *
   * @param client CPU seconds of the load generator per idle second
   * @param server the same of the server
   * @param seconds length of the window, s
   */
  public CpuUse without(double client, double server, double seconds) {
    return new CpuUse(
        Math.max(0, clientSeconds - client * seconds),
        serverSeconds == null
            ? null
            : Double.valueOf(Math.max(0, serverSeconds - server * seconds)),
        foreignShare,
        machineSeconds);
  }
}
