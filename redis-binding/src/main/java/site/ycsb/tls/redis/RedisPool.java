package site.ycsb.tls.redis;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;
import site.ycsb.DB;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.ServerClock;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.count.TransportListener;

/** The state that the threads of one run share: the connector. Each has its own connection. */
record RedisPool(RedisConnector connector, Map<String, String> description)
    implements DatabasePool {
  /** Records that are removed with one request. */
  private static final int BATCH = 1000;

  /**
   * Checks with one connection that the server can be reached, and is one that has all keys.
   *
   * @throws DatabaseException when not, within seconds
   */
  static RedisPool open(RedisConnector connector) throws DatabaseException {
    DatabasePool.preflight(
        connector.transport(), connector.options().host(), connector.options().port());
    try (Jedis jedis = connector.open()) {
      ServerFacts facts = ServerFacts.of(jedis, connector);
      DatabasePool.tryRenegotiation(connector.transport());
      boolean tlsEndsBefore = connector.transport().options().isPresent() && facts.atPlainPort();
      return new RedisPool(connector, facts.description(tlsEndsBefore));
    } catch (JedisException e) {
      throw new DatabaseException(RedisFailure.reason(e, connector), e);
    }
  }

  @Override
  public DB newClient() {
    return new RedisClient(connector, connector::open);
  }

  /** A client is a connection, so both scopes are the same. */
  @Override
  public DB newChurnClient(ChurnScope scope, TransportListener listener) {
    Transport reporting = connector.transport().withListener(listener);
    return new RedisClient(connector, () -> connector.open(reporting));
  }

  /** None where a proxy ends TLS: the server's CPU time is without what TLS costs there. */
  @Override
  public Optional<ServerClock> serverClock() throws DatabaseException {
    return description.containsKey(DatabasePool.NO_SERVER_CLOCK)
        ? Optional.empty()
        : InfoClock.of(() -> connector.open(connector.transport().apart()));
  }

  /** Removes what the table's index has, and the index. Nothing else is touched. */
  @Override
  public void clear(String table) throws DatabaseException {
    byte[] index = new RecordKeys(table).index();
    try (Jedis jedis = connector.open()) {
      List<byte[]> names = jedis.zrange(index, 0, BATCH - 1);
      while (!names.isEmpty()) {
        jedis.del(names.toArray(new byte[0][]));
        jedis.zremrangeByRank(index, 0, names.size() - 1);
        names = jedis.zrange(index, 0, BATCH - 1);
      }
    } catch (JedisException e) {
      throw new DatabaseException(
          "the records of table %s cannot be removed: %s"
              .formatted(table, RedisFailure.reason(e, connector)),
          e);
    }
  }

  @Override
  public void close() {
    // Connections belong to the clients.
  }
}
