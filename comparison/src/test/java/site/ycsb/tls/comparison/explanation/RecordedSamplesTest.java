package site.ycsb.tls.comparison.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.explanation.RecordedSamples.Time;
import site.ycsb.tls.engine.worker.Pace;
import site.ycsb.tls.engine.worker.Turn;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.profiler.Profiler;
import site.ycsb.tls.property.run.SampleInterval;
import site.ycsb.tls.slice.SliceReport;

@Needs(Requirement.LINUX)
class RecordedSamplesTest {
  private static final double CPU_SECONDS = 0.3;
  private static final long NEAR_NANOS = 50_000;

  @TempDir private Path directory;

  @Test
  void samplesBelongToTheTimeInWhichTheyWereTaken() throws Exception {
    Path file = directory.resolve(Profiler.FILE);
    long begin;
    long middle;
    long end;
    try (Profiler profiler =
        Profiler.of(Optional.of(SampleInterval.USUAL), Optional.of(directory))) {
      profiler.start();
      begin = now();
      first();
      middle = now();
      second();
      end = now();
      profiler.stop();
    }
    Map<String, CollapsedStacks> stacks =
        RecordedSamples.read(
            file,
            List.of(new Time<>(begin, middle, "first"), new Time<>(middle + 1, end, "second")));

    assertThat(of(stacks.get("first"), "first")).isGreaterThan(10);
    assertThat(of(stacks.get("second"), "second")).isGreaterThan(10);
    assertThat(of(stacks.get("first"), "second")).isZero();
    assertThat(of(stacks.get("second"), "first")).isZero();
    assertThat(
            RecordedSamples.read(
                    file, List.of(new Time<>(end + 1_000_000_000L, end + 2_000_000_000L, "later")))
                .get("later")
                .count())
        .isZero();
  }

  /** With a target: its time is taken out of the figures, and so its samples must be. */
  @Test
  void samplesOfAThreadThatSpinsUntilAnOperationIsDueAreNotCounted() throws Exception {
    Path file = directory.resolve(Profiler.FILE);
    long begin;
    long end;
    try (Profiler profiler =
        Profiler.of(Optional.of(SampleInterval.USUAL), Optional.of(directory))) {
      profiler.start();
      begin = now();
      spin();
      first();
      end = now();
      profiler.stop();
    }
    CollapsedStacks all =
        RecordedSamples.read(file, List.of(new Time<>(begin, end, "all"))).get("all");

    CollapsedStacks counted = all.only(RecordedSamples::isCounted);

    assertThat(of(all, "spin")).isGreaterThan(10);
    assertThat(of(counted, "spin")).isLessThan(of(all, "spin") / 2);
    assertThat(of(counted, "first")).isEqualTo(of(all, "first"));
  }

  @Test
  void aFileThatIsNoRecordingIsNamed() throws Exception {
    Path file = Files.writeString(directory.resolve("damaged.jfr"), "no recording");
    assertThatThrownBy(() -> RecordedSamples.read(file, List.of(new Time<>(0, 1, "any"))))
        .isInstanceOf(IOException.class);
  }

  /** Conscrypt and Netty unpack a library into a file of any name, and remove it. */
  @Test
  void aLibraryHasOneNameInAllRuns() {
    assertThat(List.of("/tmp/libfoo-linux_179585.so", "/var/tmp/a/libfoo-linux_22.so (deleted)"))
        .extracting(RecordedSamples::normal)
        .containsOnly("libfoo-linux_.so");
  }

  private static long of(CollapsedStacks stacks, String method) {
    String frame = RecordedSamplesTest.class.getName() + "." + method;
    return stacks.only(stack -> CollapsedStacks.frames(stack).contains(frame)).count();
  }

  private static void first() {
    spend();
  }

  private static void second() {
    spend();
  }

  /** Waits for instants that are too near to sleep until then. */
  private static void spin() {
    Pace pace =
        new Pace(
            Turn.beforeTheFirst().follow(Turn.Purpose.MEASURE, 0, 0, /* isLast= */ true, 0),
            1,
            0,
            1);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long until = threads.getCurrentThreadCpuTime() + (long) (CPU_SECONDS * 1e9);
    while (threads.getCurrentThreadCpuTime() < until) {
      pace.await(System.nanoTime() + NEAR_NANOS);
    }
  }

  /** CPU time, however busy the machine is. */
  private static void spend() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long until = threads.getCurrentThreadCpuTime() + (long) (CPU_SECONDS * 1e9);
    double sum = 0;
    while (threads.getCurrentThreadCpuTime() < until) {
      sum += Math.sin(sum);
    }
    assertThat(sum).isFinite();
  }

  private static long now() {
    return SliceReport.time(Instant.now());
  }
}
