package site.ycsb.tls.measurement.result;

/**
 * A run that took turns with the others of its block.
 *
 * @param count number of slices that count
 * @param meanSeconds their mean length, s
 * @param cpuStepNanos the steps in which CPU time is known, ns
 * @param idleSeconds time in which all runs of the block were idle, s
 * @param idleClientCpu CPU seconds of this process per idle second; for the length of the slices it
 *     is subtracted from {@link site.ycsb.tls.measurement.result.resource.CpuUse}
 * @param idleServerCpu the same of the server; null when unknown
 * @param warmupOperations operations of the warm-up that succeeded
 * @param cold the beginning of the process; null when it was not measured
 */
public record Slices(
    long count,
    double meanSeconds,
    long cpuStepNanos,
    double idleSeconds,
    double idleClientCpu,
    Double idleServerCpu,
    long warmupOperations,
    Cold cold) {

  /**
   * The first operations of a process, whose code is not compiled yet.
   *
   * @param succeeded operations that returned OK
   * @param seconds how long they took, s
   * @param clientCpuSeconds CPU time of the load generator, compilation included, s
   * @param serverCpuSeconds CPU time of the server, s; null when unknown
   * @param connections TCP connections that were opened
   * @param handshakes TLS handshakes, full and resumed
   */
  public record Cold(
      long succeeded,
      double seconds,
      double clientCpuSeconds,
      Double serverCpuSeconds,
      long connections,
      long handshakes) {}
}
