package site.ycsb.tls.measurement.process.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * CPU time of processes of this machine and of all their descendants, those that begin and end
 * meanwhile too: a server may have a process for each connection, or be started by a script. Of
 * processes that live in ns; of those that have ended in steps of 10 ms, as the kernel adds them to
 * their parent. A reading takes about a millisecond for a thousand processes on the machine. Linux
 * only. Thread-safe.
 */
public final class LocalProcesses {
  private static final Path PROC = Path.of("/proc");

  /** After so many attempts a reading counts although processes ended meanwhile. */
  private static final int ATTEMPTS = 5;

  /** A JVM starts its compilers within this time. */
  private static final long JVM_START_TICKS = 100;

  /** Bit of signal 17, SIGCHLD, in a mask of signals: proc_pid_status(5), signal(7). */
  private static final long SIGCHLD = 1L << 16;

  private final Optional<String> name;
  private final ProcessTree tree;

  /** Processes that are no members, and will never be. */
  private final Set<Long> others = new HashSet<>();

  private final Map<Long, CompilerThreads> compilers = new HashMap<>();

  private LocalProcesses(Set<Long> pids, Optional<String> name) {
    this.name = name;
    tree =
        new ProcessTree(
            process ->
                pids.contains(process.pid()) || name.filter(process.name()::equals).isPresent());
  }

  /** Those with these numbers. */
  public static LocalProcesses numbered(List<Long> pids) {
    return new LocalProcesses(Set.copyOf(pids), Optional.empty());
  }

  /**
   * The process with a number, or those with a name.
   *
   * @param wanted a number, or a name as the kernel keeps it: its first 15 characters
   */
  public static LocalProcesses named(String wanted) {
    return wanted.matches("[0-9]{1,18}")
        ? new LocalProcesses(Set.of(Long.valueOf(wanted)), Optional.of(wanted))
        : new LocalProcesses(Set.of(), Optional.of(wanted));
  }

  /** Whether this process has the name, too: then it would be one of those with the name. */
  public static boolean isNameOfThisProcess(String name) {
    return ProcessStat.of(ProcessHandle.current().pid())
        .filter(own -> own.name().equals(name))
        .isPresent();
  }

  /**
   * CPU time until now, of those that have ended, too; empty when there is no such process now.
   *
   * @throws IOException when it cannot be known: this machine does not list its processes, a
   *     process of them does not wait for its children, or a JVM's compilers are not known
   */
  public synchronized Optional<CpuTime> now() throws IOException {
    List<ProcessTree.Reading> readings = List.of();
    boolean complete = false;
    for (int attempt = 0; attempt < ATTEMPTS && !complete; attempt++) {
      readings = new ArrayList<>();
      complete = true;
      for (ProcessStat member : tree.members(list())) {
        Optional<ProcessTree.Reading> reading = read(member);
        reading.ifPresent(readings::add);
        complete &= reading.isPresent();
      }
      // One that ended after its reading is in its parent's reading too, or in neither.
      complete &= readings.stream().allMatch(reading -> exists(reading.process().pid()));
    }
    List<ProcessStat> living = readings.stream().map(ProcessTree.Reading::process).toList();
    for (ProcessStat ended : tree.ended(living)) {
      compilers.remove(ended.pid());
      if (living.stream().anyMatch(process -> process.pid() == ended.parent())) {
        requireWaits(ended.parent());
      }
    }
    CpuTime time = tree.take(readings);
    return living.isEmpty() ? Optional.empty() : Optional.of(time);
  }

  private static boolean exists(long pid) {
    return Files.exists(PROC.resolve(Long.toString(pid)));
  }

  /** All processes that are or may be members. */
  private List<ProcessStat> list() throws IOException {
    String[] names = PROC.toFile().list();
    if (names == null) {
      throw new IOException("/proc cannot be listed; CPU time of processes needs Linux");
    }
    Set<Long> all = new HashSet<>();
    for (String entry : names) {
      if (Character.isDigit(entry.charAt(0))) {
        all.add(Long.valueOf(entry));
      }
    }
    others.retainAll(all);
    List<ProcessStat> found = new ArrayList<>();
    for (long pid : all) {
      if (!others.contains(pid)) {
        ProcessStat.of(pid).ifPresent(found::add);
      }
    }
    // A process can take another name, but not another ancestor within the tree.
    if (name.isEmpty()) {
      List<ProcessStat> members = tree.members(found);
      found.stream().map(ProcessStat::pid).forEach(others::add);
      members.stream().map(ProcessStat::pid).forEach(others::remove);
    }
    return found;
  }

  /** Empty when it has ended. */
  private Optional<ProcessTree.Reading> read(ProcessStat member) throws IOException {
    CompilerThreads threads =
        compilers.computeIfAbsent(member.pid(), pid -> new CompilerThreads(pid));
    OptionalLong compiling = threads.nanos();
    OptionalLong all = CpuClock.of(member.pid());
    Optional<ProcessStat> now = ProcessStat.of(member.pid()).filter(member::isSame);
    if (all.isEmpty() || now.isEmpty()) {
      compilers.remove(member.pid());
      return Optional.empty();
    }
    if (compiling.orElse(0) == 0 && ageTicks(member) > JVM_START_TICKS) {
      threads.requireFoundInJvm();
    }
    return Optional.of(new ProcessTree.Reading(now.get(), all.getAsLong(), compiling));
  }

  private static long ageTicks(ProcessStat process) throws IOException {
    String uptime = Files.readString(PROC.resolve("uptime")).split(" ", 2)[0];
    return (long) (Double.parseDouble(uptime) * 100) - process.startTicks();
  }

  /** The kernel drops the CPU time of children whose parent ignores SIGCHLD: times(2). */
  private static void requireWaits(long pid) throws IOException {
    boolean ignored =
        KernelFile.read(PROC.resolve(pid + "/status")).stream()
            .flatMap(String::lines)
            .filter(line -> line.startsWith("SigIgn:"))
            .anyMatch(
                line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & SIGCHLD) != 0);
    if (ignored) {
      throw new IOException(
          "process %d ignores SIGCHLD, so the CPU time of its ended children is lost; start it without ignoring SIGCHLD, or measure kept connections"
              .formatted(pid));
    }
  }
}
