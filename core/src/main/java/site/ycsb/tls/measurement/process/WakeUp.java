package site.ycsb.tls.measurement.process;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this machine's idle processors may sleep. Waking one up takes as much CPU time as a small
 * operation, and depends on which processors the scheduler gave client and server to.
 *
 * <p>The kernel lets a processor sleep only so deeply that it wakes up within the shortest time
 * that any process asks for (kernel documentation, power/pm_qos_interface). With a time of 0 an
 * idle processor waits for work without sleeping. Linux only; by default only root may ask.
 */
public final class WakeUp {
  private static final Path LATENCY_LIMIT = Path.of("/dev/cpu_dma_latency");

  private static final Logger LOG = LoggerFactory.getLogger(WakeUp.class);

  private WakeUp() {}

  /** A limit that holds until it is closed, or this process ends. */
  @FunctionalInterface
  public interface Limit extends Closeable {
    /** Processors sleep as the system is set up. */
    Limit NONE = () -> {};
  }

  /** Keeps the processors awake; does nothing where that is not permitted, or not possible. */
  public static Limit keepAwake() {
    return keepAwake(LATENCY_LIMIT);
  }

  static Limit keepAwake(Path device) {
    FileChannel limit;
    try {
      limit = open(device, StandardOpenOption.WRITE);
    } catch (IOException e) {
      LOG.debug("idle processors may sleep", e); // Not root, not Linux, or a container.
      return Limit.NONE;
    }
    try {
      limit.write(ByteBuffer.allocate(Integer.BYTES));
    } catch (IOException e) {
      LOG.debug("idle processors may sleep", e);
    }
    return limit::close;
  }

  /** Whether some process keeps them awake; empty when that cannot be read. */
  static Optional<Boolean> isAwake() {
    return isAwake(LATENCY_LIMIT);
  }

  static Optional<Boolean> isAwake(Path device) {
    ByteBuffer micros = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder());
    try (FileChannel limit = open(device, StandardOpenOption.READ)) {
      return limit.read(micros) == Integer.BYTES
          ? Optional.of(micros.getInt(0) == 0)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Makes no file: a container's {@code /dev} may lack the device, and take an ordinary file in its
   * place, which tells the kernel nothing.
   */
  private static FileChannel open(Path device, StandardOpenOption access) throws IOException {
    if (Files.isRegularFile(device)) {
      throw new NoSuchFileException(device + " is an ordinary file");
    }
    return FileChannel.open(device, access);
  }
}
