package site.ycsb.tls.redis;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import site.ycsb.tls.binding.DatabaseException;

/**
 * What a server tells of itself.
 *
 * @param info names and values of its answer to {@code INFO}
 * @param ioThreads its setting {@code io-threads}; empty when it does not tell
 */
record ServerFacts(Map<String, String> info, String ioThreads) {
  private static final String VERSION = "_version";

  /** Versions of something else than the product. */
  private static final Set<String> OTHERS = Set.of("redis_version", "gcc_version");

  private static final String IO_THREADS = "io-threads";

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
      facts = new ServerFacts(parse(jedis.info()), ioThreads(jedis));
    } catch (JedisException e) {
      throw new DatabaseException(connector.reasonOfFirst(e), e);
    }
    if ("cluster".equals(facts.info.get("redis_mode"))) {
      throw new DatabaseException(connector.reasonOfCluster());
    }
    return facts;
  }

  /** Many services do not let their users ask. */
  private static String ioThreads(Jedis jedis) {
    try {
      return jedis.configGet(IO_THREADS).getOrDefault(IO_THREADS, "");
    } catch (JedisDataException e) {
      return "";
    }
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

  /** For the results. */
  Map<String, String> description() {
    Map<String, String> description = new LinkedHashMap<>();
    description.put("server", product());
    if (ioThreads.matches("[0-9]+") && Integer.parseInt(ioThreads) > 1) {
      description.put(
          "serverIoThreads",
          ioThreads
              + ", which wait by spinning: the server's CPU does not show what an operation costs");
    }
    description.put("driver", RedisConnector.driver());
    return Collections.unmodifiableMap(description);
  }
}
