package site.ycsb.tls.measurement.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.measurement.process.kernel.ProcessStat;

/** A machine whose kernel tells no CPU time of threads. */
class RemoteThreadsTest {
  private static final ProcessStat SERVER = new ProcessStat(42, "java", 1, 100, 2_000_000_000L, 0L);

  @Test
  void theCompilersOfAJvmWithoutCpuTimeAreAnError() throws Exception {
    SshServerCpu.RemoteThreads threads = new SshServerCpu.RemoteThreads();
    threads.read("43", 0, "VM Thread");
    threads.read("44", 0, "C2 CompilerThre");

    assertThatThrownBy(() -> threads.of(SERVER))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("server.cpu: this kernel tells no CPU time of threads");

    threads.read("44", 17, "C2 CompilerThre");
    assertThat(threads.of(SERVER).compilerNanos()).hasValue(17);
  }

  @Test
  void aThreadWithoutCpuTimeIsAnsweredToo(@TempDir Path proc) throws Exception {
    Path known = Files.createDirectories(proc.resolve("42/task/43"));
    Files.writeString(known.resolve("comm"), "VM Thread\n");
    Files.writeString(known.resolve("schedstat"), "17 0 1\n");
    Path unknown = Files.createDirectories(proc.resolve("42/task/44"));
    Files.writeString(unknown.resolve("comm"), "C2 CompilerThre\n");

    Files.writeString(
        Files.createDirectories(proc.resolve("sys/kernel/random")).resolve("boot_id"), "another\n");

    Process shell =
        new ProcessBuilder("sh", "-c", SshServerCpu.SCRIPT.replace("/proc", proc.toString()))
            .start();
    shell.outputWriter().append("nothing 42\n").close();

    assertThat(shell.inputReader().lines())
        .containsExactly("M another", "T 42 43 17 VM Thread", "T 42 44 0 C2 CompilerThre", ".");
  }
}
