package site.ycsb.tls.reliability;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/**
 * The time of day of those processes that are started with its environment; their monotonic clocks
 * are the machine's. Linux only, needs a C compiler ({@code cc}).
 */
final class JumpingClock {
  private final Path library;
  private final Path offset;

  /**
   * Right until it jumps.
   *
   * @param source {@code reliability/jumping-clock.c}
   * @param folder for its files
   * @throws IOException when this machine has no compiler, with the reason
   */
  JumpingClock(Path source, Path folder) throws IOException, InterruptedException {
    this.library = folder.resolve("jumping-clock.so");
    this.offset = folder.resolve("clock");
    Surroundings.run(
        List.of(
            "cc", "-shared", "-fPIC", "-O2", "-o", library.toString(), source.toString(), "-ldl"));
    jump(0);
  }

  Map<String, String> environment() {
    return Map.of("LD_PRELOAD", library.toString(), "JUMPING_CLOCK", offset.toString());
  }

  /** Whether the process has it, as Linux lists the files that it has mapped. */
  boolean isOf(long process) throws IOException {
    return Files.readString(Path.of("/proc/" + process + "/maps")).contains(library.toString());
  }

  /** From now on it is off by so many seconds; never shorter, as processes have mapped it. */
  void jump(long seconds) throws IOException {
    Files.write(
        offset,
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder()).putLong(seconds).array(),
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE);
  }
}
