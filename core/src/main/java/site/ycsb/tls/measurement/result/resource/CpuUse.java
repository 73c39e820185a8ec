package site.ycsb.tls.measurement.result.resource;

/**
 * CPU time of the measured window, without that of the just-in-time compilers, and in a run that
 * takes turns without the idle cost.
 *
 * @param clientSeconds user and system time of the load generator's process
 * @param serverSeconds the same of the server's process or processes; null when they are unknown
 * @param relatedShare share of the machine's CPU time that related processes took, their compilers
 *     included, 0–1: in a run that takes turns, all others of the comparison; in a whole run, those
 *     that it has started, such as the network's relay. Null when unknown, as in files of earlier
 *     versions
 * @param foreignShare share of the machine's CPU time that the hypervisor and processes took that
 *     are none of these, 0–1; negative when unknown
 * @param machineSeconds CPU time that all processors of the machine had, used or not; negative when
 *     unknown
 */
public record CpuUse(
    double clientSeconds,
    Double serverSeconds,
    Double relatedShare,
    double foreignShare,
    double machineSeconds) {

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
        relatedShare,
        foreignShare,
        machineSeconds);
  }
}
