package site.ycsb.tls.benchmark;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import site.ycsb.tls.option.Resumption;
import site.ycsb.tls.option.TlsOptions;

/**
 * A pinned client beside a bare one of the JDK with the same settings, in turns in one JVM, so that
 * a machine that changes its speed does so for both. Compared is CPU time of the client's thread;
 * throughput depends on the server too. {@link PinningCost} runs it and prints the ratios.
 *
 * <p>What happens once per handshake would be compiled after 10 000 handshakes only, most of a
 * minute during which the pinned client still runs some of its code unoptimized and the bare one
 * none: the JVM is told to compile ten times sooner.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 4, jvmArgsAppend = "-XX:CompileThresholdScaling=0.1")
@Warmup(iterations = 2, time = 10)
@Measurement(iterations = 1, time = 5)
public class PinningBenchmark {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Param({"TLS_AES_256_GCM_SHA384", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"})
  public String suite;

  @Param({
    "HANDSHAKE",
    "RESUMED_HANDSHAKE",
    "ECHO_1_KB",
    "BULK_1_MB",
    "ENGINE_HANDSHAKE",
    "ENGINE_ECHO_1_KB",
    "ENGINE_BULK_1_MB"
  })
  public String kind;

  private Work work;
  private EchoServer server;
  private Work.Run bare;
  private Work.Run pinned;
  private boolean pinnedFirst;

  /** Of the client's thread: CPU time, ns, and bytes allocated. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Spent {
    public long bareNanos;
    public long pinnedNanos;
    public long bareBytes;
    public long pinnedBytes;
  }

  @Setup
  public void open() throws IOException {
    work = Work.valueOf(kind);
    server = new EchoServer(suite, work.messageSize());
    TlsOptions options =
        server.options().withResumption(work.resumes() ? Resumption.ON : Resumption.OFF);
    bare = work.with(new BareClient(options), server.address());
    pinned = work.with(new PinnedClient(options), server.address());
  }

  @TearDown
  public void close() throws IOException {
    bare.close();
    pinned.close();
    server.close();
  }

  /** Both do their work, the other one first each time. */
  @Benchmark
  public int inTurns(Spent spent) throws IOException {
    pinnedFirst = !pinnedFirst;
    return pinnedFirst ? pinned(spent) + bare(spent) : bare(spent) + pinned(spent);
  }

  private int bare(Spent spent) throws IOException {
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    long start = THREADS.getCurrentThreadCpuTime();
    int answers = done(bare);
    spent.bareNanos += THREADS.getCurrentThreadCpuTime() - start;
    spent.bareBytes += THREADS.getCurrentThreadAllocatedBytes() - bytes;
    return answers;
  }

  private int pinned(Spent spent) throws IOException {
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    long start = THREADS.getCurrentThreadCpuTime();
    int answers = done(pinned);
    spent.pinnedNanos += THREADS.getCurrentThreadCpuTime() - start;
    spent.pinnedBytes += THREADS.getCurrentThreadAllocatedBytes() - bytes;
    return answers;
  }

  private int done(Work.Run run) throws IOException {
    int answers = 0;
    for (int i = 0; i < work.times(); i++) {
      answers += run.once();
    }
    return answers;
  }
}
