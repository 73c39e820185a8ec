package site.ycsb.tls.measurement.process;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The bytes that all threads of this JVM have allocated on its heap, those that have ended
 * included, which are counted a moment after their end. Java 21 tells it, and so do later updates
 * of 17.
 */
final class AllocatedBytes {
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private static final Optional<Method> TOTAL = total();

  private AllocatedBytes() {}

  /** The method that Java 17 had not at first; empty also where the JVM does not count. */
  private static Optional<Method> total() {
    try {
      return THREADS.isThreadAllocatedMemorySupported() && THREADS.isThreadAllocatedMemoryEnabled()
          ? Optional.of(ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes"))
          : Optional.empty();
    } catch (NoSuchMethodException e) {
      return Optional.empty();
    }
  }

  /** Until now; empty when this JVM does not tell. */
  static OptionalLong now() {
    if (TOTAL.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      long bytes = (long) TOTAL.get().invoke(THREADS);
      return bytes < 0 ? OptionalLong.empty() : OptionalLong.of(bytes);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the JVM does not report what its threads allocated", e);
    }
  }
}
