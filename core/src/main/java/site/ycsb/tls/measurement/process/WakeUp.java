package site.ycsb.tls.measurement.process;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
  private static final String LATENCY_LIMIT = "/dev/cpu_dma_latency";

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
    FileOutputStream file;
    try {
      file = new FileOutputStream(LATENCY_LIMIT);
    } catch (IOException e) {
      LOG.debug("idle processors may sleep", e); // Not root, not Linux, or a container.
      return Limit.NONE;
    }
    try {
      file.write(new byte[Integer.BYTES]);
    } catch (IOException e) {
      LOG.debug("idle processors may sleep", e);
    }
    return file::close;
  }

  /** Whether some process keeps them awake; empty when that cannot be read. */
  static Optional<Boolean> isAwake() {
    try (FileInputStream limit = new FileInputStream(LATENCY_LIMIT)) {
      ByteBuffer micros =
          ByteBuffer.wrap(limit.readNBytes(Integer.BYTES)).order(ByteOrder.nativeOrder());
      return micros.remaining() == Integer.BYTES
          ? Optional.of(micros.getInt() == 0)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
