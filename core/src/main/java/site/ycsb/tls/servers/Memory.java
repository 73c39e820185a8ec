package site.ycsb.tls.servers;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The available memory of this machine. */
final class Memory {
  private Memory() {}

  /**
   * Memory that new processes can use without swapping, bytes: Linux's estimate; elsewhere half of
   * all memory.
   */
  static long availableBytes() {
    try {
      List<String> lines = Files.readAllLines(Path.of("/proc/meminfo"));
      return lines.stream()
          .filter(line -> line.startsWith("MemAvailable:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
          .findFirst()
          .orElseThrow(() -> new IOException("no MemAvailable"));
    } catch (IOException | NumberFormatException e) {
      return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize()
          / 2;
    }
  }
}
