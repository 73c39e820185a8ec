package example;

import java.util.Map;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import site.ycsb.DBException;

/** Redis through Jedis: one connection for each thread. */
public class JedisClient extends ReadAndWrite {
  private Jedis jedis;

  @Override
  public void init() throws DBException {
    try {
      jedis =
          new Jedis(
              property("redis.host", "localhost"),
              Integer.parseInt(property("redis.port", "6379")),
              DefaultJedisClientConfig.builder()
                  .ssl(Boolean.parseBoolean(property("redis.tls", "false")))
                  .build());
      jedis.connect();
    } catch (RuntimeException e) {
      throw cannotConnect(e);
    }
  }

  @Override
  void write(String key, Map<String, String> fields) {
    jedis.hset(key, fields);
  }

  @Override
  Map<String, String> read(String key) {
    return jedis.hgetAll(key);
  }

  @Override
  void remove(String key) {
    jedis.del(key);
  }

  @Override
  public void cleanup() {
    if (jedis != null) {
      jedis.close();
    }
  }
}
