package site.ycsb.tls.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import site.ycsb.tls.binding.PropertyDoc;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.option.TypedProperties;
import site.ycsb.tls.option.UsageException;

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
  static final String URL = "mongodb.url";
  private static final String DATABASE = "mongodb.database";
  private static final String BATCH_SIZE = "mongodb.batchsize";
  private static final String YCSB_BATCH_SIZE = "batchsize";
  private static final String UPSERT = "mongodb.upsert";
  private static final String SHARED = "mongodb.shared";
  private static final String MAX_CONNECTIONS = "mongodb.maxconnections";
  private static final String WRITE_CONCERN = "mongodb.writeConcern";
  private static final String READ_PREFERENCE = "mongodb.readPreference";

  private static final String DEFAULT_DATABASE = "ycsb";

  /** Upstream's names, and {@code majority}. */
  private static final Map<String, WriteConcern> WRITE_CONCERNS = writeConcerns();

  /** Upstream's names. */
  private static final Map<String, ReadPreference> READ_PREFERENCES = readPreferences();

  static final List<PropertyDoc> DOCUMENTATION =
      List.of(
          new PropertyDoc(
              URL,
              "the test server, which is started",
              "mongodb://[user:password@]host[:port],.../[database][?options], or mongodb+srv://;"
                  + " TLS is set with tls.cipher, not here"),
          new PropertyDoc(DATABASE, "the URL's, else " + DEFAULT_DATABASE, "name of the database"),
          new PropertyDoc(BATCH_SIZE, "1", "records per insert command, at least 1"),
          new PropertyDoc(YCSB_BATCH_SIZE, "1", "YCSB's name of " + BATCH_SIZE),
          new PropertyDoc(UPSERT, "false", "true: an insert replaces a record that exists"),
          new PropertyDoc(
              SHARED,
              "false",
              "false: each thread has a client with exactly one connection; true: all share a client"
                  + " with a pool"),
          new PropertyDoc(
              MAX_CONNECTIONS, "the URL's, else 100", "connections of the shared client's pool"),
          new PropertyDoc(
              WRITE_CONCERN,
              "the URL's, else the server's",
              "what a write waits for: " + String.join(", ", WRITE_CONCERNS.keySet())),
          new PropertyDoc(
              READ_PREFERENCE,
              "the URL's, else primary",
              "which members are read from: " + String.join(", ", READ_PREFERENCES.keySet())));

  MongoDbOptions {
    Objects.requireNonNull(url);
    Objects.requireNonNull(database);
  }

  /**
   * Reads the properties.
   *
   * @param pinned whether TLS is pinned
   * @throws UsageException when a value cannot be understood, or the URL asks for TLS in its own
   *     way
   */
  static MongoDbOptions parse(Properties properties, boolean pinned) {
    TypedProperties values = new TypedProperties(properties);
    ConnectionString url = url(values.text(URL).orElse("mongodb://localhost:27017/"));
    requireTlsByPin(url, pinned);
    int batchSize =
        (int)
            values.whole(
                values.text(BATCH_SIZE).isPresent() ? BATCH_SIZE : YCSB_BATCH_SIZE, 1, 1, 100_000);
    return new MongoDbOptions(
        url,
        values
            .text(DATABASE)
            .or(() -> Optional.ofNullable(url.getDatabase()))
            .orElse(DEFAULT_DATABASE),
        batchSize,
        values.flag(UPSERT, false),
        values.flag(SHARED, false),
        values
            .text(MAX_CONNECTIONS)
            .map(given -> (int) values.whole(MAX_CONNECTIONS, 1, 1, 100_000)),
        choice(values, WRITE_CONCERN, WRITE_CONCERNS),
        choice(values, READ_PREFERENCE, READ_PREFERENCES));
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
              + ": expected mongodb://[user:password@]host[:port]/[database][?options], user and"
              + " password percent-encoded");
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
          "mongodb.url allows invalid host names; say so with tls.verify=chain instead, which is"
              + " recorded in the results");
    }
  }

  private static <T> Optional<T> choice(
      TypedProperties values, String name, Map<String, T> choices) {
    return values
        .text(name)
        .map(given -> values.choice(name, given, choices.keySet().toArray(String[]::new)))
        .map(choices::get);
  }

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
    return "MongoDbOptions[" + Secrets.of(DOCUMENTATION).mask(url.getConnectionString()) + "]";
  }
}
