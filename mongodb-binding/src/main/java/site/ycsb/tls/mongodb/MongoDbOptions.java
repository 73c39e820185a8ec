package site.ycsb.tls.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCompressor;
import com.mongodb.ReadPreference;
import com.mongodb.ServerAddress;
import com.mongodb.WriteConcern;
import com.mongodb.connection.ServerMonitoringMode;
import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.pin.NearestNames;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.property.run.ReplacedBy;
import site.ycsb.tls.property.run.Scope;

/**
 * The properties as typed values. {@link #toString} contains no credentials.
 *
 * @param url address and driver's options; contains the credentials
 * @param database name of the database
 * @param batchSize records per insert command, at least 1
 * @param upsert whether an insert replaces a record that exists
 * @param shared whether all threads share one client with a pool of connections
 * @param maxConnections size of the pool of a shared client; empty: as the URL says
 * @param writeConcern what a write waits for; empty: as the URL says
 * @param readPreference which members are read from; empty: as the URL says
 */
record MongoDbOptions(
    ConnectionString url,
    String database,
    int batchSize,
    boolean upsert,
    boolean shared,
    Optional<Integer> maxConnections,
    Optional<WriteConcern> writeConcern,
    Optional<ReadPreference> readPreference) {
  private static final String DEFAULT_DATABASE = "ycsb";

  /** Where the libraries of compressors come from, and a class of theirs that the driver uses. */
  private static final Map<String, String> COMPRESSORS =
      Map.of(
          "snappy", "org.xerial.snappy:snappy-java org.xerial.snappy.Snappy",
          "zstd", "com.github.luben:zstd-jni com.github.luben.zstd.Zstd");

  /** Options with which the driver leaves out a value that it does not know, in lower case. */
  private static final Set<String> SWITCHES =
      Set.of(
          """
          tls ssl tlsinsecure tlsallowinvalidhostnames sslinvalidhostnameallowed directconnection
          loadbalanced retryreads retrywrites enableoverloadretargeting journal j safe
          """
              .strip()
              .split("\\s+", -1));

  private static final Set<String> ON_OR_OFF = Set.of("true", "yes", "1", "false", "no", "0");

  private static final int MOST_RECORDS = 100_000;

  static final Property<String> URL =
      Property.optional(
          "mongodb.url",
          ValueType.text("URL"),
          "the test server, which is started",
          "mongodb://[user:password@]host[:port],.../[database][?options], or mongodb+srv://; TLS is set with tls.cipher, not here");

  private static final Property<String> DATABASE =
      Property.optional(
          "mongodb.database",
          ValueType.text("name"),
          "the URL's, else " + DEFAULT_DATABASE,
          "name of the database");

  private static final Property<Integer> BATCH_SIZE =
      Property.of(
              "mongodb.batchsize",
              ValueType.integer(1, MOST_RECORDS),
              "1",
              "records per insert command")
          .in(Scope.OF_INSERTS);

  private static final Property<Integer> YCSB_BATCH_SIZE =
      Property.of("batchsize", BATCH_SIZE.type(), "1", "YCSB's name of " + BATCH_SIZE)
          .in(Scope.OF_INSERTS, new ReplacedBy(BATCH_SIZE));

  private static final Property<Boolean> UPSERT =
      Property.flag("mongodb.upsert", "true: an insert replaces a record that exists")
          .in(Scope.OF_INSERTS);

  private static final Property<Boolean> SHARED =
      Property.flag(
          "mongodb.shared",
          "false: each thread has a client with exactly one connection; true: all share a client with a pool");

  private static final Property<Integer> MAX_CONNECTIONS =
      Property.optional(
          "mongodb.maxconnections",
          ValueType.integer(1, 100_000),
          "the URL's, else 100",
          "connections of the shared client's pool, with "
              + SHARED
              + "=true; threads beyond that number wait, and latencies contain it");

  private static final Property<WriteConcern> WRITE_CONCERN =
      Property.optional(
              "mongodb.writeConcern",
              ValueType.oneOf(writeConcerns()),
              "the URL's, else the server's",
              "write concern: what a write waits for")
          .in(Scope.OF_WRITES);

  private static final Property<ReadPreference> READ_PREFERENCE =
      Property.optional(
              "mongodb.readPreference",
              ValueType.oneOf(readPreferences()),
              "the URL's, else primary",
              "which members of a replica set answer reads; the URL must name several hosts, or replicaSet")
          .in(Scope.OF_READS);

  static final List<Property<?>> PROPERTIES = Property.declaredIn(MongoDbOptions.class);

  /**
   * Reads the properties.
   *
   * @param pinned whether TLS is pinned
   * @throws UsageException when a value cannot be understood or has no effect, or the URL asks for
   *     TLS in its own way, or for what the driver does not know
   */
  static MongoDbOptions parse(Map<String, String> properties, boolean pinned) {
    TypedProperties values = new TypedProperties(properties);
    ConnectionString url = url(values.get(URL, "mongodb://localhost:27017/"));
    requireKnown(url.getConnectionString());
    requireTlsByPin(url, pinned);
    requireCompressors(url);
    requireEffect(values, url);
    requireDriversRanges(values, url);
    return new MongoDbOptions(
        url,
        values
            .given(DATABASE)
            .or(() -> Optional.ofNullable(url.getDatabase()))
            .orElse(DEFAULT_DATABASE),
        values.get(batchSize(values)),
        values.get(UPSERT),
        values.get(SHARED),
        values.given(MAX_CONNECTIONS),
        values.given(WRITE_CONCERN),
        values.given(READ_PREFERENCE));
  }

  /** The size of a batch of inserts, if one has several. */
  static Optional<Property<Integer>> writeGroup(TypedProperties values, boolean inserts) {
    return Optional.of(batchSize(values)).filter(size -> inserts && values.get(size) > 1);
  }

  private static Property<Integer> batchSize(TypedProperties values) {
    return values.has(BATCH_SIZE) ? BATCH_SIZE : YCSB_BATCH_SIZE;
  }

  /** Which members are read from: what the properties say, else the URL, else the primary. */
  ReadPreference reads() {
    return readPreference
        .or(() -> Optional.ofNullable(url.getReadPreference()))
        .orElse(ReadPreference.primary());
  }

  /** What a write waits for: what the properties say, else the URL, else the server. */
  WriteConcern writes() {
    return writeConcern
        .or(() -> Optional.ofNullable(url.getWriteConcern()))
        .orElse(WriteConcern.ACKNOWLEDGED);
  }

  /** The servers of the URL; none when their names are in the DNS, where the driver finds them. */
  List<ServerAddress> hosts() {
    return url.isSrvProtocol()
        ? List.of()
        : url.getHosts().stream().map(ServerAddress::new).toList();
  }

  private static ConnectionString url(String given) {
    try {
      return new ConnectionString(given);
    } catch (IllegalArgumentException e) {
      // The driver's message repeats parts of the URL, so the cause is not kept. An unreadable URL
      // may have its @ and / anywhere: all up to the last @ is masked.
      throw new UsageException(
          URL
              + "="
              + given.replaceFirst("(?<=://).*@", Secrets.MASK + "@")
              + ": expected mongodb://[user:password@]host[:port]/[database][?options], user and password percent-encoded");
    }
  }

  /** The driver leaves out what it does not know, and no more than logs that. */
  private static void requireKnown(String url) {
    Set<String> known = driversOptions();
    for (String option : url.replaceFirst("^[^?]*\\??", "").split("[&;]", -1)) {
      String name = option.replaceFirst("=.*", "");
      if (!known.isEmpty() && !name.isEmpty() && !known.contains(name.toLowerCase(Locale.ROOT))) {
        throw unknown(name, known);
      }
      String value = option.replaceFirst("^[^=]*=?", "").trim();
      if (SWITCHES.contains(name.toLowerCase(Locale.ROOT))
          && !ON_OR_OFF.contains(value.toLowerCase(Locale.ROOT))) {
        throw new UsageException(
            "%s has the option %s=%s: expected true or false".formatted(URL, name, value));
      }
    }
  }

  private static UsageException unknown(String name, Set<String> known) {
    return new UsageException(
        "mongodb.url has the option %s, which MongoDB's driver does not know: %s"
            .formatted(
                name,
                name.matches("(?i)(tls|ssl).*")
                    ? "TLS is what tls.* says, the client's certificate tls.cert or tls.keystore, trust tls.ca or tls.truststore (see bin/ycsb help tls); remove it from the URL"
                    : "did you mean %s? Correct it, or remove it"
                        .formatted(NearestNames.of(name, known, 1).get(0))));
  }

  /**
   * The names that the driver knows, in lower case. It has no method that gives them. Empty with a
   * driver that keeps them elsewhere, which -cp may bring.
   */
  private static Set<String> driversOptions() {
    try {
      Field names = ConnectionString.class.getDeclaredField("ALL_KEYS");
      names.setAccessible(true);
      // Old names, which it translates before it looks at its list.
      Set<String> known = new TreeSet<>(Set.of("j", "wtimeout"));
      ((Set<?>) names.get(null)).forEach(name -> known.add((String) name));
      return known;
    } catch (ReflectiveOperationException e) {
      return Set.of();
    }
  }

  /** A URL with TLS but without a pin would be measured with any suite. */
  private static void requireTlsByPin(ConnectionString url, boolean pinned) {
    boolean tls = Boolean.TRUE.equals(url.getSslEnabled());
    if (tls && !pinned) {
      throw new UsageException(
          url.isSrvProtocol()
              ? "mongodb.url is mongodb+srv://, which means TLS, but no suite is pinned; set"
                  + " tls.cipher, or add tls=false to the URL's options"
              : "mongodb.url asks for TLS (tls=true), but no suite is pinned; set tls.cipher (for"
                  + " example -p tls.cipher=TLS_AES_256_GCM_SHA384), or remove tls=true");
    }
    if (pinned && !tls && url.getSslEnabled() != null) {
      throw new UsageException(
          "mongodb.url says tls=false, but tls.cipher pins a suite; remove one of the two");
    }
    if (Boolean.TRUE.equals(url.getSslInvalidHostnameAllowed())) {
      throw new UsageException(
          "mongodb.url allows invalid host names; say so with tls.verify=chain instead, which is recorded in the results");
    }
  }

  /** A thread's own client has one connection, and no client streams what its monitor sees. */
  private static void requireEffect(TypedProperties values, ConnectionString url) {
    String needed = SHARED + "=true";
    values.requireEffect(MAX_CONNECTIONS, values.get(SHARED), needed);
    boolean sized =
        url.getMaxConnectionPoolSize() != null || url.getMinConnectionPoolSize() != null;
    if (sized && !values.get(SHARED)) {
      throw new UsageException(
          "mongodb.url has maxPoolSize or minPoolSize, which have no effect without %s: give that too, or leave them out"
              .formatted(needed));
    }
    if (url.getServerMonitoringMode() != null
        && url.getServerMonitoringMode() != ServerMonitoringMode.POLL) {
      throw new UsageException(
          "mongodb.url has serverMonitoringMode=%s: expected poll, which sends nothing during a run; leave it out"
              .formatted(url.getServerMonitoringMode().name().toLowerCase(Locale.ROOT)));
    }
  }

  /** The driver looks at the numbers, and whether they go together, when it makes a client. */
  private static void requireDriversRanges(TypedProperties values, ConnectionString url) {
    try {
      var unused =
          MongoClientSettings.builder()
              .applyConnectionString(url)
              .applyToConnectionPoolSettings(
                  pool -> values.given(MAX_CONNECTIONS).ifPresent(size -> pool.maxSize(size)))
              .build();
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new UsageException(
          "mongodb.url has an option that the driver refuses: expected %s; correct it (%s is the pool's maxSize, too)"
              .formatted(
                  String.valueOf(e.getMessage()).replaceFirst("^state should be: ", ""),
                  MAX_CONNECTIONS),
          e);
    }
  }

  /** The driver looks for these classes on a thread of its own, and then says nothing. */
  private static void requireCompressors(ConnectionString url) {
    for (MongoCompressor compressor : url.getCompressorList()) {
      String jar = COMPRESSORS.get(compressor.getName());
      if (jar != null && !isPresent(jar.substring(jar.indexOf(' ') + 1))) {
        throw new UsageException(
            "mongodb.url asks for compressors=%s, and its library is not on the class path: add the jar of %s with -cp, or leave the option out (zlib needs no jar)"
                .formatted(compressor.getName(), jar.substring(0, jar.indexOf(' '))));
      }
    }
  }

  private static boolean isPresent(String className) {
    return MongoDbOptions.class.getClassLoader().getResource(className.replace('.', '/') + ".class")
        != null;
  }

  /** Upstream's names, and {@code majority}. */
  private static Map<String, WriteConcern> writeConcerns() {
    Map<String, WriteConcern> concerns = new LinkedHashMap<>();
    concerns.put("acknowledged", WriteConcern.W1);
    concerns.put("unacknowledged", WriteConcern.UNACKNOWLEDGED);
    concerns.put("errors_ignored", WriteConcern.UNACKNOWLEDGED);
    concerns.put("journaled", WriteConcern.JOURNALED);
    concerns.put("replica_acknowledged", WriteConcern.W2);
    concerns.put("majority", WriteConcern.MAJORITY);
    return concerns;
  }

  /** Upstream's names. */
  private static Map<String, ReadPreference> readPreferences() {
    Map<String, ReadPreference> preferences = new LinkedHashMap<>();
    preferences.put("primary", ReadPreference.primary());
    preferences.put("primary_preferred", ReadPreference.primaryPreferred());
    preferences.put("secondary", ReadPreference.secondary());
    preferences.put("secondary_preferred", ReadPreference.secondaryPreferred());
    preferences.put("nearest", ReadPreference.nearest());
    return preferences;
  }

  @Override
  public String toString() {
    return "MongoDbOptions[" + Secrets.of(PROPERTIES).mask(url.getConnectionString()) + "]";
  }
}
