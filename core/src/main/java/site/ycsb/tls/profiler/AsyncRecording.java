package site.ycsb.tls.profiler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import one.profiler.AsyncProfiler;
import site.ycsb.tls.property.run.SampleInterval;

/** By async-profiler, in the folder of its library. */
record AsyncRecording(ProfilerLibrary library, AsyncProfiler profiler, SampleInterval interval)
    implements Profiler.Recording {

  static AsyncRecording load(SampleInterval interval) throws IOException {
    ProfilerLibrary library = ProfilerLibrary.unpack();
    try {
      return new AsyncRecording(
          library, AsyncProfiler.getInstance(library.file().toString()), interval);
    } catch (LinkageError e) {
      library.close();
      throw new IOException("the profiler cannot be loaded: " + e.getMessage(), e);
    }
  }

  @Override
  public void start() throws IOException {
    execute(ProfilerLibrary.begin(interval, file()));
  }

  @Override
  public void stop(Path target) throws IOException {
    execute("stop");
    Files.move(file(), target, StandardCopyOption.REPLACE_EXISTING);
  }

  private Path file() {
    return library.recording(Profiler.FILE);
  }

  private void execute(String command) throws IOException {
    try {
      profiler.execute(command);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new IOException("the profiler does not work: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    library.close();
  }
}
