package site.ycsb.tls.servers;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import site.ycsb.tls.measurement.process.kernel.ControlGroups;

/** The available memory of this machine, and of the container, pod or service on it. */
final class Memory {
  private static final Pattern AVAILABLE =
      Pattern.compile("^MemAvailable: *([0-9]+) kB$", Pattern.MULTILINE);

  /** Copies of files, which the kernel drops before a group exceeds its limit. */
  private static final Pattern FILES =
      Pattern.compile("^(?:in)?active_file ([0-9]+)$", Pattern.MULTILINE);

  /** The same in version 1 of control groups, with that of groups below. */
  private static final Pattern FILES_1 =
      Pattern.compile("^total_(?:in)?active_file ([0-9]+)$", Pattern.MULTILINE);

  private Memory() {}

  /**
   * Memory that new processes can use without swapping, bytes: Linux's estimate, or what the limits
   * of this process's control groups leave if that is less; elsewhere half of all memory.
   */
  static long availableBytes() {
    return availableBytes(Path.of("/proc/meminfo"), ControlGroups.OWN);
  }

  static long availableBytes(Path meminfo, ControlGroups groups) {
    return groups.folders("memory").stream()
        .mapToLong(Memory::leftBytes)
        .reduce(machineBytes(meminfo), Math::min);
  }

  private static long machineBytes(Path meminfo) {
    try {
      return sum(AVAILABLE, Files.readString(meminfo)) << 10;
    } catch (IOException e) {
      return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize()
          / 2;
    }
  }

  /** What the limit of a group leaves, bytes; the largest number where there is no limit. */
  private static long leftBytes(Path group) {
    try {
      boolean first = Files.exists(group.resolve("memory.limit_in_bytes"));
      String limit = read(group, first ? "memory.limit_in_bytes" : "memory.max");
      if (limit.equals("max")) {
        return Long.MAX_VALUE;
      }
      long used = Long.parseLong(read(group, first ? "memory.usage_in_bytes" : "memory.current"));
      long files = sum(first ? FILES_1 : FILES, read(group, "memory.stat"));
      return Math.max(0, Long.parseLong(limit) - Math.max(0, used - files));
    } catch (IOException | NumberFormatException e) {
      return Long.MAX_VALUE; // The top one has no limit.
    }
  }

  private static String read(Path group, String file) throws IOException {
    return Files.readString(group.resolve(file)).strip();
  }

  /**
   * @throws IOException when there is none
   */
  private static long sum(Pattern figure, String text) throws IOException {
    return figure
        .matcher(text)
        .results()
        .map(found -> Long.valueOf(found.group(1)))
        .reduce(Long::sum)
        .orElseThrow(() -> new IOException("no " + figure));
  }
}
