package site.ycsb.tls.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.IntStream;
import site.ycsb.tls.binding.PropertyDoc;
import site.ycsb.tls.option.InternodeTls;
import site.ycsb.tls.option.Secret;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.TypedProperties;
import site.ycsb.tls.option.UsageException;
import site.ycsb.tls.pin.TlsPin;

/**
 * The properties as typed values. {@link #toString} contains no credentials.
 *
 * @param hosts contact points, not resolved; the driver finds the other nodes
 * @param datacenter the local data centre; empty: that of the contact points
 * @param keyspace name of the key space
 * @param credentials user name and password, when the cluster asks for them
 * @param readLevel consistency level of reads and scans
 * @param writeLevel consistency level of inserts, updates and deletes
 * @param connections per node, at least 1
 * @param connectTimeout for a connection with its handshake
 * @param requestTimeout for an operation, as the client sees it
 * @param tokenAware whether requests go to a replica of the key, or round robin to any node
 * @param tracing whether the nodes trace each request
 * @param internode required TLS of the connections between the nodes; empty: anything
 * @param table table to create when it is missing; empty: none
 */
record CassandraOptions(
    List<InetSocketAddress> hosts,
    Optional<String> datacenter,
    String keyspace,
    Optional<Credentials> credentials,
    ConsistencyLevel readLevel,
    ConsistencyLevel writeLevel,
    int connections,
    Duration connectTimeout,
    Duration requestTimeout,
    boolean tokenAware,
    boolean tracing,
    Optional<TlsPin> internode,
    Optional<NewTable> table) {

  /** User name and password. */
  record Credentials(String username, Secret password) {}

  /**
   * A table to create when it is missing, as upstream YCSB's users create it.
   *
   * @param name of the table
   * @param fields its columns beside the key
   * @param replicationFactor of the key space, should that be missing too
   */
  record NewTable(String name, List<String> fields, int replicationFactor) {
    NewTable {
      fields = List.copyOf(fields);
    }
  }

  static final String HOSTS = "hosts";
  static final String PORT = "port";
  static final String CREATE_TABLE = "cassandra.createtable";
  static final String REPLICATION_FACTOR = "cassandra.replicationfactor";
  private static final String KEYSPACE = "cassandra.keyspace";
  private static final String USERNAME = "cassandra.username";
  private static final String PASSWORD = "cassandra.password";
  private static final String READ_LEVEL = "cassandra.readconsistencylevel";
  private static final String WRITE_LEVEL = "cassandra.writeconsistencylevel";
  private static final String CONNECTIONS = "cassandra.coreconnections";
  private static final String MAX_CONNECTIONS = "cassandra.maxconnections";
  private static final String CONNECT_TIMEOUT = "cassandra.connecttimeoutmillis";
  private static final String READ_TIMEOUT = "cassandra.readtimeoutmillis";
  private static final String DATACENTER = "cassandra.localdatacenter";
  static final String TOKEN_AWARE = "cassandra.tokenaware";
  private static final String TRACING = "cassandra.tracing";
  private static final String USE_SSL = "cassandra.useSSL";

  private static final List<String> LEVELS =
      Arrays.stream(DefaultConsistencyLevel.values())
          .filter(level -> !level.isSerial())
          .map(DefaultConsistencyLevel::name)
          .toList();

  static final List<PropertyDoc> DOCUMENTATION =
      List.of(
          new PropertyDoc(
              HOSTS,
              "the test server, which is started",
              "comma list of nodes to begin with, each HOST or HOST:PORT; the driver finds the others"),
          new PropertyDoc(PORT, "9042", "port of the nodes for clients"),
          new PropertyDoc(KEYSPACE, "ycsb", "name of the key space"),
          new PropertyDoc(USERNAME, "none", "user name, for clusters that ask for one"),
          new PropertyDoc(PASSWORD, "", "password of cassandra.username", true),
          new PropertyDoc(
              READ_LEVEL,
              "QUORUM",
              "consistency level of reads and scans: " + String.join(", ", LEVELS)),
          new PropertyDoc(
              WRITE_LEVEL, "QUORUM", "consistency level of inserts, updates and deletes"),
          new PropertyDoc(
              CONNECTIONS, "1", "connections per node (one more goes to one node for control)"),
          new PropertyDoc(
              MAX_CONNECTIONS, "cassandra.coreconnections", "upstream's name; must be the same"),
          new PropertyDoc(
              CONNECT_TIMEOUT, "5000", "longest time for a connection with its handshake, ms"),
          new PropertyDoc(READ_TIMEOUT, "12000", "longest time for an operation, ms"),
          new PropertyDoc(DATACENTER, "that of the hosts", "data centre whose nodes are used"),
          new PropertyDoc(
              TOKEN_AWARE,
              "true; false where the test server has internode.cipher",
              "true: a request goes to a node that has the key; false: round robin to any node,"
                  + " which then asks one that has it (traffic between nodes)"),
          new PropertyDoc(
              CREATE_TABLE,
              "false; true for the test server",
              "whether to create key space and table when they are missing"),
          new PropertyDoc(
              REPLICATION_FACTOR, "1", "of the key space, when cassandra.createtable creates it"),
          new PropertyDoc(TRACING, "false", "whether the nodes trace each request"),
          new PropertyDoc(
              USE_SSL, "as tls.cipher says", "upstream's switch for TLS; needs tls.cipher"));

  CassandraOptions {
    hosts = List.copyOf(hosts);
    Objects.requireNonNull(datacenter);
    Objects.requireNonNull(keyspace);
    Objects.requireNonNull(credentials);
    Objects.requireNonNull(readLevel);
    Objects.requireNonNull(writeLevel);
    Objects.requireNonNull(internode);
    Objects.requireNonNull(table);
  }

  /**
   * Reads the properties.
   *
   * @param pinned whether TLS is pinned
   * @throws UsageException when a value cannot be understood, or cassandra.useSSL contradicts the
   *     pin
   */
  static CassandraOptions parse(Properties properties, boolean pinned) {
    TypedProperties values = new TypedProperties(properties);
    requireTlsByPin(values, pinned);
    int connections = (int) values.whole(CONNECTIONS, 1, 1, 10_000);
    if (values.whole(MAX_CONNECTIONS, connections, 1) != connections) {
      throw TypedProperties.refused(
          MAX_CONNECTIONS,
          values.text(MAX_CONNECTIONS).orElseThrow(),
          "the value of " + CONNECTIONS + " (" + connections + "): the number is fixed for a run",
          null);
    }
    return new CassandraOptions(
        hosts(values),
        values.text(DATACENTER),
        values.text(KEYSPACE).orElse("ycsb"),
        credentials(values),
        level(values, READ_LEVEL),
        level(values, WRITE_LEVEL),
        connections,
        Duration.ofMillis(values.whole(CONNECT_TIMEOUT, 5_000, 1, 3_600_000)),
        Duration.ofMillis(values.whole(READ_TIMEOUT, 12_000, 1, 3_600_000)),
        values.flag(TOKEN_AWARE, true),
        values.flag(TRACING, false),
        InternodeTls.parse(asMap(properties)).map(TlsOptions::pin),
        table(values));
  }

  /** Upstream silently ignores its switch, and uses plain text, unless a user name is given. */
  private static void requireTlsByPin(TypedProperties values, boolean pinned) {
    if (values.text(USE_SSL).isEmpty()) {
      return;
    }
    boolean tls = values.flag(USE_SSL, false);
    if (tls && !pinned) {
      throw new UsageException(
          "cassandra.useSSL=true, but no suite is pinned; set tls.cipher (for example"
              + " -p tls.cipher=TLS_AES_256_GCM_SHA384) and tls.ca, or remove cassandra.useSSL");
    }
    if (!tls && pinned) {
      throw new UsageException(
          "cassandra.useSSL=false, but tls.cipher pins a suite; remove one of the two");
    }
  }

  private static List<InetSocketAddress> hosts(TypedProperties values) {
    int port = (int) values.whole(PORT, 9042, 1, 65_535);
    List<String> given = values.list(HOSTS);
    return (given.isEmpty() ? List.of("localhost") : given)
        .stream().map(host -> host(host, port)).toList();
  }

  /** HOST, HOST:PORT, or an IPv6 address, in brackets when a port follows. */
  private static InetSocketAddress host(String given, int defaultPort) {
    int colon = given.lastIndexOf(':');
    boolean hasPort = colon > 0 && (given.indexOf(':') == colon || given.charAt(colon - 1) == ']');
    String host = hasPort ? given.substring(0, colon) : given;
    int port = defaultPort;
    if (hasPort) {
      try {
        port = Integer.parseInt(given.substring(colon + 1));
      } catch (NumberFormatException e) {
        throw TypedProperties.refused(HOSTS, given, "HOST or HOST:PORT", e);
      }
    }
    if (port < 1 || port > 65_535) {
      throw TypedProperties.refused(HOSTS, given, "HOST or HOST:PORT, the port 1 to 65535", null);
    }
    return InetSocketAddress.createUnresolved(host.replaceAll("^\\[|]$", ""), port);
  }

  private static Optional<Credentials> credentials(TypedProperties values) {
    Optional<String> username = values.text(USERNAME);
    Optional<String> password = values.text(PASSWORD);
    if (username.isPresent() != password.isPresent()) {
      throw new UsageException(
          username.isPresent()
              ? "cassandra.username is given without cassandra.password"
              : "cassandra.password is given without cassandra.username");
    }
    return username.map(name -> new Credentials(name, new Secret(password.orElseThrow())));
  }

  private static ConsistencyLevel level(TypedProperties values, String name) {
    String given = values.text(name).orElse("QUORUM").toUpperCase(Locale.ROOT);
    if (!LEVELS.contains(given)) {
      throw TypedProperties.refused(name, given, "one of " + String.join(", ", LEVELS), null);
    }
    return DefaultConsistencyLevel.valueOf(given);
  }

  private static Optional<NewTable> table(TypedProperties values) {
    if (!values.flag(CREATE_TABLE, false)) {
      return Optional.empty();
    }
    String prefix = values.text("fieldnameprefix").orElse("field");
    return Optional.of(
        new NewTable(
            values.text("table").orElse("usertable"),
            IntStream.range(0, (int) values.whole("fieldcount", 10, 1, 10_000))
                .mapToObj(i -> prefix + i)
                .toList(),
            (int) values.whole(REPLICATION_FACTOR, 1, 1, 1_000)));
  }

  private static Map<String, String> asMap(Properties properties) {
    Map<String, String> map = new HashMap<>();
    properties.stringPropertyNames().forEach(name -> map.put(name, properties.getProperty(name)));
    return map;
  }
}
