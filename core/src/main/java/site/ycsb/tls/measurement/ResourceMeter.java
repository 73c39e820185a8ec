package site.ycsb.tls.measurement;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import site.ycsb.tls.measurement.ResourceUse.MachineTicks;
import site.ycsb.tls.measurement.result.GarbageCollection;

/**
 * Measures the resources that periods of time used: in this process, in the server's processes and
 * on the whole machine. Not thread-safe.
 */
public final class ResourceMeter {
  private final List<Long> serverPids;
  private final List<Long> relatedPids;
  private final CompilerThreads compilers =
      new CompilerThreads(List.of(ProcessHandle.current().pid()));
  private final CompilerThreads serverCompilers;

  private ResourceUse atBegin = ResourceUse.NONE;

  /**
   * @param serverPids the server's processes; may be none
   * @param relatedPids other processes of the same comparison; may be none
   */
  public ResourceMeter(List<Long> serverPids, List<Long> relatedPids) {
    this.serverPids = List.copyOf(serverPids);
    this.relatedPids = List.copyOf(relatedPids);
    this.serverCompilers = new CompilerThreads(serverPids);
  }

  /** The steps in which CPU time of processes is known here, ns: 1, or 10 ms. */
  public static long cpuStepNanos() {
    return CpuClock.stepNanos();
  }

  /** A period begins now. What the reading costs is before it. */
  public void begin() {
    Optional<MachineTicks> machine = MachineTicks.now();
    Map<String, GarbageCollection> collections = collections();
    OptionalLong compilersNow = compilers.nanos();
    OptionalLong serverCompilersNow = serverCompilers.nanos();
    long related = CpuClock.of(relatedPids).orElse(0);
    OptionalLong server = CpuClock.of(serverPids);
    atBegin =
        new ResourceUse(
            new CpuTime(CpuClock.ofThisProcess(), compilersNow),
            server(server, serverCompilersNow),
            related,
            machine,
            collections);
  }

  /**
   * The period that began last ends now. What the reading costs is after it.
   *
   * @return what was used in it
   */
  public ResourceUse end() {
    long client = CpuClock.ofThisProcess();
    OptionalLong server = CpuClock.of(serverPids);
    long related = CpuClock.of(relatedPids).orElse(0);
    return new ResourceUse(
            new CpuTime(client, compilers.nanos()),
            server(server, serverCompilers.nanos()),
            related,
            MachineTicks.now(),
            collections())
        .minus(atBegin);
  }

  private static Optional<CpuTime> server(OptionalLong nanos, OptionalLong compilers) {
    return nanos.isPresent()
        ? Optional.of(new CpuTime(nanos.getAsLong(), compilers))
        : Optional.empty();
  }

  private static Map<String, GarbageCollection> collections() {
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
}
