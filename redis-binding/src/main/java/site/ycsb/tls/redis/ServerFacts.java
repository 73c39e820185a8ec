package site.ycsb.tls.redis;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.DriverVersion;

/**
 * What a server tells of itself.
 *
 * @param info names and values of its answer to {@code INFO}
 * @param ioThreads its setting {@code io-threads}; empty when it does not tell
 * @param atPlainPort whether the connection that asked reached it at its port without TLS; false
 *     when it does not tell
 */
record ServerFacts(Map<String, String> info, String ioThreads, boolean atPlainPort) {
  private static final String VERSION = "_version";

  /** Versions of something else than the product. */
  private static final Set<String> OTHERS = Set.of("redis_version", "gcc_version");

  private static final String IO_THREADS = "io-threads";

  /** Where the server has the connection, in its answer to {@code CLIENT INFO}. */
  private static final Pattern OWN_PORT = Pattern.compile("\\bladdr=\\S*:(\\d+)");

  ServerFacts {
    info = Collections.unmodifiableMap(new HashMap<>(info));
  }

  /**
   * Asks the server.
   *
   * @throws DatabaseException when it is a node of a cluster, or does not let this user ask
   */
  static ServerFacts of(Jedis jedis, RedisConnector connector) throws DatabaseException {
    ServerFacts facts;
    try {
      facts =
          new ServerFacts(
              parse(jedis.info()),
              settings(jedis, IO_THREADS).getOrDefault(IO_THREADS, ""),
              isAtPlainPort(jedis));
    } catch (JedisException e) {
      throw new DatabaseException(RedisFailure.ofConnecting(e, connector), e);
    }
    if ("cluster".equals(facts.info.get("redis_mode"))) {
      throw new DatabaseException(RedisFailure.ofCluster(connector.options()));
    }
    return facts;
  }

  /** Many services do not let their users ask. */
  private static Map<String, String> settings(Jedis jedis, String names) {
    try {
      return jedis.configGet(names);
    } catch (JedisDataException e) {
      return Map.of();
    }
  }

  /**
   * Redis since 6.2 and Valkey tell. Products with one port for both, as Dragonfly, have no setting
   * for another one.
   */
  private static boolean isAtPlainPort(Jedis jedis) {
    Optional<String> tlsPort = Optional.ofNullable(settings(jedis, "*port").get("tls-port"));
    try {
      return tlsPort.isPresent() && isAtPlainPort(jedis.clientInfo(), tlsPort.get());
    } catch (JedisDataException e) {
      return false;
    }
  }

  /**
   * Whether a connection is at another port than that for TLS; one over the server's local socket
   * has the port 0.
   *
   * @param clientInfo the answer to {@code CLIENT INFO} on it
   * @param tlsPort 0: the server has no TLS
   */
  static boolean isAtPlainPort(String clientInfo, String tlsPort) {
    Matcher own = OWN_PORT.matcher(clientInfo);
    return own.find() && (tlsPort.equals("0") || !own.group(1).equals(tlsPort));
  }

  static Map<String, String> parse(String info) {
    Map<String, String> facts = new HashMap<>();
    info.lines()
        .map(line -> line.split(":", 2))
        .filter(pair -> pair.length == 2)
        .forEach(pair -> facts.put(pair[0], pair[1].strip()));
    return facts;
  }

  /**
   * For example {@code Redis 7.0.15}; of other products, which tell the version that they imitate
   * too, {@code valkey 8.1.1 (as Redis 7.2.4)}.
   */
  String product() {
    String redis = "Redis " + info.getOrDefault("redis_version", "of unknown version");
    return info.keySet().stream()
        .filter(name -> name.endsWith(VERSION) && !OTHERS.contains(name))
        .sorted()
        .findFirst()
        .map(
            name ->
                "%s %s (as %s)"
                    .formatted(
                        name.substring(0, name.length() - VERSION.length()), info.get(name), redis))
        .orElse(redis);
  }

  /**
   * For the results.
   *
   * @param tlsEndsBefore whether a proxy ends the client's TLS
   */
  Map<String, String> description(boolean tlsEndsBefore) {
    Map<String, String> description = new LinkedHashMap<>();
    description.put("server", product());
    if (ioThreads.matches("[0-9]+") && Integer.parseInt(ioThreads) > 1) {
      description.put(
          "serverIoThreads",
          ioThreads
              + ", which wait by spinning: the server's CPU does not show what an operation costs");
    }
    if (tlsEndsBefore) {
      description.put(
          DatabasePool.NO_SERVER_CLOCK,
          "the connection reaches the server at its port without TLS, so a proxy ends TLS, and its CPU time is not in what the server tells; name the processes of both with server.cpu");
    }
    description.put("driver", "jedis " + DriverVersion.of(Jedis.class));
    return Collections.unmodifiableMap(description);
  }
}
