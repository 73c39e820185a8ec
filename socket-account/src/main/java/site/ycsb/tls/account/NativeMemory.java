package site.ycsb.tls.account;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;

/**
 * Reads memory outside of the heap, where the JDK's socket classes keep what they send and receive.
 * {@code jdk.internal.misc} must be exported to this module.
 */
final class NativeMemory {
  private static final MethodHandle GET_BYTE;
  private static final MethodHandle GET_LONG;
  private static final MethodHandle COPY;
  private static final long FIRST_ELEMENT;

  /** Of {@code struct iovec} on 64 bits: an address and a length. */
  private static final int VECTOR = 16;

  static {
    try {
      Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      Object instance =
          lookup.findStatic(unsafe, "getUnsafe", MethodType.methodType(unsafe)).invoke();
      GET_BYTE = lookup.bind(instance, "getByte", MethodType.methodType(byte.class, long.class));
      GET_LONG = lookup.bind(instance, "getLong", MethodType.methodType(long.class, long.class));
      COPY =
          lookup.bind(
              instance,
              "copyMemory",
              MethodType.methodType(
                  void.class, Object.class, long.class, Object.class, long.class, long.class));
      FIRST_ELEMENT = ((Number) unsafe.getField("ARRAY_BYTE_BASE_OFFSET").get(null)).longValue();
    } catch (Throwable e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private NativeMemory() {}

  static byte getByte(long address) {
    try {
      return (byte) GET_BYTE.invokeExact(address);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static long getLong(long address) {
    try {
      return (long) GET_LONG.invokeExact(address);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  static long vectorAddress(long vectors, int index) {
    return getLong(vectors + (long) index * VECTOR);
  }

  static long vectorLength(long vectors, int index) {
    return getLong(vectors + (long) index * VECTOR + Long.BYTES);
  }

  /** The first bytes at an address. */
  static byte[] copy(long address, int length) {
    byte[] copy = new byte[length];
    copy(address, copy, 0, length);
    return copy;
  }

  private static void copy(long address, byte[] target, int from, int length) {
    try {
      COPY.invokeExact(
          (Object) null, address, (Object) target, FIRST_ELEMENT + from, (long) length);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first bytes of several pieces together. */
  static byte[] gather(long vectors, int count, int most) {
    byte[] all = new byte[most];
    int filled = 0;
    for (int i = 0; i < count && filled < most; i++) {
      int length = (int) Math.min(vectorLength(vectors, i), most - filled);
      copy(vectorAddress(vectors, i), all, filled, length);
      filled += length;
    }
    return filled == most ? all : Arrays.copyOf(all, filled);
  }
}
