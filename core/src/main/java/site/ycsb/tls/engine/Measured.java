package site.ycsb.tls.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import site.ycsb.tls.measurement.OperationNames;
import site.ycsb.tls.measurement.Recorder;
import site.ycsb.tls.measurement.ResourceUse;
import site.ycsb.tls.measurement.RunRecords;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.TransportCounts;

/**
 * What was measured in one stretch of time, or in several that add up: operations, connections, CPU
 * time. Between {@link #begin} and {@link #end} the workers are at work. Used by the coordinating
 * thread.
 */
final class Measured {
  private final RunOptions options;
  private final Transport transport;
  private final List<Long> relatedPids;
  private final RunRecords records;
  private final ZonedDateTime startedAt = ZonedDateTime.now(ZoneId.systemDefault());
  private final List<Double> perSecond = new ArrayList<>();
  private final TransportCounts countsBefore;

  private final Optional<Double> serverCompilationBefore;

  private TransportCounts countsAtBegin;
  private ResourceUse useAtBegin;
  private TransportCounts counts = TransportCounts.NONE;
  private ResourceUse use = ResourceUse.NONE;
  private double seconds;
  private long parts;
  private double collectedUntil;
  private long countedSuccesses;

  /**
   * @param recorders of the workers, for this purpose
   * @param logs where logs of intervals go; empty for none
   * @param relatedPids other processes of the same comparison: their work is not foreign load
   * @param watchesCompiler whether the time of the server's compilers is wanted
   */
  Measured(
      RunOptions options,
      OperationNames names,
      Transport transport,
      List<Recorder> recorders,
      Optional<Path> logs,
      List<Long> relatedPids,
      boolean watchesCompiler)
      throws IOException {
    this.options = options;
    this.transport = transport;
    this.relatedPids = List.copyOf(relatedPids);
    this.records =
        new RunRecords(
            names, recorders, options.report(), logs, startedAt.toInstant().toEpochMilli());
    this.countsBefore = transport.counts();
    this.serverCompilationBefore =
        watchesCompiler
            ? ResourceUse.serverCompilationSeconds(options.serverPids())
            : Optional.empty();
  }

  /** A stretch begins; nothing runs yet. */
  void begin() {
    countsAtBegin = transport.counts();
    useAtBegin = ResourceUse.atBegin(options.serverPids(), relatedPids);
  }

  /**
   * It has ended; no operation is in flight.
   *
   * @param length of the stretch, s
   * @return what was used in it
   */
  ResourceUse end(double length) {
    ResourceUse used = ResourceUse.atEnd(options.serverPids(), relatedPids).minus(useAtBegin);
    use = use.plus(used);
    counts = counts.plus(transport.counts().minus(countsAtBegin));
    seconds += length;
    parts++;
    return used;
  }

  /**
   * Takes what the workers recorded, when they were active for a second since the last time; they
   * must be at rest.
   */
  void collectIfDue() throws IOException {
    if (seconds - collectedUntil >= 1) {
      countSecond(seconds - collectedUntil);
      records.collectRest(collectedUntil, seconds);
      collectedUntil = seconds;
    }
  }

  /** About a second has passed: how many operations per second succeeded in it. */
  void countSecond(double length) {
    long successes = records.successes();
    perSecond.add((successes - countedSuccesses) / length);
    countedSuccesses = successes;
  }

  /** Takes what the workers handed over for the time until then, s. */
  void collect(double until) throws IOException {
    records.collect(collectedUntil, until);
    collectedUntil = until;
  }

  /** Takes the rest, and closes the logs. */
  void close() throws IOException {
    records.collectRest(collectedUntil, Math.max(collectedUntil, seconds));
    records.close();
  }

  /** When it was first begun. */
  ZonedDateTime startedAt() {
    return startedAt;
  }

  RunRecords records() {
    return records;
  }

  /** Length of all stretches together, s. */
  double seconds() {
    return seconds;
  }

  /** Number of stretches. */
  long parts() {
    return parts;
  }

  /** Operations per second, second by second. */
  List<Double> perSecond() {
    return perSecond;
  }

  /** What the transport counted before. */
  TransportCounts countsBefore() {
    return countsBefore;
  }

  /** What the transport counted meanwhile. */
  TransportCounts counts() {
    return counts;
  }

  /**
   * CPU time of the just-in-time compilers of the server since this was made, s; null when unknown.
   */
  Double serverCompilationSeconds() {
    return serverCompilationBefore
        .flatMap(
            before ->
                ResourceUse.serverCompilationSeconds(options.serverPids())
                    .map(now -> Math.max(0, now - before)))
        .orElse(null);
  }

  /** CPU time and the like that was used meanwhile. */
  ResourceUse use() {
    return use;
  }
}
