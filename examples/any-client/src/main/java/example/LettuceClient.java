package example;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.Map;
import site.ycsb.DBException;

/** Redis through Lettuce, which is on Netty: one connection for each thread. */
public class LettuceClient extends ReadAndWrite {
  private RedisClient client;
  private StatefulRedisConnection<String, String> connection;

  @Override
  public void init() throws DBException {
    try {
      client =
          RedisClient.create(
              RedisURI.builder()
                  .withHost(property("redis.host", "localhost"))
                  .withPort(Integer.parseInt(property("redis.port", "6379")))
                  .withSsl(Boolean.parseBoolean(property("redis.tls", "false")))
                  .withTimeout(Duration.ofSeconds(10))
                  .build());
      if (Boolean.parseBoolean(property("redis.openssl", "false"))) {
        // Such a client brings its own authorities.
        client.setOptions(
            ClientOptions.builder()
                .sslOptions(
                    SslOptions.builder()
                        .openSslProvider()
                        .trustManager(new java.io.File(property("redis.ca", "ca.pem")))
                        .build())
                .build());
      }
      connection = client.connect();
    } catch (RuntimeException e) {
      throw cannotConnect(e);
    }
  }

  @Override
  void write(String key, Map<String, String> fields) {
    connection.sync().hset(key, fields);
  }

  @Override
  Map<String, String> read(String key) {
    return connection.sync().hgetall(key);
  }

  @Override
  void remove(String key) {
    connection.sync().del(key);
  }

  @Override
  public void cleanup() {
    if (connection != null) {
      connection.close();
    }
    if (client != null) {
      client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
  }
}
