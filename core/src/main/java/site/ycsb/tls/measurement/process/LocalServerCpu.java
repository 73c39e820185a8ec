package site.ycsb.tls.measurement.process;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import site.ycsb.tls.measurement.process.kernel.CpuClock;
import site.ycsb.tls.measurement.process.kernel.CpuTime;
import site.ycsb.tls.measurement.process.kernel.LocalProcesses;
import site.ycsb.tls.measurement.process.kernel.ProcessStat;

/** Of processes on this machine, with their descendants. Not thread-safe. */
final class LocalServerCpu implements ServerCpu {
  private final List<Long> pids;
  private final LocalProcesses processes;
  private Optional<String> silence = Optional.empty();

  private LocalServerCpu(List<Long> pids) {
    this.pids = List.copyOf(pids);
    this.processes = LocalProcesses.numbered(pids);
  }

  /**
   * Reads once.
   *
   * @param pids may be none: then it is never known
   * @throws IOException when one of them does not live, or may not be read
   */
  static LocalServerCpu open(List<Long> pids) throws IOException {
    LocalServerCpu opened = new LocalServerCpu(pids);
    for (long pid : pids) {
      if (ProcessHandle.of(pid).isEmpty()) {
        throw new IOException(
            "server.cpu: this machine has no process %d, or hides it from this user (hidepid); correct the number, or run as the server's user or as root"
                .formatted(pid));
      }
      if (isLinux() && ProcessStat.of(pid).isEmpty()) {
        throw new IOException(
            "server.cpu: this user may not read /proc/%d (hidepid), and so not see its descendants; run as the server's user or as root"
                .formatted(pid));
      }
    }
    opened.now();
    return opened;
  }

  private static boolean isLinux() {
    return System.getProperty("os.name").equals("Linux");
  }

  @Override
  public Optional<CpuTime> now() throws IOException {
    if (pids.isEmpty() || silence.isPresent()) {
      return Optional.empty();
    }
    if (!isLinux()) {
      List<Long> nanos = pids.stream().flatMap(pid -> CpuClock.of(pid).stream().boxed()).toList();
      return nanos.size() < pids.size()
          ? Optional.empty()
          : Optional.of(
              new CpuTime(nanos.stream().mapToLong(Long::longValue).sum(), OptionalLong.empty()));
    }
    Optional<CpuTime> time;
    try {
      time = processes.now();
    } catch (IOException e) {
      throw new IOException("server.cpu: " + e.getMessage(), e);
    }
    Optional<Long> ended = pids.stream().filter(pid -> ProcessStat.of(pid).isEmpty()).findFirst();
    if (ended.isPresent()) {
      silence =
          Optional.of("CPU time of the server unknown: process " + ended.get() + " has ended");
      return Optional.empty();
    }
    return time;
  }

  @Override
  public Optional<String> silence() {
    return silence;
  }
}
