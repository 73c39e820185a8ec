package site.ycsb.tls.redis;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.Secret;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;

/**
 * The properties as typed values. {@link #toString} contains no credentials.
 *
 * @param host name or address of the server
 * @param port of it
 * @param timeoutMillis the longest wait for a connection, and for an answer, ms; at least 1
 * @param user name for the server's access control list; empty: its default user
 * @param password empty when the server wants none
 */
record RedisOptions(
    String host, int port, int timeoutMillis, Optional<String> user, Optional<Secret> password) {
  static final Property<String> HOST =
      Property.optional(
          "redis.host",
          ValueType.text("name or address"),
          "the test server, which is started; localhost with redis.port",
          "the server");

  static final Property<Integer> PORT =
      Property.of(
          "redis.port",
          ValueType.integer(1, 65_535),
          "6379",
          "its port; most servers have another one for TLS: tls.also=redis.port=6380");

  private static final Property<Secret> PASSWORD =
      Property.optional(
          "redis.password", ValueType.password(), "none", "password of the default user");

  private static final Property<String> USER =
      Property.optional(
          "redis.cusername",
          ValueType.verbatimText(),
          "the server's default user",
          "user of the server's access control list, with redis.cpassword");

  private static final Property<Secret> USER_PASSWORD =
      Property.optional("redis.cpassword", ValueType.password(), "none", "password of that user");

  private static final Property<Integer> TIMEOUT =
      Property.of(
          "redis.timeout",
          ValueType.integer(1),
          "2000",
          "time-out of a connection and of an answer, ms");

  private static final Property<Boolean> CLUSTER =
      Property.flag("redis.cluster", "must be false: clusters are not supported");

  static final List<Property<?>> PROPERTIES = Property.declaredIn(RedisOptions.class);

  /**
   * Reads the properties.
   *
   * @throws UsageException when a value cannot be understood, two contradict each other, or a
   *     cluster is asked for
   */
  static RedisOptions parse(Map<String, String> properties) {
    TypedProperties values = new TypedProperties(properties);
    if (values.get(CLUSTER)) {
      throw new UsageException(
          CLUSTER
              + "=true: connections of a cluster's client can be neither pinned nor counted here;"
              + " name one server that is not a node of a cluster, or use a client of your own (docs/any-client.md)");
    }
    Optional<String> user = values.given(USER);
    if (user.isPresent() != values.has(USER_PASSWORD)) {
      throw new UsageException(
          "%s and %s belong together: give both, or neither".formatted(USER, USER_PASSWORD));
    }
    if (user.isPresent() && values.has(PASSWORD)) {
      throw new UsageException(
          "%s is the default user's, and %s names another: give one of the two"
              .formatted(PASSWORD, USER));
    }
    return new RedisOptions(
        values.get(HOST, "localhost"),
        values.get(PORT),
        values.get(TIMEOUT),
        user,
        values.given(USER_PASSWORD).or(() -> values.given(PASSWORD)));
  }

  /** {@code host:port}. */
  String address() {
    return host + ":" + port;
  }
}
