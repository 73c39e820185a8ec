package site.ycsb.tls.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.measurement.ResourceUse.MachineTicks;
import site.ycsb.tls.measurement.RunResult.CpuUse;
import site.ycsb.tls.measurement.RunResult.GarbageCollection;

/** The machine, as far as results speak of it. */
class HostTest {

  @Test
  void stolenTimeIsBusyAndGuestTimeIsNotCountedTwice() {
    MachineTicks ticks = MachineTicks.parse("cpu  100 20 30 400 50 6 7 8 90 10");

    assertThat(ticks.total()).isEqualTo(621);
    assertThat(ticks.busy()).isEqualTo(171);
  }

  @Test
  void foreignShareIsWhatOthersUsed() {
    ResourceUse before =
        new ResourceUse(
            0,
            OptionalLong.of(0),
            0,
            Optional.of(new MachineTicks(0, 0)),
            Map.of("GC", new GarbageCollection(1, 5)),
            100);
    // 2 processors for 10 s, 12 s of them busy: 5 s ours, 3 s the server's, 0.5 s of related
    // processes.
    ResourceUse after =
        new ResourceUse(
            5_000_000_000L,
            OptionalLong.of(3_000_000_000L),
            500_000_000L,
            Optional.of(new MachineTicks(1200, 2000)),
            Map.of("GC", new GarbageCollection(4, 25)),
            130);

    ResourceUse between = after.minus(before);
    CpuUse use = between.cpu(1);

    assertThat(use.clientSeconds()).isEqualTo(4, within(1e-9));
    assertThat(use.serverSeconds()).isEqualTo(3, within(1e-9));
    assertThat(use.foreignShare()).isEqualTo(0.175, within(1e-9));
    assertThat(between.collections()).containsEntry("GC", new GarbageCollection(3, 20));
    assertThat(between.compilationMillis()).isEqualTo(30);
  }

  @Test
  void differencesOfSlicesAddUp() {
    ResourceUse slice =
        new ResourceUse(
            1_000,
            OptionalLong.of(2_000),
            5,
            Optional.of(new MachineTicks(3, 10)),
            Map.of("GC", new GarbageCollection(1, 5)),
            7);

    ResourceUse sum = ResourceUse.NONE.plus(slice).plus(slice);

    assertThat(sum.clientNanos()).isEqualTo(2_000);
    assertThat(sum.serverNanos()).hasValue(4_000);
    assertThat(sum.relatedNanos()).isEqualTo(10);
    assertThat(sum.machine()).contains(new MachineTicks(6, 20));
    assertThat(sum.collections()).containsEntry("GC", new GarbageCollection(2, 10));
    assertThat(sum.compilationMillis()).isEqualTo(14);
  }

  @Test
  void cpuTimeOfThreadsThatHaveEndedIsCounted() throws InterruptedException {
    List<Long> self = List.of(ProcessHandle.current().pid());
    long before = CpuClock.of(self).orElseThrow();
    long beforeHere = CpuClock.ofThisProcess();
    long[] used = new long[1];
    Thread thread =
        new Thread(
            () -> {
              var clock = java.lang.management.ManagementFactory.getThreadMXBean();
              while (clock.getCurrentThreadCpuTime() < 60_000_000) {
                Thread.onSpinWait();
              }
              used[0] = clock.getCurrentThreadCpuTime();
            });
    thread.start();
    thread.join();

    assertThat(CpuClock.of(self).orElseThrow() - before)
        .isGreaterThanOrEqualTo(used[0] - 2 * CpuClock.stepNanos());
    assertThat(CpuClock.ofThisProcess() - beforeHere)
        .isGreaterThanOrEqualTo(used[0] - 2 * CpuClock.stepNanos());
  }

  @Test
  void linuxTellsCpuTimeInNanoseconds() {
    org.junit.jupiter.api.Assumptions.assumeTrue(
        System.getProperty("os.name").equals("Linux"), "only Linux has a clock for each process");
    assertThat(CpuClock.stepNanos()).isEqualTo(1);
    assertThat(CpuClock.of(List.of(999_999_999L))).isEmpty();
    assertThat(CpuClock.of(List.of())).isEmpty();
  }

  @Test
  void compilerThreadsOfAJvmAreSeen() {
    org.junit.jupiter.api.Assumptions.assumeTrue(
        System.getProperty("os.name").equals("Linux"), "only Linux names threads in /proc");
    assertThat(CompilerThreads.nanos(List.of(ProcessHandle.current().pid())).orElse(0))
        .isPositive();
    assertThat(CompilerThreads.nanos(List.of(999_999_999L))).isEmpty();
  }

  @Test
  void environmentHasNoSecrets() {
    assertThat(Host.environment(arguments -> List.of("masked")).jvmArguments())
        .containsExactly("masked");
  }
}
