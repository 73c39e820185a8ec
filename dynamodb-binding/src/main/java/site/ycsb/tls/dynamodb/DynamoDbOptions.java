package site.ycsb.tls.dynamodb;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import site.ycsb.tls.account.SocketTable;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.property.run.Scope;
import site.ycsb.tls.property.run.WorkloadProperties;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The properties as typed values. {@link #toString} contains no credentials.
 *
 * @param host host of the endpoint
 * @param port port of the endpoint
 * @param region for the signature of requests
 * @param credentials for the signature of requests
 * @param table the table that the workload uses
 * @param key the table's primary key
 * @param createTable whether the table is made when it does not exist
 * @param capacity that the table must have; empty: any, and on demand for a new one
 * @param consistentReads whether reads, scans and queries are strongly consistent
 * @param shared whether all threads share one client with a pool of connections
 * @param maxConnections size of the pool of a shared client, at least 1
 * @param churnOperations reads per connection of the churn workload, at least 1
 */
record DynamoDbOptions(
    String host,
    int port,
    Region region,
    AwsCredentialsProvider credentials,
    String table,
    PrimaryKey key,
    boolean createTable,
    Optional<Capacity> capacity,
    boolean consistentReads,
    boolean shared,
    int maxConnections,
    long churnOperations) {
  static final String MADE_UP = "made-up";
  private static final String HASH = "HASH";
  private static final String HASH_AND_RANGE = "HASH_AND_RANGE";
  private static final String AWS = "aws";

  /** Upstream's. */
  private static final String DEFAULT_REGION = "us-east-1";

  private static final Pattern SERVICE_HOST =
      Pattern.compile("dynamodb(?:-fips)?\\.([a-z0-9-]+)\\.(?:amazonaws\\.com|api\\.aws).*");

  static final Property<String> ENDPOINT =
      Property.optional(
          "dynamodb.endpoint",
          ValueType.text("URL"),
          "the region's, or the test server, which is started",
          "[http://|https://]host[:port] of the server; TLS is set with tls.cipher");

  static final Property<String> REGION =
      Property.optional(
          "dynamodb.region",
          ValueType.text("name"),
          "the endpoint's, else " + DEFAULT_REGION,
          "region of Amazon's service, for example eu-central-1");

  static final Property<String> IDENTITY =
      Property.of(
          "dynamodb.identity",
          ValueType.oneOf(AWS, MADE_UP),
          AWS,
          AWS
              + ": sign with the credentials of the file or of the SDK's own chain; "
              + MADE_UP
              + ": with invented credentials, for DynamoDB Local, which does not check them; so for the test server");

  static final Property<String> CREDENTIALS_FILE =
      Property.optional(
          "dynamodb.awsCredentialsFile",
          ValueType.text("path"),
          "the SDK's own chain",
          "properties file with accessKey, secretKey and, if there is one, sessionToken");

  static final Property<String> PRIMARY_KEY =
      Property.of(
          "dynamodb.primaryKey",
          ValueType.text("name"),
          "ycsb_key",
          "attribute that holds the record's key");

  private static final Property<String> KEY_TYPE =
      Property.of(
          "dynamodb.primaryKeyType",
          ValueType.oneOf(HASH, HASH_AND_RANGE),
          HASH,
          HASH
              + ": primaryKey is the hash key; "
              + HASH_AND_RANGE
              + ": it is the range key under one hash key, and scans are queries in its order");

  private static final Property<String> HASH_KEY_NAME =
      Property.of(
          "dynamodb.hashKeyName",
          ValueType.text("name"),
          "ycsb_hash",
          "attribute of the hash key, with " + HASH_AND_RANGE);

  private static final Property<String> HASH_KEY_VALUE =
      Property.of(
          "dynamodb.hashKeyValue",
          ValueType.text(),
          "YCSB_0",
          "value of the hash key, with " + HASH_AND_RANGE);

  private static final Property<Boolean> CONSISTENT_READS =
      Property.flag("dynamodb.consistentReads", "true: reads and scans are strongly consistent")
          .in(Scope.OF_READS);

  private static final Property<Boolean> SHARED =
      Property.flag(
          "dynamodb.shared",
          "false: each thread has a client with exactly one connection; true: all share a client with a pool");

  private static final Property<Integer> MAX_CONNECTIONS =
      Property.of(
          "dynamodb.connectMax",
          ValueType.integer(1, 100_000),
          "50",
          "connections of the shared client's pool, with "
              + SHARED
              + "=true; threads beyond that number wait, and latencies contain it");

  static final Property<Boolean> CREATE_TABLE =
      Property.flag(
          "dynamodb.createtable",
          "true, as for the test server: create the table when it does not exist");

  static final Property<Capacity> CAPACITY =
      Property.optional(
              "dynamodb.capacity",
              ValueType.of("READ/WRITE, " + Capacity.ON_DEMAND, Capacity::parse),
              "the table's; " + Capacity.ON_DEMAND + " when it is made",
              "capacity units per second of the table, as in 1000/500: it is created with these, and an existing one must have them")
          .in(Scope.SERVER);

  static final List<Property<?>> PROPERTIES = Property.declaredIn(DynamoDbOptions.class);

  /**
   * Reads the properties.
   *
   * @param pinned whether TLS is pinned
   * @throws UsageException when a value cannot be understood or has no effect, a file cannot be
   *     read, or the endpoint contradicts {@code pinned}
   */
  static DynamoDbOptions parse(Map<String, String> properties, boolean pinned) {
    TypedProperties values = new TypedProperties(properties);
    URI endpoint = endpoint(values, pinned);
    values.requireEffect(MAX_CONNECTIONS, values.get(SHARED), SHARED + "=true");
    return new DynamoDbOptions(
        endpoint.getHost(),
        endpoint.getPort() > 0 ? endpoint.getPort() : pinned ? 443 : 80,
        region(values, endpoint.getHost()),
        credentials(values),
        values.get(WorkloadProperties.TABLE),
        key(values),
        values.get(CREATE_TABLE),
        values.given(CAPACITY),
        values.get(CONSISTENT_READS),
        values.get(SHARED),
        values.get(MAX_CONNECTIONS),
        values.get(WorkloadProperties.CHURN_OPERATIONS));
  }

  /** The server's address; its scheme follows from the pin. */
  private static URI endpoint(TypedProperties values, boolean pinned) {
    String scheme = pinned ? "https" : "http";
    Optional<String> given = values.given(ENDPOINT);
    if (given.isEmpty()) {
      Region region = Region.of(values.get(REGION, DEFAULT_REGION));
      requireScheme("https", pinned, "Amazon's service in " + region + " (dynamodb.region)");
      return URI.create("https://" + serviceHost(region));
    }
    String text = given.get().contains("://") ? given.get() : scheme + "://" + given.get();
    try {
      URI uri = new URI(text);
      boolean bare =
          uri.getUserInfo() == null
              && uri.getQuery() == null
              && uri.getFragment() == null
              && uri.getPort() != 0
              && uri.getPort() <= 65_535
              && (uri.getPath().isEmpty() || uri.getPath().equals("/"));
      if (bare && uri.getHost() != null && text.matches("https?://.*")) {
        requireScheme(uri.getScheme(), pinned, ENDPOINT + "=" + given.get());
        return uri;
      }
    } catch (URISyntaxException e) {
      // Refused below; its message repeats what was given, so it is not kept as the cause.
    }
    throw refusedEndpoint(given.get());
  }

  private static UsageException refusedEndpoint(String given) {
    // What cannot be read may have its user and password anywhere before an @.
    String shown = given.replaceFirst(".*@", Secrets.MASK + "@");
    String host = shown.replaceFirst("^https?://", "").replaceFirst("[:/].*", "");
    return host.contains("_")
        ? new UsageException(
            "%s=%s: a host's name has no underscore in URLs, nor in certificates; give its address, or a name of letters, digits and hyphens (such as an alias of the container)"
                .formatted(ENDPOINT, shown))
        : ENDPOINT.refused(shown, "[http://|https://]host[:port]", null);
  }

  private static String serviceHost(Region region) {
    URI uri = DynamoDbClient.serviceMetadata().endpointFor(region);
    return uri.getHost() == null ? uri.getPath() : uri.getHost();
  }

  /** An endpoint with TLS but without a pin would be measured with any suite. */
  private static void requireScheme(String scheme, boolean pinned, String what) {
    if (scheme.equals("https") && !pinned) {
      throw new UsageException(
          what
              + " speaks TLS, but no suite is pinned; set tls.cipher (for example -p tls.cipher=TLS_AES_256_GCM_SHA384)");
    }
    if (scheme.equals("http") && pinned) {
      throw new UsageException(
          what
              + " is without TLS, but tls.cipher pins a suite; give https://, or host:port for both, or leave out tls.cipher");
    }
  }

  private static Region region(TypedProperties values, String host) {
    Matcher service = SERVICE_HOST.matcher(host);
    String ofHost = service.matches() ? service.group(1) : DEFAULT_REGION;
    return Region.of(values.get(REGION, ofHost));
  }

  private static PrimaryKey key(TypedProperties values) {
    String name = values.get(PRIMARY_KEY);
    boolean ranged = values.get(KEY_TYPE).equals(HASH_AND_RANGE);
    for (Property<?> ofHash : List.of(HASH_KEY_NAME, HASH_KEY_VALUE)) {
      values.requireEffect(ofHash, ranged, KEY_TYPE + "=" + HASH_AND_RANGE);
    }
    if (!ranged) {
      return new PrimaryKey(name, Optional.empty());
    }
    String hashName = values.get(HASH_KEY_NAME);
    if (hashName.equals(name)) {
      throw HASH_KEY_NAME.refused(hashName, "another attribute than " + PRIMARY_KEY, null);
    }
    AttributeValue hash = AttributeValue.fromS(values.get(HASH_KEY_VALUE));
    return new PrimaryKey(name, Optional.of(new PrimaryKey.Partition(hashName, hash)));
  }

  private static AwsCredentialsProvider credentials(TypedProperties values) {
    Optional<String> file = values.given(CREDENTIALS_FILE);
    boolean madeUp = values.get(IDENTITY).equals(MADE_UP);
    values.requireEffect(CREDENTIALS_FILE, !madeUp, IDENTITY + "=" + AWS);
    if (madeUp) {
      return StaticCredentialsProvider.create(AwsBasicCredentials.create("madeup", "madeup"));
    }
    return file.map(DynamoDbOptions::ofFile).orElseGet(DynamoDbOptions::ofChain);
  }

  /**
   * A container or an instance is asked over HTTP, by the thread that needs the credentials: no
   * connection to the server, and so none of the run.
   */
  private static AwsCredentialsProvider ofChain() {
    AwsCredentialsProvider chain = DefaultCredentialsProvider.builder().build();
    return () -> {
      try {
        return SocketTable.forProgram(chain::resolveCredentials);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  /** The format of the SDK 1's PropertiesCredentials, which upstream reads. */
  private static AwsCredentialsProvider ofFile(String given) {
    Properties file = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(given))) {
      file.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw CREDENTIALS_FILE.refused(given, "a file that can be read", e);
    }
    Optional<String> accessKey = entry(file, "accessKey");
    Optional<String> secretKey = entry(file, "secretKey");
    if (accessKey.isEmpty() || secretKey.isEmpty()) {
      throw CREDENTIALS_FILE.refused(given, "a properties file with accessKey and secretKey", null);
    }
    return StaticCredentialsProvider.create(
        entry(file, "sessionToken")
            .<AwsCredentials>map(
                token -> AwsSessionCredentials.create(accessKey.get(), secretKey.get(), token))
            .orElseGet(() -> AwsBasicCredentials.create(accessKey.get(), secretKey.get())));
  }

  private static Optional<String> entry(Properties file, String name) {
    return Optional.ofNullable(file.getProperty(name)).map(String::trim).filter(v -> !v.isEmpty());
  }

  @Override
  public String toString() {
    return "DynamoDbOptions[" + host + ":" + port + ", " + region + ", " + table + "]";
  }
}
