package site.ycsb.tls.measurement.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.tls.measurement.process.kernel.CompilerThreads;
import site.ycsb.tls.measurement.process.kernel.CpuTime;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;

@Needs(Requirement.LINUX)
class ResourceMeterTest {
  private static final long NOTEWORTHY = 20_000_000;

  /** A server whose reading takes long, as over ssh, while the compilers of this JVM work. */
  private static final class SlowReading implements ServerCpu {
    private final CompilerThreads compilers = new CompilerThreads(ProcessHandle.current().pid());
    private boolean slow;
    private long compiled;

    @Override
    public Optional<CpuTime> now() {
      if (slow) {
        long before = compilers.nanos().orElseThrow();
        do {
          runCodeThatIsNotCompiledYet();
          compiled = compilers.nanos().orElseThrow() - before;
        } while (compiled < NOTEWORTHY);
      }
      return Optional.of(new CpuTime(1, OptionalLong.empty()));
    }
  }

  private static void runCodeThatIsNotCompiledYet() {
    ToolProvider.getSystemJavaCompiler()
        .run(
            new ByteArrayInputStream(new byte[0]),
            new ByteArrayOutputStream(),
            new ByteArrayOutputStream(),
            "--help-lint");
  }

  /** At each end of a slice: more than some operations allocate. */
  @Test
  void whatItsReadingAllocatesIsNotInThePeriod() throws Exception {
    ResourceMeter meter = new ResourceMeter(new SlowReading(), List.of());
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      meter.begin();
      // Other threads may allocate, too, but not always.
      least = Math.min(least, meter.end().counters().allocatedBytes());
    }
    assertThat(least).isLessThan(4_096);
  }

  /** It would be taken out of the operations' CPU time, which it is not part of. */
  @Test
  @Timeout(60)
  void whatIsCompiledWhileTheServerIsReadIsNotInThePeriod() throws Exception {
    SlowReading server = new SlowReading();
    ResourceMeter meter = new ResourceMeter(server, List.of());
    meter.begin();
    server.slow = true;

    ResourceUse use = meter.end();

    assertThat(use.client().compilerNanos().orElseThrow()).isLessThan(server.compiled);
  }

  /** Servers have processes for connections, and some that come and go by themselves. */
  @Test
  @Timeout(60)
  void aRelatedProcessThatEndsTakesNoCpuTimeAway() throws Exception {
    Process one = BusyProcess.start();
    Process other = BusyProcess.start();
    try {
      ResourceMeter meter = new ResourceMeter(Optional::empty, List.of(one.pid(), other.pid()));
      BusyProcess.work(one);
      BusyProcess.work(other);
      meter.begin();
      other.destroyForcibly().waitFor();

      assertThat(meter.end().relatedNanos()).as("it ended meanwhile").isNotNegative();

      meter.begin();
      BusyProcess.work(one);
      assertThat(meter.end().relatedNanos()).as("it had ended before").isPositive();
    } finally {
      one.destroyForcibly();
      other.destroyForcibly();
    }
  }
}
