package site.ycsb.tls.engine;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.engine.option.ClassPath;
import site.ycsb.tls.jvm.ByteAccount;
import site.ycsb.tls.jvm.ByteBalance;
import site.ycsb.tls.jvm.JvmTransport;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.count.TransportListener;

/**
 * Clients of any {@code site.ycsb.DB} on the class path, as upstream makes them. They open their
 * own connections. While the pool is open, all Java TLS of this process is the transport's.
 */
public final class ThirdPartyPool implements DatabasePool {
  /** How long a connection may take to complete its handshake. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Constructor<? extends DB> constructor;
  private final Properties properties;
  private final Transport transport;
  private final Cycles cycles = new Cycles();
  private final JvmTransport jvm;
  private final AtomicReference<String> failure = new AtomicReference<>();
  private volatile boolean churns;

  /**
   * Keeps the first failure, and reports the connections of a client that knows nothing of
   * listeners to the churn cycle that it is made for: the one that the connecting thread began. A
   * connection that the client's own thread makes is reported to the cycle that began last. With
   * several cycles at once that may be another one; sums and distributions over all cycles are
   * right. Thread-safe.
   */
  private final class Cycles implements TransportListener {
    @SuppressWarnings("ThreadLocalUsage") // as many as pools: one
    private final ThreadLocal<TransportListener> own = new ThreadLocal<>();

    private volatile TransportListener last = new TransportListener() {};

    /** The calling thread begins a cycle. */
    void begin(TransportListener listener) {
      own.set(listener);
      last = listener;
    }

    private TransportListener current() {
      TransportListener listener = own.get();
      return listener == null ? last : listener;
    }

    @Override
    public void connected(long nanos) {
      current().connected(nanos);
    }

    @Override
    public void adopted() {
      current().adopted();
    }

    @Override
    public void handshaken(long nanos, boolean resumed) {
      current().handshaken(nanos, resumed);
    }

    @Override
    public void closed() {
      current().closed();
    }

    @Override
    public void failed(Throwable cause) {
      current().failed(cause);
      failure.compareAndSet(null, cause.getMessage());
    }
  }

  /**
   * @param className a class that extends {@code site.ycsb.DB} and has a public constructor without
   *     arguments
   * @param properties given to each client
   * @param transport for all SSLContexts of this process; pinned, or none succeeds
   * @throws UsageException when there is no such class, or it cannot be made
   * @throws IllegalStateException when not all sockets of this Java can be known
   */
  public ThirdPartyPool(String className, Properties properties, Transport transport) {
    this.properties = Objects.requireNonNull(properties);
    this.transport = transport;
    // Before the client's class is loaded: some make their SSLContext then.
    jvm = JvmTransport.install(transport.withListener(cycles), ByteAccount.Reach.TO_OTHERS);
    try {
      constructor =
          ClassPath.constructor(
              className,
              DB.class,
              "class " + className,
              "unknown database '%s': neither a binding nor a class on the class path"
                  .formatted(className));
    } catch (RuntimeException e) {
      jvm.close();
      throw e;
    }
  }

  @Override
  public DB newClient() {
    try {
      DB client = constructor.newInstance();
      client.setProperties(properties);
      return client;
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(
          "the constructor of " + constructor.getName() + " failed: " + e.getCause(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make a " + constructor.getName() + ": " + e, e);
    }
  }

  @Override
  public DB newChurnClient(ChurnScope scope, TransportListener listener) {
    if (scope != ChurnScope.CLIENT) {
      throw new UnsupportedOperationException(
          "how many connections a %s opens is up to the client; use churn.scope=client"
              .formatted(constructor.getName()));
    }
    churns = true;
    cycles.begin(listener);
    return newClient();
  }

  /**
   * Looks at all that went over connections until now. Between churn cycles there may be none: then
   * one more client begins. It may connect, or leave that to its first operation.
   */
  @Override
  public void requireAsPinned(boolean used) throws DatabaseException, InterruptedException {
    // In no cycle.
    cycles.begin(new TransportListener() {});
    DB sample = churns ? newClient() : null;
    try {
      if (sample != null) {
        sample.init();
      }
      jvm.requireNothingElse(PATIENCE);
      if (used) {
        requireHandshake();
      }
    } catch (IOException | DBException e) {
      throw new DatabaseException(constructor.getName() + ": " + e.getMessage(), e);
    } finally {
      cleanup(sample);
    }
  }

  /** What the handshake itself said tells more than that there was none. */
  private void requireHandshake() throws IOException {
    try {
      jvm.requireHandshake();
    } catch (IOException e) {
      throw failure.get() == null
          ? e
          : new IOException("no TLS handshake was completed: " + failure.get(), e);
    }
  }

  @Override
  public void requireBalance() throws DatabaseException, InterruptedException {
    try {
      jvm.requireBalance(PATIENCE);
    } catch (IOException e) {
      throw new DatabaseException(constructor.getName() + ": " + e.getMessage(), e);
    }
  }

  @Override
  public Optional<String> connectionFailure() {
    return Optional.ofNullable(failure.get()).or(jvm::otherTls);
  }

  @Override
  public Optional<ByteBalance> byteBalance() {
    return Optional.of(jvm.balance());
  }

  private static void cleanup(DB sample) throws DatabaseException {
    if (sample != null) {
      try {
        sample.cleanup();
      } catch (DBException e) {
        throw new DatabaseException("closing a client failed: " + e.getMessage(), e);
      }
    }
  }

  @Override
  public void clear(String table) throws DatabaseException {
    throw new DatabaseException(
        "site.ycsb.DB has no way to remove all records: empty the table '" + table + "' yourself");
  }

  @Override
  public Map<String, String> description() {
    Map<String, String> description = new LinkedHashMap<>();
    description.put("driver", constructor.getName());
    if (transport.options().isEmpty() && transport.counts().opened() == 0) {
      description.put("connections", "not counted: this client makes its own without TLS");
    }
    return description;
  }

  /** Each client closes its own connections in {@code cleanup}. */
  @Override
  public void close() {
    jvm.close();
  }
}
