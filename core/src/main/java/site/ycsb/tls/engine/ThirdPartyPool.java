package site.ycsb.tls.engine;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import site.ycsb.DB;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.option.UsageException;
import site.ycsb.tls.socket.TransportListener;

/**
 * Clients of any {@code site.ycsb.DB} on the class path, as upstream makes them. They open their
 * own connections, which cannot be pinned, counted or verified.
 */
public final class ThirdPartyPool implements DatabasePool {
  private final Constructor<? extends DB> constructor;
  private final Properties properties;

  /**
   * @param className a class that extends {@code site.ycsb.DB} and has a public constructor without
   *     arguments
   * @param properties given to each client
   * @throws UsageException when there is no such class, or it cannot be made
   */
  public ThirdPartyPool(String className, Properties properties) {
    this.properties = Objects.requireNonNull(properties);
    try {
      constructor = Class.forName(className).asSubclass(DB.class).getConstructor();
    } catch (ClassNotFoundException e) {
      throw new UsageException(
          "unknown database '"
              + className
              + "': neither a binding nor a class on the class path; add its jar with -cp",
          e);
    } catch (ClassCastException e) {
      throw new UsageException("class " + className + " does not extend site.ycsb.DB", e);
    } catch (NoSuchMethodException e) {
      throw new UsageException(
          "class " + className + " has no public constructor without arguments", e);
    } catch (LinkageError e) {
      throw new UsageException(
          "class " + className + " cannot be loaded (" + e + "); add what it needs with -cp", e);
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

  /** Refused: its connections cannot be distinguished from others. */
  @Override
  public DB newChurnClient(ChurnScope scope, TransportListener listener) {
    throw new UnsupportedOperationException(
        "the connection-churn workload needs a binding of this program: connections of "
            + constructor.getName()
            + " cannot be counted");
  }

  @Override
  public void clear(String table) throws DatabaseException {
    throw new DatabaseException(
        "site.ycsb.DB has no way to remove all records: empty the table '" + table + "' yourself");
  }

  @Override
  public Map<String, String> description() {
    return Map.of("driver", constructor.getName());
  }

  @Override
  public void close() {
    // Each client closes its own connections in cleanup().
  }
}
