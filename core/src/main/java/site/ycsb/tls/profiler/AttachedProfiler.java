package site.ycsb.tls.profiler;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import site.ycsb.tls.measurement.process.kernel.KernelFile;
import site.ycsb.tls.property.run.SampleInterval;

/**
 * Samples of another JVM of this user on this machine, such as a server's. Used by one thread.
 *
 * <p>It can be attached once: a second profiler in the same JVM is refused.
 */
public final class AttachedProfiler {
  private final long pid;
  private final ProfilerLibrary library;
  private final Path recording;

  private AttachedProfiler(long pid, ProfilerLibrary library, Path recording) {
    this.pid = pid;
    this.library = library;
    this.recording = recording;
  }

  /**
   * Whether the process is a JVM that this user may look at. One that is none must not be attached
   * to: what asks a JVM for its attention ends other processes.
   */
  public static boolean isJvm(long pid) {
    return KernelFile.hasLoaded(Path.of("/proc", Long.toString(pid)), "libjvm.so").orElse(false);
  }

  /**
   * Begins to take samples.
   *
   * @param pid of a JVM
   * @param library stays open until samples are no longer taken
   * @throws IOException when the process cannot be attached to, or has a profiler; the message is
   *     one line
   */
  public static AttachedProfiler start(long pid, ProfilerLibrary library, SampleInterval interval)
      throws IOException {
    Path recording = library.recording("process-" + pid + ".jfr");
    AttachedProfiler attached = new AttachedProfiler(pid, library, recording);
    attached.load(ProfilerLibrary.begin(interval, recording));
    return attached;
  }

  /**
   * Takes no more samples.
   *
   * @param file where they are written
   * @throws IOException when the process has ended without its samples, or they cannot be written
   */
  public void stop(Path file) throws IOException {
    if (isJvm(pid)) {
      load("stop");
    }
    // A JVM that has ended in order has written them.
    if (!Files.isRegularFile(recording)) {
      throw new IOException("process " + pid + " has ended and left no samples");
    }
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.move(recording, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private void load(String command) throws IOException {
    // Without a log of its own it writes on standard output, which test servers answer on.
    Path log = library.recording("process-" + pid + ".log");
    try {
      VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
      try {
        jvm.loadAgentPath(library.file().toString(), command + ",log=" + log);
      } finally {
        jvm.detach();
      }
    } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException e) {
      throw new IOException(
          "process %d cannot be profiled: %s%s".formatted(pid, e.getMessage(), said(log)), e);
    }
  }

  /** The profiler's own reason, such as another one in the process. */
  private static String said(Path log) throws IOException {
    return Files.isRegularFile(log)
        ? " (" + Files.readString(log).strip().replaceAll("\\s+", " ") + ")"
        : "";
  }
}
