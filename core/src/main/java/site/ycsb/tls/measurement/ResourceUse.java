package site.ycsb.tls.measurement;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BinaryOperator;
import site.ycsb.tls.measurement.RunResult.CpuUse;
import site.ycsb.tls.measurement.RunResult.GarbageCollection;

/**
 * The resources used by this process, the server's processes and the whole machine: until an
 * instant or, as the difference of two, between two instants. Differences of several slices can be
 * added.
 *
 * @param clientNanos CPU time of this process, ns
 * @param serverNanos CPU time of the server's processes, ns; empty when there are none, or one of
 *     them cannot be seen
 * @param relatedNanos CPU time of other processes of the same comparison, ns; 0 when they cannot be
 *     seen
 * @param machine CPU time of the machine; empty where there is no {@code /proc/stat}
 * @param collections garbage collections of this process
 * @param compilationMillis time that this process's just-in-time compiler worked, ms
 */
public record ResourceUse(
    long clientNanos,
    OptionalLong serverNanos,
    long relatedNanos,
    Optional<MachineTicks> machine,
    Map<String, GarbageCollection> collections,
    long compilationMillis) {

  /** Nothing used: the start of a sum. */
  public static final ResourceUse NONE =
      new ResourceUse(0, OptionalLong.of(0), 0, Optional.of(new MachineTicks(0, 0)), Map.of(), 0);

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
      long total = 0;
      for (int i = 1; i <= 8; i++) {
        total += Long.parseLong(words[i]);
      }
      long idle = Long.parseLong(words[4]) + Long.parseLong(words[5]);
      return new MachineTicks(total - idle, total);
    }
  }

  /**
   * The use until now, read in an order that keeps the reading itself out of the period that begins
   * now.
   *
   * @param serverPids the server's processes; may be none
   * @param relatedPids other processes of the same comparison; may be none
   */
  public static ResourceUse atBegin(List<Long> serverPids, List<Long> relatedPids) {
    Optional<MachineTicks> machine = MachineTicks.now();
    Map<String, GarbageCollection> collections = currentCollections();
    long compilation = compilationMillisUntilNow();
    long related = CpuClock.of(relatedPids).orElse(0);
    OptionalLong server = CpuClock.of(serverPids);
    return new ResourceUse(
        CpuClock.ofThisProcess(), server, related, machine, collections, compilation);
  }

  /**
   * The use until now, read in an order that keeps the reading itself out of the period that ends
   * now.
   *
   * @param serverPids the server's processes; may be none
   * @param relatedPids other processes of the same comparison; may be none
   */
  public static ResourceUse atEnd(List<Long> serverPids, List<Long> relatedPids) {
    long client = CpuClock.ofThisProcess();
    OptionalLong server = CpuClock.of(serverPids);
    long related = CpuClock.of(relatedPids).orElse(0);
    return new ResourceUse(
        client,
        server,
        related,
        MachineTicks.now(),
        currentCollections(),
        compilationMillisUntilNow());
  }

  /** The steps in which CPU time of processes is known here, ns: 1, or 10 ms. */
  public static long cpuStepNanos() {
    return CpuClock.stepNanos();
  }

  /**
   * CPU time of the just-in-time compilers of the server's processes until now, s; empty when they
   * are not JVMs, or cannot be read.
   */
  public static Optional<Double> serverCompilationSeconds(List<Long> serverPids) {
    OptionalLong nanos = CompilerThreads.nanos(serverPids);
    return nanos.isPresent() ? Optional.of(nanos.getAsLong() / 1e9) : Optional.empty();
  }

  private static long compilationMillisUntilNow() {
    var compiler = ManagementFactory.getCompilationMXBean();
    return compiler == null || !compiler.isCompilationTimeMonitoringSupported()
        ? 0
        : compiler.getTotalCompilationTime();
  }

  private static Map<String, GarbageCollection> currentCollections() {
    Map<String, GarbageCollection> collections = new LinkedHashMap<>();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      collections.put(
          collector.getName(),
          new GarbageCollection(
              Math.max(0, collector.getCollectionCount()),
              Math.max(0, collector.getCollectionTime())));
    }
    return collections;
  }

  /** The use between the earlier instant and this one. */
  public ResourceUse minus(ResourceUse earlier) {
    return combine(earlier, (a, b) -> a - b, GarbageCollection::minus);
  }

  /** The sum of both. */
  public ResourceUse plus(ResourceUse other) {
    return combine(other, Long::sum, GarbageCollection::plus);
  }

  private ResourceUse combine(
      ResourceUse other, BinaryOperator<Long> by, BinaryOperator<GarbageCollection> byCollector) {
    GarbageCollection none = new GarbageCollection(0, 0);
    Map<String, GarbageCollection> collected = new LinkedHashMap<>(other.collections);
    collected.replaceAll((name, theirs) -> byCollector.apply(none, theirs));
    collections.forEach(
        (name, ours) ->
            collected.put(
                name, byCollector.apply(ours, other.collections.getOrDefault(name, none))));
    return new ResourceUse(
        by.apply(clientNanos, other.clientNanos),
        serverNanos.isPresent() && other.serverNanos.isPresent()
            ? OptionalLong.of(by.apply(serverNanos.getAsLong(), other.serverNanos.getAsLong()))
            : OptionalLong.empty(),
        by.apply(relatedNanos, other.relatedNanos),
        machine.flatMap(
            ours ->
                other.machine.map(
                    theirs ->
                        new MachineTicks(
                            by.apply(ours.busy(), theirs.busy()),
                            by.apply(ours.total(), theirs.total())))),
        collected,
        by.apply(compilationMillis, other.compilationMillis));
  }

  /**
   * A difference without the compilers' CPU time: they work for earlier operations.
   *
   * @param serverSeconds CPU time of the server's compilers, s
   */
  public ResourceUse withoutCompilation(double serverSeconds) {
    return new ResourceUse(
        Math.max(0, clientNanos - 1_000_000 * compilationMillis),
        serverNanos.isPresent()
            ? OptionalLong.of(
                Math.max(0, serverNanos.getAsLong() - Math.round(1e9 * serverSeconds)))
            : serverNanos,
        relatedNanos,
        machine,
        collections,
        compilationMillis);
  }

  /**
   * The CPU time of a difference.
   *
   * @param spinSeconds part of this process's time that was spent spinning; subtracted
   */
  public CpuUse cpu(double spinSeconds) {
    double client = clientNanos / 1e9;
    Double server = serverNanos.isPresent() ? serverNanos.getAsLong() / 1e9 : null;
    double ours = client + (server == null ? 0 : server) + relatedNanos / 1e9;
    return new CpuUse(
        Math.max(0, client - spinSeconds),
        server,
        machine.map(ticks -> foreignShare(ticks, ours)).orElse(-1.0),
        machine.map(ticks -> ticks.total() / MachineTicks.PER_SECOND).orElse(-1.0));
  }

  private static double foreignShare(MachineTicks ticks, double ours) {
    return ticks.total() <= 0
        ? -1
        : Math.max(0, ticks.busy() - ours * MachineTicks.PER_SECOND) / ticks.total();
  }
}
