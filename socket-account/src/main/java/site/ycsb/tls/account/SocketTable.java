package site.ycsb.tls.account;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * The open sockets of this process, by descriptor, as the JDK's socket classes report them. Of
 * sockets that native code made it knows nothing. Thread-safe.
 */
public final class SocketTable {
  /** How many ClientHellos are kept for the connection that will send them. */
  private static final int MOST_ANNOUNCED = 10_000;

  private static final int FIRST_SIZE = 1_024;

  private static final Object GROWING = new Object();
  private static volatile AtomicReferenceArray<SocketConnection> byDescriptor =
      new AtomicReferenceArray<>(FIRST_SIZE);

  private static final Map<ByteBuffer, TlsObject> ANNOUNCED =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, TlsObject> eldest) {
          return size() > MOST_ANNOUNCED;
        }
      };

  private static final ThreadLocal<Boolean> PROGRAM = new ThreadLocal<>();

  private static final LongAdder WITHOUT_CONNECTION = new LongAdder();
  private static final Object COUNTING = new Object();

  /** Of connections that have ended. Under the lock of {@link #COUNTING}. */
  private static CallCounts endedCalls = CallCounts.NONE;

  private static final String NOT_STARTED =
      "Java was not started with -javaagent:socket-account-VERSION.jar, as bin/ycsb starts it";

  private static volatile ConnectionListener listener;
  private static volatile String problem = NOT_STARTED;

  private SocketTable() {}

  /** Connects. */
  public interface Connecting<T> {
    T connect() throws IOException;
  }

  /** Why it does not know all sockets of Java; empty when it does. One line. */
  public static Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /** From now on all is known, unless a hook has failed while the agent started. */
  static synchronized void complete() {
    if (NOT_STARTED.equals(problem)) {
      problem = null;
    }
  }

  /** From now on something is not known. */
  static synchronized void incomplete(String why) {
    problem = why;
  }

  /**
   * An object is about to send this ClientHello. The connection that sends it will name the object.
   *
   * @param clientRandom its 32 random bytes
   */
  public static void announce(byte[] clientRandom, TlsObject object) {
    if (problem == null) {
      synchronized (ANNOUNCED) {
        ANNOUNCED.put(ByteBuffer.wrap(clientRandom), object);
      }
    }
  }

  /** The handshake that began with this announced ClientHello is complete. */
  public static void completed(byte[] clientRandom) {
    if (announced(clientRandom) != null) {
      WITHOUT_CONNECTION.increment();
    }
  }

  /**
   * How many handshakes of announced objects were completed since the start though no connection
   * had sent their ClientHello: it went through something else, such as another TLS.
   */
  public static long handshakesWithoutConnection() {
    return WITHOUT_CONNECTION.sum();
  }

  /** Gives out what was announced, once. */
  static TlsObject announced(byte[] clientRandom) {
    synchronized (ANNOUNCED) {
      return ANNOUNCED.remove(ByteBuffer.wrap(clientRandom));
    }
  }

  /** Who hears of connections that end from now on; null for nobody. */
  public static void setListener(ConnectionListener next) {
    listener = next;
  }

  /**
   * What the calling thread connects meanwhile is the program's own, and {@link
   * SocketConnection#isLeftAlone left alone}.
   */
  public static <T> T forProgram(Connecting<T> connecting) throws IOException {
    PROGRAM.set(true);
    try {
      return connecting.connect();
    } finally {
      PROGRAM.remove();
    }
  }

  static boolean isForProgram() {
    return PROGRAM.get() != null;
  }

  /** All that are open. */
  public static List<SocketConnection> open() {
    AtomicReferenceArray<SocketConnection> table = byDescriptor;
    List<SocketConnection> open = new ArrayList<>();
    for (int i = 0; i < table.length(); i++) {
      SocketConnection connection = table.getAcquire(i);
      if (connection != null) {
        open.add(connection);
      }
    }
    return open;
  }

  /**
   * The calls since the start, of all connections but those that are left alone before they end.
   * Exact while none is at work.
   */
  public static CallCounts calls() {
    synchronized (COUNTING) {
      CallCounts calls = endedCalls;
      for (SocketConnection connection : open()) {
        if (!connection.isLeftAlone() && !connection.isCounted()) {
          calls = calls.plus(connection.calls());
        }
      }
      return calls;
    }
  }

  /** The connection of a descriptor; null when there is none. */
  static SocketConnection at(int descriptor) {
    AtomicReferenceArray<SocketConnection> table = byDescriptor;
    return descriptor >= 0 && descriptor < table.length() ? table.getAcquire(descriptor) : null;
  }

  /** A descriptor has a new connection. */
  static void begin(int descriptor, SocketConnection connection) {
    if (descriptor >= 0) {
      // Connected again without having been closed, as sockets for datagrams may be.
      end(descriptor);
      put(descriptor, connection);
    }
  }

  private static void put(int descriptor, SocketConnection connection) {
    synchronized (GROWING) {
      AtomicReferenceArray<SocketConnection> table = byDescriptor;
      if (descriptor >= table.length()) {
        table = new AtomicReferenceArray<>(Integer.highestOneBit(descriptor) << 1);
        for (int i = 0; i < byDescriptor.length(); i++) {
          table.set(i, byDescriptor.get(i));
        }
        byDescriptor = table;
      }
      table.set(descriptor, connection);
    }
  }

  /** A descriptor is about to be closed. */
  static void end(int descriptor) {
    SocketConnection ending = at(descriptor);
    if (ending != null) {
      // Who is told may leave it alone from then on.
      keepCalls(ending);
      // While it is told it is still among the open ones, so that no look can miss it.
      tell(ending);
      synchronized (GROWING) {
        byDescriptor.compareAndSet(descriptor, ending, null);
      }
    }
  }

  private static void tell(SocketConnection connection) {
    ConnectionListener present = listener;
    if (present != null) {
      present.ended(connection);
    }
  }

  /** Once, however often it ends: from now on they count here, and no longer with the open ones. */
  private static void keepCalls(SocketConnection connection) {
    synchronized (COUNTING) {
      if (!connection.isLeftAlone() && !connection.isCounted()) {
        endedCalls = endedCalls.plus(connection.calls());
        connection.counted();
      }
    }
  }

  /** A mistake of this agent: what it counted may be wrong. */
  static void failed(Throwable mistake) {
    incomplete("the account of sockets failed: " + mistake);
  }
}
