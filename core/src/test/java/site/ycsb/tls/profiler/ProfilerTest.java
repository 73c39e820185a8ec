package site.ycsb.tls.profiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.property.run.SampleInterval;

@Needs(Requirement.LINUX)
class ProfilerTest {
  private static final double CPU_SECONDS = 0.3;
  private static final String SHORT = "short";

  @TempDir private Path directory;

  @Test
  void writesSamplesOfWhatUsedTheProcessor() throws Exception {
    try (Profiler profiler = Profiler.of(usual(), Optional.of(directory))) {
      profiler.start();
      spend(CPU_SECONDS);
      profiler.stop();
    }
    List<RecordedEvent> samples = samples();
    // The slowest of kernels, of 100 Hz, takes 30 samples in that time.
    assertThat(samples).hasSizeGreaterThan(10);
    assertThat(samples).anyMatch(sample -> stackHas(sample, "spend"));
  }

  /** A driver starts such threads for each connection; 0.4 ms is less than an interval. */
  @Test
  void threadsThatEndSoonAreSampledAsOthers() throws Exception {
    try (Profiler profiler = Profiler.of(usual(), Optional.of(directory))) {
      profiler.start();
      for (int i = 0; i < 1000; i++) {
        Thread thread = new Thread(() -> spend(0.0004), SHORT);
        thread.start();
        thread.join();
      }
      spend(0.4);
      profiler.stop();
    }
    Map<Boolean, Long> ofShort =
        samples().stream()
            .filter(sample -> stackHas(sample, "spend"))
            .collect(
                Collectors.partitioningBy(
                    sample -> SHORT.equals(sample.getThread("sampledThread").getJavaName()),
                    Collectors.counting()));
    assertThat(ofShort.get(true)).isGreaterThan(ofShort.get(false) / 3);
  }

  @Test
  void isWrittenWhenTheRunEndsEarly() throws Exception {
    try (Profiler profiler = Profiler.of(usual(), Optional.of(directory))) {
      profiler.start();
    }
    assertThat(directory.resolve(Profiler.FILE)).isNotEmptyFile();
  }

  @Test
  void twoInOneProcessAreRefusedInOneLine() throws Exception {
    try (Profiler one = Profiler.of(usual(), Optional.of(directory));
        Profiler two = Profiler.of(usual(), Optional.of(directory.resolve("two")))) {
      one.start();
      assertThatThrownBy(two::start)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("profiler")
          .extracting(Throwable::getMessage)
          .asString()
          .doesNotContain("\n");
    }
  }

  @Test
  void withoutAnIntervalNothingIsLoaded() throws Exception {
    try (Profiler profiler = Profiler.of(Optional.empty(), Optional.empty())) {
      profiler.start();
      profiler.stop();
    }
    assertThat(directory).isEmptyDirectory();
  }

  private List<RecordedEvent> samples() throws IOException {
    return RecordingFile.readAllEvents(directory.resolve(Profiler.FILE)).stream()
        .filter(event -> event.getEventType().getName().equals("jdk.ExecutionSample"))
        .toList();
  }

  private static boolean stackHas(RecordedEvent sample, String method) {
    return sample.getStackTrace().getFrames().stream()
        .anyMatch(frame -> frame.getMethod().getName().equals(method));
  }

  private static Optional<SampleInterval> usual() {
    return Optional.of(SampleInterval.USUAL);
  }

  /** Uses a processor for so long. */
  private static void spend(double seconds) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long until = threads.getCurrentThreadCpuTime() + (long) (seconds * 1e9);
    double sum = 0;
    while (threads.getCurrentThreadCpuTime() < until) {
      sum += Math.sin(sum);
    }
    assertThat(sum).isFinite();
  }
}
