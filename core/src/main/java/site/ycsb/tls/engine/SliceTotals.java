package site.ycsb.tls.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import site.ycsb.tls.account.CallCounts;
import site.ycsb.tls.account.SocketTable;
import site.ycsb.tls.engine.worker.Worker;
import site.ycsb.tls.measurement.Recorder;
import site.ycsb.tls.measurement.RunRecords;
import site.ycsb.tls.measurement.process.ResourceMeter;
import site.ycsb.tls.measurement.process.ResourceUse;
import site.ycsb.tls.measurement.process.ServerCpu;
import site.ycsb.tls.measurement.process.kernel.CpuLimit;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.count.TransportCounts;

/**
 * The measurements of one period of time, or the sum of several: operations, connections, CPU time.
 * Between {@link #begin} and {@link #end} the workers are at work. Used by the coordinating thread.
 */
final class SliceTotals {
  private final Transport transport;
  private final ResourceMeter meter;
  private final CpuLimit limit = new CpuLimit();
  private final RunRecords records;
  private final ZonedDateTime startedAt;
  private final List<Double> perSecond = new ArrayList<>();
  private final TransportCounts countsBefore;

  private TransportCounts countsAtBegin;
  private TransportCounts counts = TransportCounts.NONE;
  private ResourceUse use = ResourceUse.NONE;
  private double seconds;
  private long parts;
  private double collectedUntil;
  private double countedUntil;
  private long countedSuccesses;

  /**
   * @param run what its workers share
   * @param recorders of the workers, for this purpose
   * @param logs where logs of intervals go; empty for none
   * @param server left open
   * @param relatedPids other processes of the same comparison: their work is not foreign load
   * @param startedAt when the first period begins
   */
  SliceTotals(
      Worker.Shared run,
      List<Recorder> recorders,
      Optional<Path> logs,
      ServerCpu server,
      List<Long> relatedPids,
      ZonedDateTime startedAt)
      throws IOException {
    this.startedAt = startedAt;
    this.transport = run.transport();
    this.meter = new ResourceMeter(server, relatedPids);
    this.records =
        new RunRecords(
            run.names(),
            recorders,
            run.options().report(),
            logs,
            startedAt.toInstant().toEpochMilli());
    this.countsBefore = transport.counts();
  }

  /** A period begins; nothing runs yet. */
  void begin() throws IOException {
    countsAtBegin = transport.counts();
    limit.begin();
    meter.begin();
  }

  /**
   * The period has ended; no operation is in flight.
   *
   * @param length of the period, s
   * @return the resources used in it
   */
  ResourceUse end(double length) throws IOException {
    ResourceUse used = meter.end();
    limit.end();
    use = use.plus(used);
    counts = counts.plus(transport.counts().minus(countsAtBegin));
    seconds += length;
    parts++;
    return used;
  }

  /**
   * Takes the workers' records if they were active for a second since the last time; the workers
   * must be at rest.
   */
  void collectIfDue() throws IOException {
    if (seconds - collectedUntil >= 1) {
      countSeconds(seconds);
      records.collectRest(collectedUntil, seconds);
      collectedUntil = seconds;
    }
  }

  /**
   * Adds the operations per second that succeeded since the last time, once for each second that
   * has ended since: in a slice that is longer, or while the process stood still, it is the mean.
   *
   * @param until the time until now, s; more than the last time
   */
  void countSeconds(double until) {
    long successes = records.successes();
    double rate = (successes - countedSuccesses) / (until - countedUntil);
    while (perSecond.size() + 1 <= until) {
      perSecond.add(rate);
    }
    countedSuccesses = successes;
    countedUntil = until;
  }

  /** Takes the records that the workers handed over, for the time until then, s. */
  void collect(double until) throws IOException {
    records.collect(collectedUntil, until);
    collectedUntil = until;
  }

  /** Takes the rest, and closes the logs. */
  void close() throws IOException {
    records.collectRest(collectedUntil, Math.max(collectedUntil, seconds));
    records.close();
  }

  /** When the first period began. */
  ZonedDateTime startedAt() {
    return startedAt;
  }

  RunRecords records() {
    return records;
  }

  /** Length of all periods together, s. */
  double seconds() {
    return seconds;
  }

  /** Number of periods. */
  long parts() {
    return parts;
  }

  /** Operations per second, second by second. */
  List<Double> perSecond() {
    return perSecond;
  }

  /** The transport's counts before. */
  TransportCounts countsBefore() {
    return countsBefore;
  }

  /** The transport's counts in these periods. */
  TransportCounts counts() {
    return counts;
  }

  /** The system calls of connections in these periods; empty when this JVM does not know them. */
  Optional<CallCounts> calls() {
    return SocketTable.problem().isEmpty() ? Optional.of(use.calls()) : Optional.empty();
  }

  /** CPU time and other resources used in these periods. */
  ResourceUse use() {
    return use;
  }

  /** The CPU limit under which these periods were. */
  CpuLimit limit() {
    return limit;
  }
}
