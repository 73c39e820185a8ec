package site.ycsb.tls.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.tls.binding.ConnectionSupplier;
import site.ycsb.tls.binding.DatabaseException;

/**
 * The operations of one thread. A record is a hash, and a sorted set has the names of all of them,
 * by a hash code of their keys, as upstream stores them ({@link RecordKeys}).
 *
 * <p>Each request is sent and answered before the next: a read is one, an update one, an insert and
 * a deletion are two, a scan of n records n + 1.
 *
 * <p>An operation that fails returns a status with the name {@code ERROR} and the reason as its
 * description.
 */
final class RedisClient extends DB {
  private final RedisConnector connector;
  private final ConnectionSupplier<Jedis> source;
  private Jedis jedis;
  private RecordKeys names = new RecordKeys("");

  RedisClient(RedisConnector connector, ConnectionSupplier<Jedis> source) {
    this.connector = connector;
    this.source = source;
  }

  @Override
  public void init() throws DBException {
    jedis = source.openForClient();
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    try {
      return read(in(table).of(key), fields, result) ? Status.OK : Status.NOT_FOUND;
    } catch (JedisException e) {
      return failed(e);
    }
  }

  /** Whether the record exists and has one of the fields. */
  private boolean read(byte[] key, Set<String> fields, Map<String, ByteIterator> result) {
    int before = result.size();
    if (fields == null) {
      connection()
          .hgetAll(key)
          .forEach(
              (name, value) ->
                  result.put(new String(name, UTF_8), new ByteArrayByteIterator(value)));
    } else {
      List<byte[]> values = connection().hmget(key, bytes(fields));
      int i = 0;
      for (String field : fields) {
        byte[] value = values.get(i++);
        if (value != null) {
          result.put(field, new ByteArrayByteIterator(value));
        }
      }
    }
    return result.size() > before;
  }

  /** Records in the order of the index, which is not that of their keys. */
  @Override
  @SuppressWarnings("NonApiType") // YCSB's signature
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    try {
      List<byte[]> found =
          connection()
              .zrangeByScore(
                  in(table).index(),
                  RecordKeys.score(startkey),
                  Double.POSITIVE_INFINITY,
                  0,
                  recordcount);
      int before = result.size();
      for (byte[] name : found) {
        HashMap<String, ByteIterator> values = new HashMap<>();
        // It may have been deleted since.
        if (read(name, fields, values)) {
          result.add(values);
        }
      }
      return result.size() > before ? Status.OK : Status.NOT_FOUND;
    } catch (JedisException e) {
      return failed(e);
    }
  }

  /**
   * Redis makes a record of fields that are set. If all of them are new, there was no record, or
   * none with these fields: they are removed again, as a benchmark on an empty database would
   * otherwise look valid.
   */
  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    byte[] name = in(table).of(key);
    try {
      if (connection().hset(name, hash(values)) < values.size()) {
        return Status.OK;
      }
      connection().hdel(name, bytes(values.keySet()));
      return Status.NOT_FOUND;
    } catch (JedisException e) {
      return failed(e);
    }
  }

  /** Replaces the fields of a record that exists. */
  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    byte[] name = in(table).of(key);
    try {
      connection().hset(name, hash(values));
      connection().zadd(in(table).index(), RecordKeys.score(key), name);
      return Status.OK;
    } catch (JedisException e) {
      return failed(e);
    }
  }

  @Override
  public Status delete(String table, String key) {
    byte[] name = in(table).of(key);
    try {
      long deleted = connection().del(name);
      connection().zrem(in(table).index(), name);
      return deleted == 0 ? Status.NOT_FOUND : Status.OK;
    } catch (JedisException e) {
      return failed(e);
    }
  }

  @Override
  public void cleanup() {
    try {
      if (jedis != null) {
        jedis.close();
      }
    } catch (JedisException e) {
      // Every operation was answered: nothing is lost with the connection.
    }
  }

  /**
   * The thread's connection, a new one after one that broke: Jedis itself goes on with that, and
   * every later operation fails.
   *
   * @throws JedisConnectionException when it cannot be opened
   */
  private Jedis connection() {
    if (jedis == null) {
      try {
        jedis = source.open();
      } catch (DatabaseException e) {
        throw new JedisConnectionException(e.getMessage(), e);
      }
    }
    return jedis;
  }

  private Status failed(JedisException failure) {
    String reason = RedisFailure.reason(failure, connector);
    if (jedis != null && jedis.isBroken()) {
      cleanup();
      jedis = null;
    }
    return new Status(Status.ERROR.getName(), reason);
  }

  private RecordKeys in(String table) {
    if (!names.table().equals(table)) {
      names = new RecordKeys(table);
    }
    return names;
  }

  private static byte[][] bytes(Set<String> fields) {
    List<byte[]> all = new ArrayList<>(fields.size());
    fields.forEach(field -> all.add(field.getBytes(UTF_8)));
    return all.toArray(new byte[0][]);
  }

  /** Jedis sends what is in it: nobody looks for a name. */
  private static IdentityHashMap<byte[], byte[]> hash(Map<String, ByteIterator> values) {
    IdentityHashMap<byte[], byte[]> hash = new IdentityHashMap<>();
    values.forEach((name, value) -> hash.put(name.getBytes(UTF_8), value.toArray()));
    return hash;
  }
}
