package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import site.ycsb.tls.cli.TestJvm;

/** {@code bin/ycsb} as a process, with this class path. Dies with the test that closes it. */
final class Program implements AutoCloseable {
  private static final Pattern AGENT = Pattern.compile("agent (\\d+) \\(.*?, process (\\d+)\\)");

  private final Process process;
  private final Path out;
  private final Path err;
  private final List<ProcessHandle> stopped = new ArrayList<>();

  private Program(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts it; its output goes into new files of the directory. */
  static Program start(Path directory, String... arguments) throws IOException {
    return start(directory, List.of(), arguments);
  }

  private static Program start(Path directory, List<String> jvmArguments, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(TestJvm.arguments());
    command.addAll(jvmArguments);
    command.add("-Dycsb.home=" + System.getProperty("ycsb.home", "."));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("site.ycsb.tls.cli.Main");
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile(directory, "program", ".out");
    Path err = Files.createTempFile(directory, "program", ".err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    return new Program(process, out, err);
  }

  /** A run of {@link FileDb}, with these properties beside those of a small workload. */
  static Program run(
      Path directory, String phase, Map<String, String> properties, String... arguments)
      throws IOException {
    return run(directory, List.of(), phase, properties, arguments);
  }

  /** The same, in JVMs with these arguments. */
  static Program run(
      Path directory,
      List<String> jvmArguments,
      String phase,
      Map<String, String> properties,
      String... arguments)
      throws IOException {
    List<String> all = new ArrayList<>(List.of(phase, FileDb.class.getName()));
    Path keys = Files.createDirectories(directory.resolve("keys"));
    Map<String, String> fixed =
        Map.of(
            "workload", "site.ycsb.workloads.CoreWorkload",
            "recordcount", "1000",
            "seed", "42",
            "status.interval", "1",
            "file.dir", keys.toString(),
            "results.dir", directory.resolve("results").toString());
    fixed.forEach((name, value) -> all.addAll(List.of("-p", name + "=" + value)));
    properties.forEach((name, value) -> all.addAll(List.of("-p", name + "=" + value)));
    all.addAll(List.of(arguments));
    return start(directory, jvmArguments, all.toArray(String[]::new));
  }

  /** Waits until it has said so. */
  void awaitWord(String word) throws IOException, InterruptedException {
    while (!err().contains(word) && !out().contains(word)) {
      requireAlive();
      Thread.sleep(50);
    }
  }

  /** Whoever waits for something that it does would wait in vain. */
  void requireAlive() throws IOException {
    assertThat(process.isAlive()).as("alive; it said: %s", err()).isTrue();
  }

  /** Waits for its end; the exit code. */
  int exitCode() throws InterruptedException {
    return process.waitFor();
  }

  /** Waits for its end, with this exit code; what it said. */
  String ended(int code) throws IOException, InterruptedException {
    assertThat(exitCode()).as(err()).isEqualTo(code);
    return err();
  }

  String out() throws IOException {
    return Files.readString(out);
  }

  String err() throws IOException {
    return Files.readString(err);
  }

  /** The process of the last agent of this number, from the coordinator's own words. */
  ProcessHandle agent(int number) throws IOException {
    String said = err();
    return AGENT
        .matcher(said)
        .results()
        .filter(found -> Integer.parseInt(found.group(1)) == number)
        .reduce((gone, inItsPlace) -> inItsPlace)
        .flatMap(found -> ProcessHandle.of(Long.parseLong(found.group(2))))
        .orElseThrow(() -> new AssertionError("no agent " + number + " in " + said));
  }

  void kill() {
    process.destroyForcibly();
  }

  /** Makes a process stand still (SIGSTOP), which is killed in the end. */
  void stop(ProcessHandle other) throws IOException, InterruptedException {
    stopped.add(other);
    // The shell's own: not every machine has a program of this name.
    assertThat(new ProcessBuilder("sh", "-c", "kill -STOP " + other.pid()).start().waitFor())
        .isZero();
  }

  /** Gives it a line of standard input. */
  void type(String line) throws IOException {
    Writer typed = process.outputWriter();
    typed.write(line + "\n");
    typed.flush();
  }

  /** As Ctrl-C does. */
  void interrupt() {
    process.destroy();
  }

  @Override
  public void close() {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    stopped.forEach(ProcessHandle::destroyForcibly);
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(each -> each.onExit().join());
  }
}
