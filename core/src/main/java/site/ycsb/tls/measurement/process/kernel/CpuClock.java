package site.ycsb.tls.measurement.process.kernel;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.ptr.IntByReference;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.tls.certificate.CertificateStore;
import site.ycsb.tls.property.UsageException;

/**
 * CPU time of whole processes, user and system, of all their threads, including those that have
 * ended. On Linux in nanoseconds, from the kernel's clock of each process (clock_getcpuclockid(3)):
 * one system call of about a microsecond. Elsewhere, and if native code cannot be loaded, in steps
 * of 10 ms, from the JVM. Thread-safe.
 */
public final class CpuClock {
  /** The step of the JVM's own figures: USER_HZ is 100 on all Linux that Java runs on, proc(5). */
  public static final long COARSE_STEP_NANOS = 10_000_000;

  private static final String JNA_FOLDER = "jna.tmpdir";

  private static final Logger LOG = LoggerFactory.getLogger(CpuClock.class);
  private static final boolean EXACT = loadKernelClock();

  private CpuClock() {}

  /** Functions of the C library. */
  private static final class Libc {
    static native int clock_getcpuclockid(int pid, IntByReference clock);

    static native int clock_gettime(int clock, Memory timespec);
  }

  private static boolean loadKernelClock() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return false;
    }
    unpackJnaIntoOurCache();
    try {
      // The layout of timespec below is that of 64-bit Linux.
      if (Native.POINTER_SIZE != 8) {
        return false;
      }
      Native.register(Libc.class, "c");
      return kernelNanos(ProcessHandle.current().pid()).isPresent();
    } catch (LinkageError | RuntimeException e) {
      LOG.debug("no CPU clock of the kernel; CPU time comes in steps of 10 ms", e);
      return false;
    }
  }

  /** JNA unpacks its library for a moment: not into one more folder of the user's home. */
  private static void unpackJnaIntoOurCache() {
    if (System.getProperty(JNA_FOLDER) != null) {
      return;
    }
    try {
      Path folder = CertificateStore.makeUserDirectory(System.getenv(), "jna");
      if (Files.isWritable(folder)) {
        System.setProperty(JNA_FOLDER, folder.toString());
      }
    } catch (IOException e) {
      LOG.debug("no cache; JNA looks for a folder itself", e);
    } catch (UsageException e) {
      // JNA would make the home that Java names: "?", in the working directory.
      System.setProperty(JNA_FOLDER, System.getProperty("java.io.tmpdir"));
    }
  }

  /** The steps in which CPU time is known, ns: 1, or 10 ms. */
  public static long stepNanos() {
    return EXACT ? 1 : COARSE_STEP_NANOS;
  }

  /** CPU time of this process, ns. */
  public static long ofThisProcess() {
    OptionalLong exact = EXACT ? kernelNanos(ProcessHandle.current().pid()) : OptionalLong.empty();
    return exact.orElseGet(
        () ->
            ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuTime());
  }

  /** CPU time of the process with that number, ns; empty when it cannot be read. */
  public static OptionalLong of(long pid) {
    return EXACT ? kernelNanos(pid) : coarseNanos(pid);
  }

  private static OptionalLong coarseNanos(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .map(Duration::toNanos)
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }

  private static OptionalLong kernelNanos(long pid) {
    IntByReference clock = new IntByReference();
    if (Libc.clock_getcpuclockid((int) pid, clock) != 0) {
      return OptionalLong.empty();
    }
    try (Memory timespec = new Memory(16)) {
      return Libc.clock_gettime(clock.getValue(), timespec) == 0
          ? OptionalLong.of(timespec.getLong(0) * 1_000_000_000L + timespec.getLong(8))
          : OptionalLong.empty();
    }
  }
}
