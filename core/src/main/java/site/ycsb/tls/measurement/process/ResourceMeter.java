package site.ycsb.tls.measurement.process;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import site.ycsb.tls.account.CallCounts;
import site.ycsb.tls.account.SocketTable;
import site.ycsb.tls.measurement.process.ResourceUse.MachineTicks;
import site.ycsb.tls.measurement.process.kernel.CompilerThreads;
import site.ycsb.tls.measurement.process.kernel.CpuClock;
import site.ycsb.tls.measurement.process.kernel.CpuTime;
import site.ycsb.tls.measurement.result.resource.Counters;
import site.ycsb.tls.measurement.result.resource.GarbageCollection;

/**
 * Measures the resources that periods of time used: in this process, in the server's processes and
 * on the whole machine. The process and its compilers are read one right after the other: what they
 * compile in between would be taken out of the period's CPU time and is not in it. Only the
 * counters, which take microseconds, are read between the two: reading the compilers allocates.
 * Calls of connections are counted after the server was asked at the beginning, and before it is
 * asked at the end: it may be asked over one of them. Not thread-safe.
 */
public final class ResourceMeter {
  private final ServerCpu server;

  /** CPU time of each related process when it was last read, ns; of those that have ended, too. */
  private final Map<Long, Long> related = new HashMap<>();

  private final CompilerThreads compilers = new CompilerThreads(ProcessHandle.current().pid());

  private ResourceUse atBegin = ResourceUse.NONE;

  /**
   * @param server left open
   * @param relatedPids other processes of the same comparison; may be none
   */
  public ResourceMeter(ServerCpu server, List<Long> relatedPids) {
    this.server = server;
    relatedPids.forEach(pid -> related.put(pid, 0L));
    AllocatedBytes.now(); // Its first reading takes milliseconds.
  }

  /**
   * A period begins now. What the reading costs is before it.
   *
   * @throws IOException when the connection to the server's machine is lost
   */
  public void begin() throws IOException {
    Optional<MachineTicks> machine = MachineTicks.now();
    Map<String, GarbageCollection> collections = collections();
    long relatedNanos = relatedNanos();
    Optional<CpuTime> serverNow = server.now();
    CallCounts calls = SocketTable.calls();
    OptionalLong compiling = compilers.nanos();
    compilers.requireFoundInJvm();
    Counters counters = counters();
    atBegin =
        new ResourceUse(
            new CpuTime(CpuClock.ofThisProcess(), compiling),
            serverNow,
            server.isElsewhere(),
            relatedNanos,
            machine,
            collections,
            counters,
            calls);
  }

  /**
   * The period that began last ends now. What the reading costs is after it.
   *
   * @return what was used in it
   * @throws IOException when the connection to the server's machine is lost
   */
  public ResourceUse end() throws IOException {
    long process = CpuClock.ofThisProcess();
    Counters counters = counters();
    CpuTime client = new CpuTime(process, compilers.nanos());
    CallCounts calls = SocketTable.calls();
    Optional<CpuTime> serverNow = server.now();
    return new ResourceUse(
            client,
            serverNow,
            server.isElsewhere(),
            relatedNanos(),
            MachineTicks.now(),
            collections(),
            counters,
            calls)
        .minus(atBegin);
  }

  private static Counters counters() {
    OptionalLong allocated = AllocatedBytes.now();
    return new Counters(allocated.isPresent() ? Long.valueOf(allocated.getAsLong()) : null);
  }

  private long relatedNanos() {
    related.replaceAll((pid, last) -> Math.max(last, CpuClock.of(pid).orElse(last)));
    return related.values().stream().mapToLong(Long::longValue).sum();
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
