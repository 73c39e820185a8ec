package site.ycsb.tls.engine;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import site.ycsb.tls.measurement.process.kernel.CompilerThreads;
import site.ycsb.tls.measurement.process.kernel.CpuClock;
import site.ycsb.tls.measurement.process.kernel.CpuTime;

/**
 * CPU time of the processes that this one has started, and of those that they have started, in
 * periods in which they should rest. The server's are none of them: what is left is the network's
 * relay, if there is one. Used by the coordinating thread.
 */
final class StartedProcesses {
  private final List<Started> processes;
  private long beganAt;
  private long nanos;

  /** One of them. */
  private static final class Started {
    private final String name;
    private final long pid;
    private final CompilerThreads compilers;
    private long last;
    private long atBegin;
    private long used;

    Started(ProcessHandle process) {
      String file = process.info().command().orElse("");
      pid = process.pid();
      name =
          file.isEmpty()
              ? "process " + pid
              : "%s (process %d)".formatted(Path.of(file).getFileName(), pid);
      compilers = new CompilerThreads(pid);
    }

    /** CPU time until now without the compilers', or until its end, ns. */
    private long now() {
      OptionalLong all = CpuClock.of(pid);
      if (all.isPresent()) {
        last = new CpuTime(all.getAsLong(), compilers.nanos()).operationNanos();
      }
      return last;
    }
  }

  /**
   * Those that live now.
   *
   * @param serverPids the server's processes on this machine; may be none
   */
  StartedProcesses(List<Long> serverPids) {
    processes = handles(serverPids).map(Started::new).toList();
  }

  /** The numbers of those that live now. */
  static List<Long> pids(List<Long> serverPids) {
    return handles(serverPids).map(ProcessHandle::pid).toList();
  }

  private static Stream<ProcessHandle> handles(List<Long> serverPids) {
    return ProcessHandle.current().descendants().filter(process -> !isOf(serverPids, process));
  }

  /** Whether it is one of these, or started by one of them. */
  static boolean isOf(List<Long> pids, ProcessHandle process) {
    return Stream.iterate(
            Optional.of(process), Optional::isPresent, each -> each.flatMap(ProcessHandle::parent))
        .anyMatch(each -> pids.contains(each.orElseThrow().pid()));
  }

  boolean isEmpty() {
    return processes.isEmpty();
  }

  /** A period begins. What the reading costs is before it. */
  void begin() {
    processes.forEach(process -> process.atBegin = process.now());
    beganAt = System.nanoTime();
  }

  /** The period has ended. */
  void end() {
    nanos += System.nanoTime() - beganAt;
    processes.forEach(process -> process.used += process.now() - process.atBegin);
  }

  /** CPU seconds per second of all periods together, by name and number of the process. */
  Map<String, Double> processors() {
    Map<String, Double> processors = new LinkedHashMap<>();
    if (nanos > 0) {
      processes.forEach(process -> processors.put(process.name, process.used / (double) nanos));
    }
    return processors;
  }
}
