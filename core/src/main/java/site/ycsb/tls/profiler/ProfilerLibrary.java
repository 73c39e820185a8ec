package site.ycsb.tls.profiler;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.file.TemporaryDirectory;
import site.ycsb.tls.measurement.process.kernel.KernelFile;
import site.ycsb.tls.property.run.SampleInterval;

/**
 * The native library of async-profiler, unpacked into a folder of its own, which is removed when
 * this is closed. Recordings are made in that folder too: the library's arguments are separated by
 * commas, and in names of files it replaces what follows a percent sign, so that no path of the
 * user's may be among them.
 */
public final class ProfilerLibrary implements AutoCloseable {
  private static final String FILE = "libasyncProfiler.so";

  /** The folders in the jar, by the architectures as Java names them. */
  private static final Map<String, String> FOLDERS =
      Map.of("amd64", "linux-x64", "aarch64", "linux-arm64");

  private final TemporaryDirectory folder;
  private final Path file;

  private ProfilerLibrary(TemporaryDirectory folder, Path file) {
    this.folder = folder;
    this.file = file;
  }

  /** Why nothing can be profiled on this machine, in one line; empty when it can. */
  public static Optional<String> obstacle() {
    boolean musl = KernelFile.hasLoaded(Path.of("/proc/self"), "ld-musl-").orElse(false);
    return obstacle(System.getProperty("os.name"), System.getProperty("os.arch"), musl);
  }

  static Optional<String> obstacle(String system, String architecture, boolean musl) {
    if (!system.equals("Linux")) {
      return Optional.of("profiling needs Linux, and this is " + system);
    }
    if (!FOLDERS.containsKey(architecture)) {
      return Optional.of(
          "there is no profiler for the architecture %s, only for x86-64 and ARM64"
              .formatted(architecture));
    }
    return musl
        ? Optional.of("profiling needs a Java for the C library glibc, and this one is for musl")
        : Optional.empty();
  }

  /**
   * Unpacks it.
   *
   * @throws IOException when there is none for this machine, or no folder whose files may be
   *     executed; the message is one line
   */
  public static ProfilerLibrary unpack() throws IOException {
    Optional<String> obstacle = obstacle();
    if (obstacle.isPresent()) {
      throw new IOException(obstacle.get());
    }
    TemporaryDirectory folder = TemporaryDirectory.create("profiler");
    try {
      return new ProfilerLibrary(folder, unpackInto(folder.path()));
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  private static Path unpackInto(Path folder) throws IOException {
    if (folder.toString().matches(".*[,%].*")) {
      throw new IOException(
          "the profiler cannot work in %s, a name with a comma or a percent sign; give another temporary folder with JAVA_OPTS=-Djava.io.tmpdir=DIR"
              .formatted(folder));
    }
    String resource = "/" + FOLDERS.get(System.getProperty("os.arch")) + "/" + FILE;
    Path file = folder.resolve(FILE);
    try (InputStream in = ProfilerLibrary.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("the profiler's library is not on the class path: " + resource);
      }
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    if (!Files.isExecutable(file)) {
      throw new IOException(
          "no file may be executed in %s, which the profiler's library needs; give another temporary folder with JAVA_OPTS=-Djava.io.tmpdir=DIR"
              .formatted(folder));
    }
    return file;
  }

  /** The library's file. */
  Path file() {
    return file;
  }

  /** Where a recording of this name is made. */
  Path recording(String name) {
    return file.resolveSibling(name);
  }

  /**
   * The library's arguments that begin a recording: samples of CPU time, of all threads. The timer
   * is that of the process, which needs no privilege: those of the threads never expire in a thread
   * that ends before it has used an interval.
   */
  static String begin(SampleInterval interval, Path recording) {
    // Not the processor's own clock: a slice and a sample must have the same time.
    return "start,event=itimer,interval=%d,clock=monotonic,jfr,file=%s"
        .formatted(interval.nanos(), recording);
  }

  @Override
  public void close() throws IOException {
    folder.close();
  }
}
