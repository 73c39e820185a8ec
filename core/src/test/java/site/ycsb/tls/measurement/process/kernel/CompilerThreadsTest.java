package site.ycsb.tls.measurement.process.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.measurement.process.ServerCpu;
import site.ycsb.tls.measurement.process.ServerProcesses;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;

/** Real JVMs, and the names that HotSpot gives its threads. */
@Needs(Requirement.LINUX)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CompilerThreadsTest {

  /** Compiles, says so, and waits for the end of its input. */
  static final class BusyJvm {
    private BusyJvm() {}

    public static void main(String[] args) throws IOException {
      long sum = 0;
      for (long i = 0; i < 20_000_000L; i++) {
        sum += Long.hashCode(i * sum);
      }
      System.out.println("ready " + (sum == 42));
      System.in.readAllBytes();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "C1 CompilerThre",
        "C2 CompilerThre",
        "JVMCI CompilerT",
        "JVMCI-native Co",
        // HotSpot 26 and newer
        "C1 Comp..hread0",
        "C2 Comp..hread0",
        "C2 Comp..read12",
        "JVMCI C..hread3"
      })
  void compilersHaveTheseNames(String name) {
    assertThat(CompilerThreads.isCompiler(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "..",
        "java",
        "VM Thread",
        "G1 Main Marker",
        "G1 Conc#0",
        "Signal Dispatch",
        "Signal ..patcher",
        "Common-..hread0",
        "C2",
        "C1..worker",
        "Reference Handl",
        "ForkJoi..worker"
      })
  void othersDoNot(String name) {
    assertThat(CompilerThreads.isCompiler(name)).isFalse();
  }

  static Stream<Path> installedJavas() throws IOException {
    List<Path> homes = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
    Path folder = Path.of("/usr/lib/jvm");
    if (Files.isDirectory(folder)) {
      try (Stream<Path> others = Files.list(folder)) {
        others.forEach(homes::add);
      }
    }
    return homes.stream()
        .map(home -> home.resolve("bin/java"))
        .filter(Files::isExecutable)
        .map(CompilerThreadsTest::real)
        .distinct();
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path;
    }
  }

  private static Process start(Path java, String... options) throws IOException {
    Process process =
        new ProcessBuilder(
                Stream.of(
                        Stream.of(java.toString()),
                        Stream.of(options),
                        Stream.of(
                            "-cp", System.getProperty("java.class.path"), BusyJvm.class.getName()))
                    .flatMap(part -> part)
                    .toList())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.inputReader().readLine()).startsWith("ready");
    return process;
  }

  @ParameterizedTest
  @MethodSource("installedJavas")
  void compilersOfEachInstalledJavaAreSeen(Path java) throws Exception {
    Process process = start(java);
    try {
      CompilerThreads compilers = new CompilerThreads(process.pid());

      assertThat(compilers.nanos().orElse(0)).isPositive();
      compilers.requireFoundInJvm();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aJvmWithoutCompilerThreadsIsAnErrorAndOtherProcessesAreNot() throws Exception {
    Process process = start(Path.of(System.getProperty("java.home"), "bin", "java"), "-Xint");
    Process sleep = new ProcessBuilder("sleep", "600").start();
    try {
      CompilerThreads compilers = new CompilerThreads(process.pid());
      CompilerThreads none = new CompilerThreads(sleep.pid());

      assertThat(compilers.nanos()).isEmpty();
      assertThatThrownBy(compilers::requireFoundInJvm)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(
              "no just-in-time compiler thread found in process " + process.pid())
          .hasMessageContaining("VM Thread");
      assertThat(none.nanos()).isEmpty();
      none.requireFoundInJvm();
      assertThatThrownBy(
              () -> {
                ServerCpu server = new ServerProcesses.Local(List.of(process.pid())).open();
                TimeUnit.SECONDS.sleep(2);
                server.now();
              })
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("server.cpu: no just-in-time compiler thread");
    } finally {
      process.destroyForcibly();
      sleep.destroyForcibly();
    }
  }

  /** A kernel that keeps no such figures has no file of them, or one of zeros. */
  @ParameterizedTest
  @ValueSource(strings = {"", "0 0 0"})
  void aKernelThatTellsNoCpuTimeOfThreadsIsAnError(String schedstat, @TempDir Path proc)
      throws Exception {
    Path thread = Files.createDirectories(proc.resolve("42/task/43"));
    Files.writeString(proc.resolve("42/maps"), "7f00-7f01 r-xp /usr/lib/jvm/lib/server/libjvm.so");
    Files.writeString(thread.resolve("comm"), "C2 CompilerThre\n");
    if (!schedstat.isEmpty()) {
      Files.writeString(thread.resolve("schedstat"), schedstat);
    }
    CompilerThreads compilers = new CompilerThreads(proc.resolve("42/task"));

    assertThat(compilers.nanos()).hasValue(0);
    assertThatThrownBy(compilers::requireFoundInJvm)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("this kernel tells no CPU time of threads (/proc/42/");

    Files.writeString(thread.resolve("schedstat"), "17 0 1");
    assertThat(compilers.nanos()).hasValue(17);
    compilers.requireFoundInJvm();
  }

  /** As after an update of Java below a server that runs on: the kernel marks the old files. */
  @Test
  void aJvmWhoseFilesWereReplacedIsStillOne(@TempDir Path proc) throws Exception {
    Path thread = Files.createDirectories(proc.resolve("42/task/43"));
    Files.writeString(thread.resolve("comm"), "worker\n");
    Files.writeString(
        proc.resolve("42/maps"), "7f00-7f01 r-xp /usr/lib/jvm/lib/server/libjvm.so (deleted)\n");
    CompilerThreads compilers = new CompilerThreads(proc.resolve("42/task"));

    assertThat(compilers.nanos()).isEmpty();
    assertThatThrownBy(compilers::requireFoundInJvm)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("no just-in-time compiler thread found in process 42, a JVM");
  }

  /** The kernel gives numbers again, of 32,768 after some seconds of new connections. */
  @Test
  void aThreadWithTheNumberOfOneThatHasEndedIsAnotherOne(@TempDir Path proc) throws Exception {
    Path threads = proc.resolve("task");
    CompilerThreads compilers = new CompilerThreads(threads);

    assertThat(nanos(compilers, threads, "43 100 C2 CompilerThre", "44 900 worker")).isEqualTo(100);
    assertThat(nanos(compilers, threads, "45 1 worker")).isEqualTo(100);
    assertThat(nanos(compilers, threads, "43 900 worker", "44 70 C2 CompilerThre")).isEqualTo(170);
  }

  /** The folder has as many links as before. */
  @Test
  void aCompilerThreadThatStartsWhileAnotherThreadEndsIsFound(@TempDir Path proc) throws Exception {
    Path threads = proc.resolve("task");
    CompilerThreads compilers = new CompilerThreads(threads);
    assertThat(nanos(compilers, threads, "43 100 C2 CompilerThre", "44 900 worker")).isEqualTo(100);

    Files.move(threads.resolve("44"), proc.resolve("ended"));
    begin(threads, "45 70 C1 CompilerThre");

    assertThat(compilers.nanos()).hasValue(170);
  }

  /** The reading of new threads: number, CPU time in ns and name of each. */
  private static long nanos(CompilerThreads compilers, Path folder, String... threads)
      throws IOException {
    if (Files.exists(folder)) {
      Files.move(folder, Files.createTempDirectory(folder.getParent(), "ended").resolve("task"));
    }
    compilers.nanos(); // Without a folder: it is listed anew, whatever its links are.
    for (String thread : threads) {
      begin(folder, thread);
    }
    return compilers.nanos().orElseThrow();
  }

  private static void begin(Path folder, String thread) throws IOException {
    String[] words = thread.split(" ", 3);
    Path made = Files.createDirectories(folder.resolve(words[0]));
    Files.writeString(made.resolve("schedstat"), words[1] + " 0 1");
    Files.writeString(made.resolve("comm"), words[2] + "\n");
  }
}
