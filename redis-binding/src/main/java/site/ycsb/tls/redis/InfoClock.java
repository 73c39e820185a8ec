package site.ycsb.tls.redis;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import site.ycsb.tls.binding.ConnectionSupplier;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.ServerClock;

/**
 * CPU time as {@code INFO cpu} tells it: seconds of the process that answers, all its threads
 * (getrusage(2)). It has a connection of its own, which is not counted; it is opened again once it
 * was cut, since many servers cut those that are idle.
 */
final class InfoClock implements ServerClock {
  private static final String USER = "used_cpu_user";
  private static final String SYSTEM = "used_cpu_sys";
  private static final String SECTION = "cpu";

  private final ConnectionSupplier<Jedis> source;

  /** The server's own number of its process, new at each start; empty when it does not tell. */
  private final String runId;

  private Jedis jedis;

  private InfoClock(ConnectionSupplier<Jedis> source, Jedis jedis, String runId) {
    this.source = source;
    this.jedis = jedis;
    this.runId = runId;
  }

  /**
   * Opens its connection.
   *
   * @return empty when this server does not tell; the connection is closed then
   * @throws DatabaseException when it cannot be opened
   */
  static Optional<ServerClock> of(ConnectionSupplier<Jedis> source) throws DatabaseException {
    Jedis jedis = source.open();
    try {
      Map<String, String> info = ServerFacts.parse(jedis.info(SECTION));
      if (info.containsKey(USER) && info.containsKey(SYSTEM)) {
        return Optional.of(new InfoClock(source, jedis, runId(jedis)));
      }
    } catch (JedisException e) {
      // Not allowed, or not known: it does not tell.
    }
    jedis.close();
    return Optional.empty();
  }

  private static String runId(Jedis jedis) {
    return ServerFacts.parse(jedis.info("server")).getOrDefault("run_id", "");
  }

  @Override
  public long cpuNanos() throws IOException {
    try {
      try {
        return told();
      } catch (JedisConnectionException e) {
        close();
        connectAgain();
        return told();
      }
    } catch (JedisException | DatabaseException | NumberFormatException e) {
      throw new IOException("INFO cpu, for the server's CPU time: " + e.getMessage(), e);
    }
  }

  private long told() {
    Map<String, String> info = ServerFacts.parse(jedis.info(SECTION));
    return nanos(info.getOrDefault(USER, "")) + nanos(info.getOrDefault(SYSTEM, ""));
  }

  /** To the same process: another one has used other CPU time. */
  private void connectAgain() throws DatabaseException {
    jedis = source.open();
    if (runId.isEmpty()) {
      throw new DatabaseException(
          "the connection was cut, and the server has no run_id, which would tell whether the same process answers now: let it not cut what is idle, or name its processes with server.cpu");
    }
    if (!runId(jedis).equals(runId)) {
      throw new DatabaseException(
          "another process answers than before: the server was started again, or another one took its place");
    }
  }

  /** Of seconds with a fraction. */
  private static long nanos(String seconds) {
    return new BigDecimal(seconds).movePointRight(9).longValue();
  }

  @Override
  public void close() {
    try {
      jedis.close();
    } catch (JedisException e) {
      // It asked, and was answered.
    }
  }
}
