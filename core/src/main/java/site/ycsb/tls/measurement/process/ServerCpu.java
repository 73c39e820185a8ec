package site.ycsb.tls.measurement.process;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import site.ycsb.tls.measurement.process.kernel.CpuTime;

/** Reads the CPU time of the server's processes. Not thread-safe. */
public interface ServerCpu extends Closeable {
  /**
   * CPU time until now; empty when there is no process, or one cannot be seen.
   *
   * @throws IOException when the connection to them is lost
   */
  Optional<CpuTime> now() throws IOException;

  /** Whether they are on another machine than this process: then they use nothing of this one. */
  default boolean isElsewhere() {
    return false;
  }

  /** Why it is no longer known, if the run can go on without it; empty while it is known. */
  default Optional<String> silence() {
    return Optional.empty();
  }

  @Override
  default void close() throws IOException {
    // Nothing is open.
  }
}
