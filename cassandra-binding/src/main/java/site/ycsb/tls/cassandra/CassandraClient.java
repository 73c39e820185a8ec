package site.ycsb.tls.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.function.Supplier;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.tls.cassandra.Statements.Kind;
import site.ycsb.tls.cassandra.Statements.Prepared;

/**
 * The operations of one thread. Values are sent and received as bytes, whatever the columns' type:
 * text, as in upstream YCSB, or blob. A record that has none of the fields that are read is not
 * found.
 *
 * <p>An operation that fails returns a status with the name {@code ERROR} and the reason as its
 * description.
 */
final class CassandraClient extends DB {
  private final Supplier<CqlSession> source;
  private final boolean owned;
  private final Statements statements;
  private CqlSession session;

  /**
   * A client for one thread.
   *
   * @param owned whether the driver's session is closed in {@link #cleanup()}
   * @param statements prepared in any session; the nodes know them
   */
  CassandraClient(Supplier<CqlSession> source, boolean owned, Statements statements) {
    this.source = source;
    this.owned = owned;
    this.statements = statements;
  }

  @Override
  public void init() throws DBException {
    try {
      session = source.get();
    } catch (DriverException e) {
      throw new DBException(CassandraFailure.reason(e), e);
    }
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    try {
      Prepared read = statements.of(Kind.READ, table, fields);
      Row row = session.execute(withKey(read, key)).one();
      if (row != null) {
        copy(row, read.columns(), result);
      }
      return result.isEmpty() ? Status.NOT_FOUND : Status.OK;
    } catch (DriverException e) {
      return failed(e);
    }
  }

  /** Records in the order of their keys' tokens, in one page for any number. */
  @Override
  @SuppressWarnings("NonApiType") // YCSB's signature
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    try {
      Prepared scan = statements.of(Kind.SCAN, table, fields);
      BoundStatement first =
          scan.statement()
              .boundStatementBuilder()
              .setString(0, startkey)
              .setInt(1, recordcount)
              .setPageSize(recordcount)
              .build();
      ResultSet rows = session.execute(first);
      for (Row row : rows) {
        HashMap<String, ByteIterator> values = new HashMap<>();
        copy(row, scan.columns(), values);
        if (!values.isEmpty()) {
          result.add(values);
        }
      }
      return result.isEmpty() ? Status.NOT_FOUND : Status.OK;
    } catch (DriverException e) {
      return failed(e);
    }
  }

  /** Cassandra does not say whether the record existed; if not, it does now. */
  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return write(Kind.UPDATE, table, key, values);
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return write(Kind.INSERT, table, key, values);
  }

  @Override
  public Status delete(String table, String key) {
    try {
      session.execute(withKey(statements.of(Kind.DELETE, table, Set.of()), key));
      return Status.OK;
    } catch (DriverException e) {
      return failed(e);
    }
  }

  @Override
  public void cleanup() {
    if (owned && session != null) {
      session.close();
    }
  }

  private Status write(Kind kind, String table, String key, Map<String, ByteIterator> values) {
    try {
      Prepared write = statements.of(kind, table, values.keySet());
      BoundStatementBuilder bound = write.statement().boundStatementBuilder();
      int index = 0;
      for (String field : write.fields()) {
        bound = bound.setBytesUnsafe(index++, ByteBuffer.wrap(values.get(field).toArray()));
      }
      session.execute(bound.setString(index, key).build());
      return Status.OK;
    } catch (DriverException e) {
      return failed(e);
    }
  }

  private static BoundStatement withKey(Prepared prepared, String key) {
    return prepared.statement().boundStatementBuilder().setString(0, key).build();
  }

  private static void copy(Row row, List<String> columns, Map<String, ByteIterator> to) {
    for (int i = 0; i < columns.size(); i++) {
      String column = columns.get(i);
      ByteBuffer value = row.getBytesUnsafe(i);
      if (value != null && !column.equals(Statements.KEY)) {
        byte[] bytes = new byte[value.remaining()];
        value.get(bytes);
        to.put(column, new ByteArrayByteIterator(bytes));
      }
    }
  }

  private static Status failed(DriverException failure) {
    return new Status(Status.ERROR.getName(), CassandraFailure.reason(failure));
  }
}
