package site.ycsb.tls.measurement.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.tls.channel.DaemonThread;
import site.ycsb.tls.measurement.process.kernel.CompilerThreads;
import site.ycsb.tls.measurement.process.kernel.CpuTime;
import site.ycsb.tls.measurement.process.kernel.LocalProcesses;
import site.ycsb.tls.measurement.process.kernel.ProcessStat;
import site.ycsb.tls.measurement.process.kernel.ProcessTree;
import site.ycsb.tls.testserver.program.OwnSession;

/**
 * Of processes on another machine, with their descendants: the system's {@code ssh} keeps one
 * connection open, and a shell there reads {@code /proc} when asked. In nanoseconds for threads
 * that live, in steps of 10 ms for threads and processes that have ended. A reading takes the
 * network's round trip, about 20 µs for each process of that machine, and 10 to 20 µs for each
 * thread of the server. Not thread-safe.
 */
final class SshServerCpu implements ServerCpu {
  private static final long PATIENCE_SECONDS = 15;

  /** After ssh has ended, what it said is read for so long at most, ms. */
  private static final long LAST_WORDS_MILLIS = 1_000;

  /** So many lines of what it said are kept: one that is asked to tell more tells very much. */
  private static final int MOST_LINES = 20;

  private static final Logger LOG = LoggerFactory.getLogger(SshServerCpu.class);

  /** Ends the answer to one question. */
  private static final String END = ".";

  /** A JVM has started its compilers when it has used this CPU time. */
  private static final long JVM_START_NANOS = 500_000_000;

  /** After so many attempts a reading counts although processes ended meanwhile. */
  private static final int ATTEMPTS = 5;

  /**
   * Says "M" and which machine it is ({@link Host#id}). Then answers each line "WANT PID PID …",
   * the name or number of processes and the numbers of those that belong to them already, with a
   * line "T PID TID NANOS THREAD" for each thread of the latter, of 0 ns where the kernel tells
   * none; then with a line "P" and the kernel's description for each process that has the name or
   * the number, or belongs to them, or has a parent that does; then with a line with a point. It
   * needs nothing but a POSIX shell: a program started for each reading would take milliseconds.
   */
  static final String SCRIPT =
      """
      { read -r machine < /proc/sys/kernel/random/boot_id; } 2>/dev/null
      echo "M $machine"
      while read -r want known; do
        for pid in $known; do
          for thread in /proc/$pid/task/[0-9]*; do
            { read -r nanos rest < $thread/schedstat || nanos=0; read -r name < $thread/comm; } 2>/dev/null &&
              echo "T $pid ${thread##*/} $nanos $name"
          done
        done
        for process in /proc/[0-9]*; do
          read -r line 2>/dev/null < $process/stat || continue
          pid=${process#/proc/}
          name=${line#*\\(}
          name=${name%\\)*}
          rest=${line##*\\) }
          rest=${rest#* }
          case " $known " in
            *" $pid "* | *" ${rest%% *} "*) echo "P $line" ;;
            *) [ "$name" != "$want" ] && [ "$pid" != "$want" ] || echo "P $line" ;;
          esac
        done
        echo .
      done
      """;

  private final Process ssh;

  /** What ssh says. It is read all the time: ssh stands still while nobody takes it. */
  private final Deque<String> said = new ConcurrentLinkedDeque<>();

  private final Thread listener;
  private final BufferedReader answers;
  private final Writer questions;
  private final String host;
  private final String process;

  private final ProcessTree tree;
  private final Map<Long, RemoteThreads> threads = new HashMap<>();
  private boolean elsewhere;

  private SshServerCpu(Process ssh, String host, String process) {
    this.ssh = ssh;
    this.host = host;
    this.process = process;
    tree =
        new ProcessTree(
            each -> each.name().equals(process) || Long.toString(each.pid()).equals(process));
    answers = ssh.inputReader(StandardCharsets.UTF_8);
    questions = ssh.outputWriter(StandardCharsets.UTF_8);
    listener = DaemonThread.start("ssh", this::listen);
  }

  /** Keeps the last lines. */
  private void listen() {
    try (BufferedReader lines = ssh.errorReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.add(line);
        if (said.size() > MOST_LINES) {
          said.remove();
        }
      }
    } catch (IOException e) {
      LOG.debug("ssh is no longer heard", e);
    }
  }

  /**
   * Connects, and reads once.
   *
   * @param command {@code ssh}, with options if need be
   * @throws IOException when there is no connection without a password, or no such process, or this
   *     one is among them
   */
  static SshServerCpu open(List<String> command, String host, String process) throws IOException {
    String options = "-T -o BatchMode=yes -o ServerAliveInterval=5 -o ConnectTimeout=";
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of((options + PATIENCE_SECONDS).split(" ")));
    words.addAll(List.of("--", host, "exec sh -c '" + SCRIPT + "'"));
    // The last reading of an interrupted run comes after Ctrl-C, which a terminal sends to ssh,
    // too.
    SshServerCpu opened =
        new SshServerCpu(new ProcessBuilder(OwnSession.of("ssh", words)).start(), host, process);
    try {
      opened.ask(Set.of()); // Tells which machine it is.
      if (!opened.elsewhere && LocalProcesses.isNameOfThisProcess(process)) {
        throw new IOException(
            "server.cpu: %s is this machine, and this load generator has the name %s, too, and would count as the server; give the number of the server's process"
                .formatted(host, process));
      }
      if (opened.now().isEmpty()) {
        throw new IOException(
            "server.cpu: %s has no process %s that %s may see"
                .formatted(host, process, host.contains("@") ? "this user" : "you"));
      }
      return opened;
    } catch (IOException e) {
      opened.close();
      throw e;
    }
  }

  /** CPU time of a process's threads, ns, by their numbers; those that have ended too. */
  static final class RemoteThreads {
    private final Map<String, Long> others = new HashMap<>();
    private final Map<String, Long> compilers = new HashMap<>();
    private boolean jvm;

    void read(String thread, long nanos, String name) {
      jvm |= CompilerThreads.isJvmThread(name);
      (CompilerThreads.isCompiler(name) ? compilers : others).merge(thread, nanos, Math::max);
    }

    /** Of threads that began and ended between two readings only the process knows. */
    ProcessTree.Reading of(ProcessStat process) throws IOException {
      if (jvm && sum(compilers) == 0 && process.nanos() >= JVM_START_NANOS) {
        throw new IOException(
            "server.cpu: "
                + (compilers.isEmpty()
                    ? "no just-in-time compiler thread found in process %d, a JVM, so that compiling would count as operations; use HotSpot 17 or newer without -Xint"
                        .formatted(process.pid())
                    : CompilerThreads.noTimes(Long.toString(process.pid()))));
      }
      return new ProcessTree.Reading(
          process,
          Math.max(sum(others) + sum(compilers), process.nanos()),
          compilers.isEmpty() ? OptionalLong.empty() : OptionalLong.of(sum(compilers)));
    }
  }

  @Override
  public Optional<CpuTime> now() throws IOException {
    List<ProcessStat> members = List.of();
    Set<Long> asked = Set.copyOf(threads.keySet());
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      members = tree.members(ask(asked));
      Set<Long> found = members.stream().map(ProcessStat::pid).collect(Collectors.toSet());
      // Those that are new have not been read yet; of those that ended the parent may know more.
      if (found.equals(asked)) {
        break;
      }
      asked = found;
    }
    threads.keySet().retainAll(asked);
    if (members.isEmpty()) {
      return Optional.empty();
    }
    List<ProcessTree.Reading> readings = new ArrayList<>();
    for (ProcessStat member : members) {
      readings.add(threads.computeIfAbsent(member.pid(), pid -> new RemoteThreads()).of(member));
    }
    return Optional.of(tree.take(readings));
  }

  @Override
  public boolean isElsewhere() {
    return elsewhere;
  }

  private List<ProcessStat> ask(Set<Long> pids) throws IOException {
    try {
      questions.write(
          pids.stream()
              .map(pid -> Long.toString(pid))
              .collect(Collectors.joining(" ", process + " ", "\n")));
      questions.flush();
    } catch (IOException e) {
      throw lost(e);
    }
    List<ProcessStat> found = new ArrayList<>();
    for (String line = next(); !line.equals(END); line = next()) {
      if (line.startsWith("M ")) {
        elsewhere = !line.substring(2).equals(Host.id());
      }
      if (line.startsWith("P ")) {
        ProcessStat.parse(line.substring(2)).ifPresent(found::add);
      }
      String[] words = line.split(" ", 5);
      if (words.length == 5 && words[0].equals("T") && words[3].matches("[0-9]{1,18}")) {
        threads
            .computeIfAbsent(Long.valueOf(words[1]), pid -> new RemoteThreads())
            .read(words[2], Long.parseLong(words[3]), words[4]);
      }
    }
    return found;
  }

  private String next() throws IOException {
    String line;
    try {
      line = answers.readLine();
    } catch (IOException e) {
      throw lost(e);
    }
    if (line == null) {
      throw lost(null);
    }
    return line;
  }

  private static long sum(Map<String, Long> each) {
    return each.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * With what ssh has said. What it leaves in the background, as with ControlPersist, may keep its
   * stderr open: then there is no end to wait for.
   */
  private IOException lost(IOException cause) {
    try {
      if (!ssh.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        ssh.destroyForcibly();
      }
      listener.join(LAST_WORDS_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    String words = String.join("; ", said).strip();
    return new IOException(
        "server.cpu: no connection to %s: %s; 'ssh %s true' must work without a question"
            .formatted(host, words.isEmpty() ? "it was closed" : words, host),
        cause);
  }

  @Override
  public void close() throws IOException {
    ssh.destroy();
    answers.close();
  }
}
