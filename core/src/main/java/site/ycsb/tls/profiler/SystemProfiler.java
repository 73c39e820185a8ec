package site.ycsb.tls.profiler;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.binding.program.InstalledPrograms;
import site.ycsb.tls.property.run.SampleInterval;

/**
 * Samples of all processes of this machine: which program, which library or the kernel a processor
 * was executing. They are taken by the program {@code perf}, if it is installed and the kernel
 * permits it: to root, to users with {@code CAP_PERFMON}, and to all where {@code
 * kernel.perf_event_paranoid} is 0 or less. Nothing is loaded into any process.
 *
 * <p>Each processor has a timer of its own, and no thread has: one that ends before it has used an
 * interval has its share of the samples. Used by one thread.
 */
public final class SystemProfiler implements Closeable {
  /**
   * Of the time between two samples of a process by so many times: here all processors are
   * interrupted, whoever they work for, and that costs more.
   */
  private static final int TIMES_AS_SELDOM = 4;

  /**
   * The timer is faster than that by one part in so many: one in step with operations that begin
   * every millisecond would always meet the same part of them.
   */
  private static final int OUT_OF_STEP = 97;

  /** Lines of what perf says when it fails: more of them are advice. */
  private static final int LINES_OF_AN_ERROR = 2;

  private static final int SECONDS_TO_WRITE = 30;

  /** It says that samples are taken, and ends when its input does, as it does with this process. */
  private static final List<String> UNTIL_END_OF_INPUT = List.of("sh", "-c", "echo; exec cat");

  private final Path perf;
  private final Path data;
  private final Process process;

  private SystemProfiler(Path perf, Path data, Process process) {
    this.perf = perf;
    this.data = data;
    this.process = process;
  }

  /**
   * A sample of a process.
   *
   * @param at ns since 1970
   * @param root the process that was asked for, which is its ancestor or itself
   * @param object file name of the program or library, or one of the names here
   */
  public record Sample(long at, long root, String object) {
    /** The kernel, on behalf of the process. */
    public static final String KERNEL = "kernel";

    /** Code that the process has made, such as a JVM's compilers do. */
    public static final String GENERATED = "generated code";

    /** Perf does not know what is at this address. */
    public static final String UNKNOWN = "unknown";
  }

  /**
   * Begins to take samples. They are taken when this returns.
   *
   * @param library stays open until this is closed; its folder has the data
   * @param interval a quarter of a processor's time between two samples
   * @throws IOException when perf is not installed, or does not work; the message is the reason, in
   *     one line
   */
  public static SystemProfiler start(ProfilerLibrary library, SampleInterval interval)
      throws IOException {
    Path perf =
        InstalledPrograms.ofThisMachine()
            .find("perf")
            .orElseThrow(
                () ->
                    new IOException(
                        "the program perf is not installed (Debian's package linux-perf)"));
    Path data = library.recording("system.data");
    Path errors = library.recording("system.log");
    long nanos = TIMES_AS_SELDOM * interval.nanos();
    List<String> command =
        List.of(
            perf.toString(),
            "record",
            "--quiet",
            "--all-cpus",
            // The kernel's high-resolution timer, which needs no counter of the processor's. Not of
            // processors that do nothing.
            "--event=cpu-clock:I",
            "--count=" + (nanos - nanos / OUT_OF_STEP),
            // Slices have the times of this clock.
            "--clockid=CLOCK_REALTIME",
            // Nothing is copied into the user's cache of programs.
            "--no-buildid",
            "--no-buildid-cache",
            "--output=" + data,
            "--");
    ProcessBuilder builder = builder(command, UNTIL_END_OF_INPUT);
    Process process = builder.redirectError(errors.toFile()).start();
    SystemProfiler profiler = new SystemProfiler(perf, data, process);
    // Its input stays open, and so does this reader, whose process is ended by close.
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    if (lines.readLine() == null) {
      profiler.close();
      throw new IOException("perf does not work: " + error(errors));
    }
    return profiler;
  }

  private static ProcessBuilder builder(List<String> command, List<String> arguments) {
    ProcessBuilder builder =
        new ProcessBuilder(Stream.concat(command.stream(), arguments.stream()).toList());
    builder.environment().put("LC_ALL", "C");
    // The user's settings of perf, and a server that has symbols.
    builder.environment().put("PERF_CONFIG", "/dev/null");
    builder.environment().remove("DEBUGINFOD_URLS");
    return builder;
  }

  private static String error(Path errors) throws IOException {
    String first =
        Files.readAllLines(errors, StandardCharsets.ISO_8859_1).stream()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .limit(LINES_OF_AN_ERROR)
            .collect(Collectors.joining(" "));
    return first.isEmpty() ? "it ended without a word" : first;
  }

  /**
   * Takes no more samples.
   *
   * @param roots processes
   * @return the samples of these and of their descendants, also of those that have ended, by time
   * @throws IOException when perf failed; the message is one line
   */
  public List<Sample> stop(Set<Long> roots) throws IOException {
    process.getOutputStream().close();
    await(process, "record");
    Process script =
        builder(
                List.of(perf.toString(), "script", "--input=" + data),
                List.of("--ns", "--fields=pid,time,ip,dso", "--show-task-events"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    script.getOutputStream().close();
    List<Sample> samples;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(script.getInputStream(), StandardCharsets.ISO_8859_1))) {
      samples = PerfScript.samples(lines.lines(), roots);
    }
    await(script, "script");
    return samples;
  }

  private static void await(Process process, String command) throws IOException {
    try {
      if (!process.waitFor(SECONDS_TO_WRITE, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(
            "perf %s did not end within %d s".formatted(command, SECONDS_TO_WRITE));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      throw new IOException("interrupted while perf " + command + " was ending", e);
    }
    if (process.exitValue() != 0) {
      throw new IOException(
          "perf %s ended with exit code %d".formatted(command, process.exitValue()));
    }
  }

  /** Ends it, if it still runs, and deletes its data. */
  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.destroy();
    Files.deleteIfExists(data);
  }
}
