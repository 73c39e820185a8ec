package site.ycsb.tls.measurement.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * CPU time of all processes of this machine that have a name, those that have ended or begun since
 * the first reading too: a server may start a process for each connection. What a process did
 * between the last reading and its end is not in it. Linux only. Thread-safe.
 */
final class NamedProcesses {
  private static final Path PROC = Path.of("/proc");

  private final String wanted;

  /** Of each process that was ever seen, by its number. */
  private final Map<Long, Seen> seen = new LinkedHashMap<>();

  /**
   * The process with a number, or those with a name.
   *
   * @param wanted a number, or a name as the kernel keeps it: its first 15 characters
   */
  NamedProcesses(String wanted) {
    this.wanted = wanted;
  }

  private static final class Seen {
    private final CompilerThreads compilers;
    private long nanos;
    private OptionalLong compiling = OptionalLong.empty();

    Seen(long pid) {
      compilers = new CompilerThreads(List.of(pid));
    }

    void read(long pid) {
      compiling = compilers.nanos();
      nanos = Math.max(nanos, CpuClock.of(List.of(pid)).orElse(nanos));
    }
  }

  /**
   * CPU time until now; empty when there has never been such a process.
   *
   * @throws IOException when this machine does not tell its processes
   */
  synchronized Optional<CpuTime> now() throws IOException {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        long pid = Long.parseLong(process.getFileName().toString());
        if (seen.containsKey(pid) || isWanted(process)) {
          seen.computeIfAbsent(pid, Seen::new).read(pid);
        }
      }
    }
    return seen.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new CpuTime(
                seen.values().stream().mapToLong(each -> each.nanos).sum(),
                seen.values().stream()
                    .map(each -> each.compiling)
                    .filter(OptionalLong::isPresent)
                    .reduce(
                        OptionalLong.empty(),
                        (a, b) -> OptionalLong.of(a.orElse(0) + b.getAsLong()))));
  }

  private boolean isWanted(Path process) {
    if (process.endsWith(wanted)) {
      return true;
    }
    try {
      return Files.readString(process.resolve("comm")).strip().equals(wanted);
    } catch (IOException e) {
      return false; // It has ended.
    }
  }
}
