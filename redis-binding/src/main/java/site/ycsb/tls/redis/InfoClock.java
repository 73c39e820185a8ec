package site.ycsb.tls.redis;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;
import site.ycsb.tls.binding.ServerClock;

/**
 * CPU time as {@code INFO cpu} tells it: seconds of the process that answers, all its threads
 * (getrusage(2)). It has a connection of its own, which is not counted.
 */
record InfoClock(Jedis jedis) implements ServerClock {
  private static final String USER = "used_cpu_user";
  private static final String SYSTEM = "used_cpu_sys";
  private static final String SECTION = "cpu";

  /**
   * Closes the connection with it.
   *
   * @return empty when this server does not tell; the connection is closed then
   */
  static Optional<ServerClock> of(Jedis jedis) {
    try {
      Map<String, String> info = ServerFacts.parse(jedis.info(SECTION));
      if (info.containsKey(USER) && info.containsKey(SYSTEM)) {
        return Optional.of(new InfoClock(jedis));
      }
    } catch (JedisException e) {
      // Not allowed, or not known: it does not tell.
    }
    jedis.close();
    return Optional.empty();
  }

  @Override
  public long cpuNanos() throws IOException {
    try {
      Map<String, String> info = ServerFacts.parse(jedis.info(SECTION));
      return nanos(info.getOrDefault(USER, "")) + nanos(info.getOrDefault(SYSTEM, ""));
    } catch (JedisException | NumberFormatException e) {
      throw new IOException("INFO cpu, for the server's CPU time: " + e.getMessage(), e);
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
