package site.ycsb.tls.measurement.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Of processes on another machine: the system's {@code ssh} keeps one connection open, and a shell
 * there reads {@code /proc} when asked. In nanoseconds, the sum over all threads that were ever
 * seen; what a thread did between the last reading and its end is not in it. A reading takes as
 * long as the network's round trip and 10 to 20 µs for each thread. Not thread-safe.
 */
final class SshServerCpu implements ServerCpu {
  private static final long PATIENCE_SECONDS = 15;

  /** Ends the answer to one question. */
  private static final String END = ".";

  /**
   * Answers each line "NAME" with a line "TID NANOS THREAD" for each thread of the processes with
   * that name or number, and a line with a point. It needs nothing but a POSIX shell: a program
   * started for each reading would take milliseconds.
   */
  private static final String SCRIPT =
      """
      while read -r want; do
        for process in /proc/[0-9]*; do
          read -r name 2>/dev/null < $process/comm || continue
          [ "$name" = "$want" ] || [ "${process#/proc/}" = "$want" ] || continue
          for thread in $process/task/[0-9]*; do
            { read -r nanos rest < $thread/schedstat && read -r name < $thread/comm; } 2>/dev/null &&
              echo "${thread##*/} $nanos $name"
          done
        done
        echo .
      done
      """;

  private final Process ssh;
  private final BufferedReader answers;
  private final Writer questions;
  private final String host;
  private final String process;

  /** CPU time of each thread that was ever seen, ns, by its number. */
  private final Map<String, Long> nanos = new HashMap<>();

  private final Map<String, Long> compilers = new HashMap<>();

  private SshServerCpu(Process ssh, String host, String process) {
    this.ssh = ssh;
    this.host = host;
    this.process = process;
    answers = ssh.inputReader(StandardCharsets.UTF_8);
    questions = ssh.outputWriter(StandardCharsets.UTF_8);
  }

  /**
   * Connects, and reads once.
   *
   * @param command {@code ssh}, with options if need be
   * @throws IOException when there is no connection without a password, or no such process
   */
  static SshServerCpu open(List<String> command, String host, String process) throws IOException {
    List<String> words = new ArrayList<>(command);
    words.addAll(
        List.of(
            "-T",
            "-o",
            "BatchMode=yes",
            "-o",
            "ConnectTimeout=" + PATIENCE_SECONDS,
            "-o",
            "ServerAliveInterval=5",
            "--",
            host,
            "exec sh -c '" + SCRIPT + "'"));
    SshServerCpu opened;
    try {
      opened = new SshServerCpu(new ProcessBuilder(words).start(), host, process);
    } catch (IOException e) {
      throw new IOException(
          "server.cpu: cannot start ssh (%s); install it, or leave out server.cpu"
              .formatted(e.getMessage()),
          e);
    }
    try {
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

  @Override
  public Optional<CpuTime> now() throws IOException {
    try {
      questions.write(process + "\n");
      questions.flush();
    } catch (IOException e) {
      throw lost(e);
    }
    int threads = 0;
    for (String line = next(); !line.equals(END); line = next()) {
      String[] words = line.split(" ", 3);
      if (words.length == 3 && words[1].matches("[0-9]+")) {
        Map<String, Long> kind = CompilerThreads.isCompiler(words[2]) ? compilers : nanos;
        kind.merge(words[0], Long.valueOf(words[1]), Math::max);
        threads++;
      }
    }
    return threads == 0
        ? Optional.empty()
        : Optional.of(
            new CpuTime(
                sum(nanos) + sum(compilers),
                compilers.isEmpty() ? OptionalLong.empty() : OptionalLong.of(sum(compilers))));
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

  /** With what ssh says; it says nothing before it ends. */
  private IOException lost(IOException cause) throws IOException {
    try {
      if (!ssh.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        ssh.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    String said = String.join("; ", ssh.errorReader(StandardCharsets.UTF_8).lines().toList());
    return new IOException(
        "server.cpu: no connection to %s: %s; 'ssh %s true' must work without a question"
            .formatted(host, said.isEmpty() ? "it was closed" : said.strip(), host),
        cause);
  }

  @Override
  public void close() throws IOException {
    ssh.destroy();
    answers.close();
  }
}
