package site.ycsb.tls.profiler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import site.ycsb.tls.property.run.SampleInterval;

/**
 * Samples of this JVM, once. What takes them is loaded when this is made, so that loading it is in
 * no figure; samples are taken between {@link #start} and {@link #stop}. Used by one thread.
 */
public final class Profiler implements AutoCloseable {
  /** The file of the samples in the folder of a run. */
  public static final String FILE = "profile.jfr";

  private final Optional<Path> directory;
  private final Optional<Recording> recording;
  private boolean running;

  private Profiler(Optional<Path> directory, Optional<Recording> recording) {
    this.directory = directory;
    this.recording = recording;
  }

  /** What takes the samples: events {@code jdk.ExecutionSample} in a file of Java's recorder. */
  interface Recording extends AutoCloseable {
    /**
     * Begins to take samples.
     *
     * @throws IOException when it cannot; the message is one line
     */
    void start() throws IOException;

    /**
     * Takes no more samples, and writes the file.
     *
     * @param file in a folder that exists; replaced
     */
    void stop(Path file) throws IOException;

    @Override
    void close() throws IOException;
  }

  /**
   * Loads the profiler, if there is an interval; else this does nothing.
   *
   * @param directory where {@value #FILE} is written; needed with an interval
   * @throws IOException when it cannot be loaded; the message is one line
   */
  public static Profiler of(Optional<SampleInterval> interval, Optional<Path> directory)
      throws IOException {
    return new Profiler(
        directory,
        interval.isPresent() ? Optional.of(AsyncRecording.load(interval.get())) : Optional.empty());
  }

  /**
   * Begins to take samples.
   *
   * @throws IOException when another profiler is in this JVM, or the kernel does not permit it; the
   *     message is one line
   */
  public void start() throws IOException {
    if (recording.isPresent()) {
      recording.get().start();
      running = true;
    }
  }

  /**
   * Takes no more samples, and writes the file.
   *
   * @throws IOException when it cannot be written
   */
  public void stop() throws IOException {
    if (running) {
      running = false;
      Path folder = Files.createDirectories(directory.orElseThrow().toAbsolutePath());
      recording.orElseThrow().stop(folder.resolve(FILE));
    }
  }

  /** Stops it, if it still takes samples. */
  @Override
  public void close() throws IOException {
    try {
      stop();
    } finally {
      if (recording.isPresent()) {
        recording.get().close();
      }
    }
  }
}
