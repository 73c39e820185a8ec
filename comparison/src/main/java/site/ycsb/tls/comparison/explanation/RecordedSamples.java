package site.ycsb.tls.comparison.explanation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import site.ycsb.tls.engine.worker.Pace;
import site.ycsb.tls.measurement.process.kernel.CompilerThreads;
import site.ycsb.tls.slice.SliceReport;

/**
 * The samples of a recording that fall into given times: {@code jdk.ExecutionSample} of a file of
 * Java Flight Recorder, with the names that async-profiler gives native frames.
 */
final class RecordedSamples {
  /** The root of the stacks of compilers' threads. */
  static final String COMPILERS = "[just-in-time compilers]";

  /** Where a thread waits for the instant of an operation, if there is a target. */
  private static final String SPINNING = Pace.class.getName() + ".spinUntil";

  /** In front of the frames of the kernel, tools for flame graphs look for this at the end. */
  private static final String KERNEL = "_[k]";

  private static final String EVENT = "jdk.ExecutionSample";

  /** Types of frames that are no methods of Java. */
  private static final Set<String> NATIVE = Set.of("Native", "C++", "Kernel");

  /** The kernel's names of threads have so many characters. */
  private static final int KERNEL_NAME = 15;

  private RecordedSamples() {}

  /** Whether its time is in CPU time per operation. */
  static boolean isCounted(String stack) {
    return !isCompiling(stack) && !isSpinning(stack);
  }

  /** Whether it is a compiler's, whose time is no operation's. */
  static boolean isCompiling(String stack) {
    return stack.startsWith(COMPILERS);
  }

  /** Whether a thread waits in it for the instant of an operation, which is no work. */
  static boolean isSpinning(String stack) {
    return stack.contains(SPINNING);
  }

  /**
   * A time, and whose it was.
   *
   * @param from ns since 1970
   * @param to ns since 1970, not before
   * @param owner what was active
   */
  record Time<T>(long from, long to, T owner) {}

  /**
   * Reads a recording.
   *
   * @param times that do not overlap; samples in none of them are left out
   * @return the stacks by owners; all owners of a time are there
   * @throws IOException when the file is not there, or damaged
   */
  static <T> Map<T, CollapsedStacks> read(Path file, Collection<Time<T>> times) throws IOException {
    SampleCounts<T> counts = new SampleCounts<>(times);
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        if (event.getEventType().getName().equals(EVENT)) {
          counts.add(SliceReport.time(event.getStartTime()), () -> stack(event));
        }
      }
    } catch (RuntimeException e) {
      throw new IOException(file + " is damaged: " + e.getMessage(), e);
    }
    return counts.stacks();
  }

  private static String stack(RecordedEvent event) {
    List<String> frames = new ArrayList<>();
    RecordedThread thread = event.getThread("sampledThread");
    if (thread != null && isCompiler(thread)) {
      frames.add(COMPILERS);
    }
    if (event.getStackTrace() != null) {
      // From the leaf to the root.
      List<RecordedFrame> recorded = event.getStackTrace().getFrames();
      for (int i = recorded.size() - 1; i >= 0; i--) {
        frames.add(name(recorded.get(i)));
      }
    }
    return frames.isEmpty() ? "[unknown]" : CollapsedStacks.stack(frames);
  }

  private static boolean isCompiler(RecordedThread thread) {
    String name = thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
    return name != null
        && CompilerThreads.isCompiler(name.substring(0, Math.min(KERNEL_NAME, name.length())));
  }

  private static String name(RecordedFrame frame) {
    RecordedMethod method = frame.getMethod();
    boolean java = frame.isJavaFrame() && !NATIVE.contains(frame.getType());
    String type = java && method.getType() != null ? method.getType().getName() + "." : "";
    String name = type + method.getName() + (frame.getType().equals("Kernel") ? KERNEL : "");
    return normal(name);
  }

  /** Without what differs from JVM to JVM, and without what ends a frame. */
  static String normal(String name) {
    return name.replaceAll("^/.*/([^/]*?)[0-9]*\\.so( \\(deleted\\))?$", "$1.so")
        .replaceAll("[.+/]0x[0-9a-f]+", "")
        .replaceAll("\\$\\$Lambda[$/0-9]*", "\\$\\$Lambda")
        .replaceAll("(Accessor|Proxy)\\d+", "$1")
        .replaceAll("[;\\s]+", " ")
        .strip();
  }
}
