package site.ycsb.tls.reliability;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a process holds, from Linux' {@code /proc}.
 *
 * @param descriptors open files, sockets and pipes
 * @param threads of the process
 * @param residentKilobytes memory that is in use
 * @param mostResidentKilobytes the most that has been in use so far
 */
record ProcessFigures(
    long descriptors, long threads, long residentKilobytes, long mostResidentKilobytes) {
  /** Empty when the process has ended. */
  static Optional<ProcessFigures> of(long pid) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid));
    try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
      String status = Files.readString(process.resolve("status"), StandardCharsets.UTF_8);
      if (!status.contains("VmRSS:")) {
        return Optional.empty();
      }
      return Optional.of(
          new ProcessFigures(
              descriptors.count(),
              number(status, "Threads:"),
              number(status, "VmRSS:"),
              number(status, "VmHWM:")));
    } catch (IOException e) {
      // It ended before it was read (ENOENT), or while it was read (ESRCH).
      if (Files.exists(process)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static long number(String status, String name) {
    return status
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElseThrow();
  }
}
