package site.ycsb.tls.measurement.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.LongBinaryOperator;
import site.ycsb.tls.account.CallCounts;
import site.ycsb.tls.measurement.process.kernel.CpuTime;
import site.ycsb.tls.measurement.result.resource.Counters;
import site.ycsb.tls.measurement.result.resource.CpuUse;
import site.ycsb.tls.measurement.result.resource.GarbageCollection;

/**
 * The resources used by this process, the server's processes and the whole machine: until an
 * instant or, as the difference of two, between two instants. Differences of several slices can be
 * added.
 *
 * @param client CPU time of this process
 * @param server CPU time of the server's processes; empty when there are none, or one of them
 *     cannot be seen
 * @param serverElsewhere whether these are on another machine, and use nothing of this one
 * @param relatedNanos CPU time of other processes of the same comparison, ns; of those that have
 *     ended, or cannot be seen any more, what was read last
 * @param machine CPU time of the machine; empty where there is no {@code /proc/stat}
 * @param collections garbage collections of this process
 * @param counters what else this process counts
 * @param calls system calls of this process's connections, those that ask the server for its CPU
 *     time not among them
 */
public record ResourceUse(
    CpuTime client,
    Optional<CpuTime> server,
    boolean serverElsewhere,
    long relatedNanos,
    Optional<MachineTicks> machine,
    Map<String, GarbageCollection> collections,
    Counters counters,
    CallCounts calls) {

  /** Nothing used: the start of a sum. */
  public static final ResourceUse NONE =
      new ResourceUse(
          CpuTime.NONE,
          Optional.of(CpuTime.NONE),
          false,
          0,
          Optional.of(new MachineTicks(0, 0)),
          Map.of(),
          Counters.NONE,
          CallCounts.NONE);

  /**
   * CPU time of all processors together.
   *
   * @param busy not idle, time that the hypervisor took (steal) included; in units of 1/100 s
   * @param total all, in units of 1/100 s
   */
  record MachineTicks(long busy, long total) {
    private static final Path STAT = Path.of("/proc/stat");

    /** Linux reports in USER_HZ, which is 100 on all that Java runs on: proc(5). */
    static final double PER_SECOND = 100;

    static Optional<MachineTicks> now() {
      try {
        return Optional.of(parse(Files.readAllLines(STAT).get(0)));
      } catch (IOException | RuntimeException e) {
        return Optional.empty();
      }
    }

    /**
     * Reads a line such as {@code cpu user nice system idle iowait irq softirq steal guest …};
     * guest time is contained in user time already.
     */
    static MachineTicks parse(String line) {
      String[] words = line.trim().split("\\s+", -1);
      long total = Arrays.stream(words, 1, 9).mapToLong(Long::parseLong).sum();
      long idle = Long.parseLong(words[4]) + Long.parseLong(words[5]);
      return new MachineTicks(total - idle, total);
    }
  }

  /** The use between the earlier instant and this one. */
  public ResourceUse minus(ResourceUse earlier) {
    return combine(
        earlier,
        CpuTime::minus,
        (a, b) -> a - b,
        GarbageCollection::minus,
        Counters::minus,
        CallCounts::minus);
  }

  /** The sum of both. */
  public ResourceUse plus(ResourceUse other) {
    return combine(
        other, CpuTime::plus, Long::sum, GarbageCollection::plus, Counters::plus, CallCounts::plus);
  }

  private ResourceUse combine(
      ResourceUse other,
      BinaryOperator<CpuTime> byProcess,
      LongBinaryOperator by,
      BinaryOperator<GarbageCollection> byCollector,
      BinaryOperator<Counters> byCounter,
      BinaryOperator<CallCounts> byCall) {
    GarbageCollection none = new GarbageCollection(0, 0);
    Map<String, GarbageCollection> collected = new LinkedHashMap<>(other.collections);
    collected.replaceAll((name, theirs) -> byCollector.apply(none, theirs));
    collections.forEach(
        (name, ours) ->
            collected.put(
                name, byCollector.apply(ours, other.collections.getOrDefault(name, none))));
    return new ResourceUse(
        byProcess.apply(client, other.client),
        server.flatMap(ours -> other.server.map(theirs -> byProcess.apply(ours, theirs))),
        serverElsewhere || other.serverElsewhere,
        by.applyAsLong(relatedNanos, other.relatedNanos),
        machine.flatMap(
            ours ->
                other.machine.map(
                    theirs ->
                        new MachineTicks(
                            by.applyAsLong(ours.busy(), theirs.busy()),
                            by.applyAsLong(ours.total(), theirs.total())))),
        collected,
        byCounter.apply(counters, other.counters),
        byCall.apply(calls, other.calls));
  }

  /**
   * The CPU time of a difference, without the compilers' part.
   *
   * @param spinSeconds part of this process's time that was spent spinning; subtracted
   */
  public CpuUse cpu(double spinSeconds) {
    return new CpuUse(
        Math.max(0, client.operationNanos() / 1e9 - spinSeconds),
        server.map(time -> time.operationNanos() / 1e9).orElse(null),
        machine.filter(ticks -> ticks.total() > 0).map(this::relatedShare).orElse(null),
        machine.map(this::foreignShare).orElse(-1.0),
        machine.map(ticks -> ticks.total() / MachineTicks.PER_SECOND).orElse(-1.0));
  }

  private double relatedShare(MachineTicks ticks) {
    return relatedNanos / 1e9 * MachineTicks.PER_SECOND / ticks.total();
  }

  private double foreignShare(MachineTicks ticks) {
    long ofServer = serverElsewhere ? 0 : server.map(CpuTime::nanos).orElse(0L);
    double ours = (client.nanos() + ofServer + relatedNanos) / 1e9;
    return ticks.total() <= 0
        ? -1
        : Math.max(0, ticks.busy() - ours * MachineTicks.PER_SECOND) / ticks.total();
  }
}
