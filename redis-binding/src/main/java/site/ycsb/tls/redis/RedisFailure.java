package site.ycsb.tls.redis;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import site.ycsb.tls.binding.Causes;
import site.ycsb.tls.binding.DatabaseException;

/** Says in one line, without credentials, why an operation or a connection failed. */
final class RedisFailure {
  private static final int LONGEST = 300;
  private static final int LONGEST_OF_OURS = 800;

  private RedisFailure() {}

  /** The reason why an operation failed. */
  static String reason(JedisException failure, RedisConnector connector) {
    RedisOptions options = connector.options();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      // Of an answer; that of a connection has the transport's explanation, and a cause.
      if (cause instanceof SocketTimeoutException && cause.getCause() == null) {
        return "%s accepts connections but does not answer within %d ms (redis.timeout); is it a Redis?"
            .formatted(options.address(), options.timeoutMillis());
      }
      // The transport's messages explain the reason, so they come before the driver's.
      if (cause instanceof IOException) {
        return DatabaseException.oneLine(cause.getMessage(), LONGEST_OF_OURS);
      }
    }
    String said = DatabaseException.oneLine(failure.getMessage(), LONGEST);
    if (!(failure instanceof JedisDataException)) {
      return options.address() + ": " + said;
    }
    return said.startsWith("MOVED ") || said.startsWith("ASK ") || said.startsWith("CLUSTERDOWN")
        ? ofCluster(options) + " (it said " + said + ")"
        : "the server said " + said;
  }

  /** The reason why a connection, or the first operation on it, failed. */
  static String ofConnecting(JedisException failure, RedisConnector connector) {
    RedisOptions options = connector.options();
    if (connector.transport().options().isEmpty() && isReset(failure)) {
      // What it does with plain bytes at its port for TLS.
      return options.address()
          + " cut the connection without an answer; if it speaks TLS, set tls.cipher to the suite to"
          + " pin, or give the plain port with redis.port";
    }
    String said = String.valueOf(failure.getMessage());
    if (said.startsWith("WRONGPASS")
        || said.startsWith("ERR invalid password")
        || said.startsWith("ERR AUTH ")
        || said.startsWith("ERR Client sent AUTH")) {
      return "%s refuses the %s (it said %s)"
          .formatted(
              options.address(),
              options.user().isPresent()
                  ? "user and password of redis.cusername and redis.cpassword"
                  : "password of redis.password",
              DatabaseException.oneLine(said, LONGEST));
    }
    return said.startsWith("NOAUTH")
        ? options.address()
            + " wants a password: set redis.password, or redis.cusername and redis.cpassword"
        : reason(failure, connector);
  }

  private static boolean isReset(Throwable failure) {
    return Causes.of(failure)
        .filter(SocketException.class::isInstance)
        .anyMatch(cause -> String.valueOf(cause.getMessage()).contains("reset"));
  }

  /** Why a node of a cluster is not measured. */
  static String ofCluster(RedisOptions options) {
    return options.address()
        + " is a node of a cluster, which has only a part of the keys; name one server that is not, or"
        + " use a client of your own (docs/any-client.md)";
  }
}
