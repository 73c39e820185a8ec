package site.ycsb.tls.binding;

import site.ycsb.DBException;

/**
 * Opens what one thread works with.
 *
 * @param <T> the driver's connection, or its client
 */
@FunctionalInterface
public interface ConnectionSupplier<T> {
  T open() throws DatabaseException;

  /** The same for {@link site.ycsb.DB#init}. */
  default T openForClient() throws DBException {
    try {
      return open();
    } catch (DatabaseException e) {
      throw new DBException(e.getMessage(), e);
    }
  }
}
