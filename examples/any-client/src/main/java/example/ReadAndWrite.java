package example;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** What the clients for databases of keys and fields have in common. */
abstract class ReadAndWrite extends DB {

  /** Writes fields of a record; others stay. */
  abstract void write(String key, Map<String, String> fields) throws Exception;

  /** All fields of a record; none if there is no such record. */
  abstract Map<String, String> read(String key) throws Exception;

  abstract void remove(String key) throws Exception;

  /** A property that has a default. */
  final String property(String name, String otherwise) {
    return getProperties().getProperty(name, otherwise);
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    try {
      read(key).forEach((name, value) -> result.put(name, new StringByteIterator(value)));
      return result.isEmpty() ? Status.NOT_FOUND : Status.OK;
    } catch (Exception e) {
      return failed(e);
    }
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    try {
      Map<String, String> fields = new HashMap<>();
      values.forEach((name, value) -> fields.put(name, value.toString()));
      write(key, fields);
      return Status.OK;
    } catch (Exception e) {
      return failed(e);
    }
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return insert(table, key, values);
  }

  @Override
  public Status delete(String table, String key) {
    try {
      remove(key);
      return Status.OK;
    } catch (Exception e) {
      return failed(e);
    }
  }

  @Override
  @SuppressWarnings({"JdkObsolete", "NonApiType"}) // the signature of site.ycsb.DB
  public Status scan(
      String table,
      String start,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return Status.NOT_IMPLEMENTED;
  }

  private static Status failed(Exception e) {
    return new Status("ERROR", e.toString());
  }

  static DBException cannotConnect(Exception e) {
    return new DBException(e.toString(), e);
  }
}
