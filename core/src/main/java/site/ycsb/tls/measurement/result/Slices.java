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
   * The slices of two runs that were active at the same times. The idle cost of the server is that
   * of the first that knows it: both mean the same server.
   */
  public Slices plus(Slices other) {
    return new Slices(
        Math.max(count, other.count),
        Math.max(meanSeconds, other.meanSeconds),
        Math.max(cpuStepNanos, other.cpuStepNanos),
        Math.max(idleSeconds, other.idleSeconds),
        idleClientCpu + other.idleClientCpu,
        idleServerCpu == null ? other.idleServerCpu : idleServerCpu,
        warmupOperations + other.warmupOperations,
        cold == null || other.cold == null ? null : cold.plus(other.cold));
  }

  /**
   * The slices of several runs whose server was measured by one of them, which was late.
   *
   * @param share of the cold operations that were done while it measured, 0 to 1: what it measured
   *     is divided by it; 0 = the server's cold CPU time is unknown
   */
  public Slices withColdServerShare(double share) {
    if (cold == null || cold.serverCpuSeconds() == null || share == 1) {
      return this;
    }
    return new Slices(
        count,
        meanSeconds,
        cpuStepNanos,
        idleSeconds,
        idleClientCpu,
        idleServerCpu,
        warmupOperations,
        new Cold(
            cold.succeeded(),
            cold.seconds(),
            cold.clientCpuSeconds(),
            share > 0 ? Double.valueOf(cold.serverCpuSeconds() / share) : null,
            cold.connections(),
            cold.handshakes()));
  }

  /**
   * The first operations of a process, whose code is not compiled yet: as many as were ordered, so
   * that two variants have the same, however fast they are.
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
      long handshakes) {

    /** What two processes did at the same times. */
    Cold plus(Cold other) {
      return new Cold(
          succeeded + other.succeeded,
          Math.max(seconds, other.seconds),
          clientCpuSeconds + other.clientCpuSeconds,
          serverCpuSeconds == null ? other.serverCpuSeconds : serverCpuSeconds,
          connections + other.connections,
          handshakes + other.handshakes);
    }
  }
}
