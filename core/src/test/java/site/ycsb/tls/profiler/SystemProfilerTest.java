package site.ycsb.tls.profiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.profiler.SystemProfiler.Sample;
import site.ycsb.tls.property.run.SampleInterval;
import site.ycsb.tls.slice.SliceReport;

@Needs({Requirement.PERF, Requirement.OPENSSL})
class SystemProfilerTest {
  /** Each of these processes uses a few milliseconds, as one of a server's for a connection. */
  private static final String SHORT_PROCESSES =
      "i=0; while [ $i -lt 60 ]; do openssl version > /dev/null; i=$((i + 1)); done";

  @Test
  void seesTheLibrariesOfAProcess() throws Exception {
    List<Sample> samples = samples("exec openssl speed -seconds 1 -bytes 16384 -evp aes-128-gcm");
    assertThat(samples).hasSizeGreaterThan(100);
    assertThat(samples)
        .filteredOn(sample -> sample.object().startsWith("libcrypto.so"))
        .hasSizeGreaterThan(samples.size() / 2);
  }

  /** With a timer for each process most of them would have none, or each at the same place. */
  @Test
  void seesProcessesThatHaveEnded() throws Exception {
    List<Sample> samples = samples(SHORT_PROCESSES);
    assertThat(samples).hasSizeGreaterThan(15);
    assertThat(samples).extracting(Sample::object).contains("kernel");
    assertThat(samples).anyMatch(sample -> sample.object().startsWith("libcrypto.so"));
  }

  private static List<Sample> samples(String command) throws Exception {
    // It waits for its input, so that it is there before samples are taken, and works then.
    Process process = new ProcessBuilder("sh", "-c", "read go; " + command).start();
    try (ProfilerLibrary library = ProfilerLibrary.unpack();
        SystemProfiler profiler = SystemProfiler.start(library, SampleInterval.USUAL)) {
      long from = SliceReport.time(Instant.now());
      process.getOutputStream().write('\n');
      process.getOutputStream().close();
      process.getInputStream().readAllBytes();
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      long to = SliceReport.time(Instant.now());
      List<Sample> samples = profiler.stop(Set.of(process.pid()));
      // They have the time of slices.
      assertThat(samples).allMatch(sample -> from <= sample.at() && sample.at() <= to);
      assertThat(samples).allMatch(sample -> sample.root() == process.pid());
      return samples;
    } finally {
      process.destroyForcibly();
    }
  }
}
