package site.ycsb.tls.redis;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.property.Secret;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.stream.TransportSocketFactory;

/**
 * Opens Jedis' connections, all of which come from the transport, plain ones too. Thread-safe; a
 * connection is used by one thread.
 */
record RedisConnector(RedisOptions options, Transport transport) {
  /**
   * A connection, authenticated.
   *
   * @throws DatabaseException when it cannot be opened, or not as pinned
   */
  Jedis open() throws DatabaseException {
    return open(transport);
  }

  /** The same, from this variant of the transport. */
  Jedis open(Transport from) throws DatabaseException {
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder().timeoutMillis(options.timeoutMillis());
    options.user().ifPresent(config::user);
    options.password().map(Secret::value).ifPresent(config::password);
    JedisSocketFactory sockets = () -> connect(from);
    try {
      return new Jedis(sockets, config.build());
    } catch (JedisException e) {
      throw new DatabaseException(RedisFailure.ofConnecting(e, this), e);
    }
  }

  /** Jedis calls it for a connection, and again for an operation after one that was closed. */
  private Socket connect(Transport from) {
    try {
      Socket socket = from.socketFactory().createSocket();
      try {
        socket.connect(
            new InetSocketAddress(options.host(), options.port()), options.timeoutMillis());
        socket.setSoTimeout(options.timeoutMillis());
        return socket;
      } catch (IOException e) {
        TransportSocketFactory.closeAfter(e, socket);
        throw e;
      }
    } catch (IOException e) {
      throw new JedisConnectionException(e.getMessage(), e);
    }
  }
}
