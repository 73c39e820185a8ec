package site.ycsb.tls.measurement;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import site.ycsb.tls.measurement.RunResult.CpuUse;
import site.ycsb.tls.measurement.RunResult.GarbageCollection;

/**
 * What this process, the server's processes and the whole machine have used until one instant. Two
 * of them give what was used between.
 *
 * @param clientNanos CPU time of this process, ns; the JVM gives it in steps of 10 ms on Linux
 * @param serverNanos CPU time of the server's processes, ns, in steps of 10 ms; empty when there
 *     are none, or one of them cannot be seen
 * @param machine CPU time of the machine; empty where there is no {@code /proc/stat}
 * @param collections garbage collections of this process
 */
public record ResourceUse(
    long clientNanos,
    OptionalLong serverNanos,
    Optional<MachineTicks> machine,
    Map<String, GarbageCollection> collections) {

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
   * What was used until now.
   *
   * @param serverPids the server's processes; may be none
   */
  public static ResourceUse now(List<Long> serverPids) {
    return new ResourceUse(
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime(),
        serverNanos(serverPids),
        MachineTicks.now(),
        currentCollections());
  }

  private static OptionalLong serverNanos(List<Long> pids) {
    if (pids.isEmpty()) {
      return OptionalLong.empty();
    }
    long sum = 0;
    for (long pid : pids) {
      Optional<Duration> used =
          ProcessHandle.of(pid).flatMap(process -> process.info().totalCpuDuration());
      if (used.isEmpty()) {
        return OptionalLong.empty();
      }
      sum += used.get().toNanos();
    }
    return OptionalLong.of(sum);
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

  /**
   * The CPU time that was used since the earlier instant.
   *
   * @param spinSeconds part of this process's time that was spent waiting actively; left out
   */
  public CpuUse since(ResourceUse earlier, double spinSeconds) {
    double client = (clientNanos - earlier.clientNanos) / 1e9;
    Double server =
        serverNanos.isPresent() && earlier.serverNanos.isPresent()
            ? (serverNanos.getAsLong() - earlier.serverNanos.getAsLong()) / 1e9
            : null;
    double ours = client + (server == null ? 0 : server);
    return new CpuUse(
        Math.max(0, client - spinSeconds),
        server,
        foreignShare(earlier, ours),
        machineSeconds(earlier));
  }

  private double machineSeconds(ResourceUse earlier) {
    return machine.isEmpty() || earlier.machine.isEmpty()
        ? -1
        : (machine.get().total() - earlier.machine.get().total()) / MachineTicks.PER_SECOND;
  }

  private double foreignShare(ResourceUse earlier, double ours) {
    if (machine.isEmpty() || earlier.machine.isEmpty()) {
      return -1;
    }
    MachineTicks before = earlier.machine.get();
    double total = machine.get().total() - before.total();
    double busy = machine.get().busy() - before.busy();
    return total <= 0 ? -1 : Math.max(0, busy - ours * MachineTicks.PER_SECOND) / total;
  }

  /** Garbage collections since the earlier instant. */
  public Map<String, GarbageCollection> collectionsSince(ResourceUse earlier) {
    Map<String, GarbageCollection> since = new LinkedHashMap<>();
    collections.forEach(
        (name, now) -> {
          GarbageCollection then =
              earlier.collections.getOrDefault(name, new GarbageCollection(0, 0));
          since.put(
              name,
              new GarbageCollection(now.count() - then.count(), now.millis() - then.millis()));
        });
    return since;
  }
}
