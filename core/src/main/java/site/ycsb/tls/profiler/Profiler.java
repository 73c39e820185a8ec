package site.ycsb.tls.profiler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import one.profiler.AsyncProfiler;
import site.ycsb.tls.property.run.SampleInterval;

/**
 * Samples of this JVM, once. The library is loaded when this is made, so that loading it is in no
 * figure; samples are taken between {@link #start} and {@link #stop}. Used by one thread.
 */
public final class Profiler implements AutoCloseable {
  /** The file of the samples in the folder of a run. */
  public static final String FILE = "profile.jfr";

  private final Optional<Recording> recording;
  private boolean running;

  private Profiler(Optional<Recording> recording) {
    this.recording = recording;
  }

  /**
   * What is recorded.
   *
   * @param file where it is in the end
   */
  private record Recording(
      ProfilerLibrary library, AsyncProfiler profiler, SampleInterval interval, Path file) {

    Path made() {
      return library.recording(FILE);
    }

    void execute(String command) throws IOException {
      try {
        profiler.execute(command);
      } catch (IllegalArgumentException | IllegalStateException e) {
        throw new IOException("the profiler does not work: " + e.getMessage(), e);
      }
    }
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
        interval.isEmpty()
            ? Optional.empty()
            : Optional.of(load(interval.get(), directory.orElseThrow().resolve(FILE))));
  }

  private static Recording load(SampleInterval interval, Path file) throws IOException {
    ProfilerLibrary library = ProfilerLibrary.unpack();
    try {
      return new Recording(
          library, AsyncProfiler.getInstance(library.file().toString()), interval, file);
    } catch (LinkageError e) {
      library.close();
      throw new IOException("the profiler cannot be loaded: " + e.getMessage(), e);
    }
  }

  /**
   * Begins to take samples.
   *
   * @throws IOException when another profiler is in this JVM, or the kernel does not permit it; the
   *     message is one line
   */
  public void start() throws IOException {
    if (recording.isPresent()) {
      Recording begun = recording.get();
      begun.execute(ProfilerLibrary.begin(begun.interval(), begun.made()));
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
      Recording ended = recording.orElseThrow();
      ended.execute("stop");
      Files.createDirectories(ended.file().toAbsolutePath().getParent());
      Files.move(ended.made(), ended.file(), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Stops it, if it still takes samples. */
  @Override
  public void close() throws IOException {
    try {
      stop();
    } finally {
      if (recording.isPresent()) {
        recording.get().library().close();
      }
    }
  }
}
