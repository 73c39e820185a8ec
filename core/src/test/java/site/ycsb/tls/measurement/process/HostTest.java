package site.ycsb.tls.measurement.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.account.CallCounts;
import site.ycsb.tls.measurement.process.ResourceUse.MachineTicks;
import site.ycsb.tls.measurement.process.kernel.CompilerThreads;
import site.ycsb.tls.measurement.process.kernel.CpuClock;
import site.ycsb.tls.measurement.process.kernel.CpuTime;
import site.ycsb.tls.measurement.result.resource.Counters;
import site.ycsb.tls.measurement.result.resource.CpuUse;
import site.ycsb.tls.measurement.result.resource.GarbageCollection;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;

/** The machine, as far as results speak of it. */
class HostTest {

  @Test
  void stolenTimeIsBusyAndGuestTimeIsNotCountedTwice() {
    MachineTicks ticks = MachineTicks.parse("cpu  100 20 30 400 50 6 7 8 90 10");

    assertThat(ticks.total()).isEqualTo(621);
    assertThat(ticks.busy()).isEqualTo(171);
  }

  private static Counters allocated(long bytes) {
    return new Counters(bytes);
  }

  @Test
  void foreignShareIsWhatOthersUsed() {
    ResourceUse before =
        new ResourceUse(
            new CpuTime(0, OptionalLong.of(100_000_000L)),
            Optional.of(new CpuTime(0, OptionalLong.empty())),
            false,
            0,
            Optional.of(new MachineTicks(0, 0)),
            Map.of("GC", new GarbageCollection(1, 5)),
            allocated(100L),
            new CallCounts(10, 20));
    // 2 processors for 10 s, 12 s of them busy: 5 s ours (0.25 s the compilers'), 3 s the server's
    // (1.5 s its compilers'), 0.5 s of related processes.
    ResourceUse after =
        new ResourceUse(
            new CpuTime(5_000_000_000L, OptionalLong.of(350_000_000L)),
            Optional.of(new CpuTime(3_000_000_000L, OptionalLong.of(1_500_000_000L))),
            false,
            500_000_000L,
            Optional.of(new MachineTicks(1200, 2000)),
            Map.of("GC", new GarbageCollection(4, 25)),
            allocated(1_100L),
            new CallCounts(13, 24));

    ResourceUse between = after.minus(before);
    CpuUse use = between.cpu(1);

    assertThat(use.clientSeconds()).isEqualTo(3.75, within(1e-9));
    assertThat(use.serverSeconds()).isEqualTo(1.5, within(1e-9));
    assertThat(use.relatedShare()).isEqualTo(0.025, within(1e-9));
    assertThat(use.foreignShare()).isEqualTo(0.175, within(1e-9));
    assertThat(between.collections()).containsEntry("GC", new GarbageCollection(3, 20));
    assertThat(between.counters()).isEqualTo(allocated(1_000L));
    assertThat(between.calls()).isEqualTo(new CallCounts(3, 4));
    assertThat(between.client().compilerSeconds()).isEqualTo(0.25, within(1e-9));
  }

  /** As over ssh: 12 of 20 s of this machine are busy, and none of them with the server. */
  @Test
  void aServerOnAnotherMachineHidesNoForeignLoad() {
    ResourceUse slice =
        new ResourceUse(
            new CpuTime(2_000_000_000L, OptionalLong.empty()),
            Optional.of(new CpuTime(30_000_000_000L, OptionalLong.empty())),
            true,
            0,
            Optional.of(new MachineTicks(1200, 2000)),
            Map.of(),
            Counters.NONE,
            CallCounts.NONE);

    CpuUse use = ResourceUse.NONE.plus(slice).cpu(0);

    assertThat(use.serverSeconds()).isEqualTo(30, within(1e-9));
    assertThat(use.foreignShare()).isEqualTo(0.5, within(1e-9));
  }

  @Test
  void differencesOfSlicesAddUp() {
    ResourceUse slice =
        new ResourceUse(
            new CpuTime(1_000, OptionalLong.of(7)),
            Optional.of(new CpuTime(2_000, OptionalLong.empty())),
            false,
            5,
            Optional.of(new MachineTicks(3, 10)),
            Map.of("GC", new GarbageCollection(1, 5)),
            allocated(8L),
            new CallCounts(2, 3));

    ResourceUse sum = ResourceUse.NONE.plus(slice).plus(slice);

    assertThat(sum.client()).isEqualTo(new CpuTime(2_000, OptionalLong.of(14)));
    assertThat(sum.server()).contains(new CpuTime(4_000, OptionalLong.empty()));
    assertThat(sum.relatedNanos()).isEqualTo(10);
    assertThat(sum.counters()).isEqualTo(allocated(16L));
    assertThat(sum.calls()).isEqualTo(new CallCounts(4, 6));
    assertThat(sum.machine()).contains(new MachineTicks(6, 20));
    assertThat(sum.collections()).containsEntry("GC", new GarbageCollection(2, 10));
  }

  @Test
  void cpuTimeOfThreadsThatHaveEndedIsCounted() throws Exception {
    long self = ProcessHandle.current().pid();
    long before = CpuClock.of(self).orElseThrow();
    long beforeHere = CpuClock.ofThisProcess();
    long used = BusyThread.run(() -> null);

    assertThat(CpuClock.of(self).orElseThrow() - before)
        .isGreaterThanOrEqualTo(used - 2 * CpuClock.stepNanos());
    assertThat(CpuClock.ofThisProcess() - beforeHere)
        .isGreaterThanOrEqualTo(used - 2 * CpuClock.stepNanos());
  }

  /** Tells the steps of CPU time. */
  static final class Steps {
    private Steps() {}

    public static void main(String[] args) {
      System.out.print(CpuClock.stepNanos());
    }
  }

  @Test
  void aUserWithoutAHomeHasACpuClockToo(@TempDir Path directory) throws Exception {
    ProcessBuilder java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Duser.home=?",
                "-cp",
                System.getProperty("java.class.path"),
                Steps.class.getName())
            .directory(directory.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    java.environment().keySet().removeAll(List.of("HOME", "XDG_CACHE_HOME"));
    Process process = java.start();
    process.getOutputStream().close();

    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
        .isIn("1", Long.toString(CpuClock.COARSE_STEP_NANOS));
    assertThat(process.waitFor()).isZero();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  @Needs(Requirement.LINUX)
  void linuxTellsCpuTimeInNanoseconds() {
    assertThat(CpuClock.stepNanos()).isEqualTo(1);
    assertThat(CpuClock.of(999_999_999L)).isEmpty();
  }

  @Test
  @Needs(Requirement.LINUX)
  void compilerThreadsOfAJvmAreSeen() {
    CompilerThreads compilers = new CompilerThreads(ProcessHandle.current().pid());

    long first = compilers.nanos().orElse(0);
    long second = compilers.nanos().orElse(0);

    assertThat(first).isPositive();
    assertThat(second).isGreaterThanOrEqualTo(first);
    assertThat(new CompilerThreads(999_999_999L).nanos()).isEmpty();
  }

  @Test
  void processorsAreKeptAwakeWhereThatIsPermitted() throws Exception {
    Path device = Path.of("/dev/cpu_dma_latency");
    boolean permitted = Files.isWritable(device) && !Files.isRegularFile(device);

    try (WakeUp.Limit limit = WakeUp.keepAwake()) {
      assertThat(limit).isNotNull();
      assertThat(Host.environment(arguments -> arguments).awake())
          .isEqualTo(permitted ? true : null);
    }
  }

  /** As in a container, where root may make files below {@code /dev}. */
  @Test
  void whereTheKernelHasNoSuchDeviceNothingIsMadeAndNothingIsKnown(@TempDir Path dev)
      throws Exception {
    Path missing = dev.resolve("missing");
    Path ordinary = Files.write(dev.resolve("ordinary"), new byte[Integer.BYTES]);

    for (Path device : List.of(missing, ordinary)) {
      try (WakeUp.Limit limit = WakeUp.keepAwake(device)) {
        assertThat(limit).isSameAs(WakeUp.Limit.NONE);
        assertThat(WakeUp.isAwake(device)).isEmpty();
      }
    }
    assertThat(missing).doesNotExist();
  }

  @Test
  void aProcessorHasItsNameOrOnArmItsNumbers() {
    assertThat(
            Host.cpu(
                """
                processor\t: 0
                model\t\t: 207
                model name\t: Intel(R) Xeon(R): 8
                processor\t: 1
                model name\t: Other
                """))
        .contains("Intel(R) Xeon(R): 8");
    assertThat(
            Host.cpu(
                """
                processor\t: 0
                BogoMIPS\t: 243.75
                Features\t: fp asimd aes pmull sha1 sha2
                CPU implementer\t: 0x41
                CPU architecture: 8
                CPU variant\t: 0x3
                CPU part\t: 0xd0c
                CPU revision\t: 1

                processor\t: 1
                CPU part\t: 0xd40
                """))
        .contains("ARM implementer 0x41, part 0xd0c, variant 0x3, revision 1");
    assertThat(Host.cpu("")).isEmpty();
  }

  @Test
  void environmentHasNoSecrets() {
    assertThat(Host.environment(arguments -> List.of("masked")).jvmArguments())
        .containsExactly("masked");
  }
}
