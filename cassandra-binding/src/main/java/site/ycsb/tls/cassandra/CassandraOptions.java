package site.ycsb.tls.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import site.ycsb.tls.binding.InternodeTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.property.HostPort;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.Secret;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.Scope;
import site.ycsb.tls.property.run.WorkloadProperties;

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
 * @param createsTable whether this process does it: of a fleet the first agent
 * @param replicationFactor that the key space must have; empty: any, and 1 when it is created
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
    Optional<NewTable> table,
    boolean createsTable,
    Optional<Integer> replicationFactor) {

  /** User name and password. */
  record Credentials(String username, Secret password) {}

  /**
   * A table to create when it is missing, as upstream YCSB's users create it.
   *
   * @param name of the table
   * @param fields its columns beside the key
   */
  record NewTable(String name, List<String> fields) {}

  static final Property<List<String>> HOSTS =
      Property.optional(
          "hosts",
          ValueType.list(),
          "the test server, which is started; localhost with port",
          "comma list of contact points, each HOST or HOST:PORT; the driver finds the other nodes");

  static final Property<Integer> PORT =
      Property.of(
          "port",
          ValueType.integer(1, 65_535),
          "9042",
          "port for clients of those nodes that are given without one in hosts");

  private static final Property<String> KEYSPACE =
      Property.of("cassandra.keyspace", ValueType.text("name"), "ycsb", "name of the key space");

  private static final Property<String> USERNAME =
      Property.optional(
          "cassandra.username",
          ValueType.text(),
          "none",
          "user name, for clusters that ask for one");

  private static final Property<Secret> PASSWORD =
      Property.optional(
          "cassandra.password", ValueType.password(), "", "password of cassandra.username");

  private static final Property<ConsistencyLevel> READ_LEVEL =
      Property.of(
              "cassandra.readconsistencylevel",
              ValueType.oneOf(levels()),
              "QUORUM",
              "consistency level of reads and scans")
          .in(Scope.OF_READS);

  private static final Property<ConsistencyLevel> WRITE_LEVEL =
      Property.of(
              "cassandra.writeconsistencylevel",
              READ_LEVEL.type(),
              "QUORUM",
              "consistency level of inserts, updates and deletes")
          .in(Scope.OF_WRITES);

  private static final Property<Integer> CONNECTIONS =
      Property.of(
          "cassandra.coreconnections",
          ValueType.integer(1, 10_000),
          "1",
          "connections per node (one more goes to one node for control)");

  private static final Property<Integer> MAX_CONNECTIONS =
      Property.optional(
          "cassandra.maxconnections",
          ValueType.integer(1),
          CONNECTIONS.name(),
          "upstream's name; must be the same");

  private static final Property<Long> CONNECT_TIMEOUT =
      Property.of(
          "cassandra.connecttimeoutmillis",
          ValueType.whole(1, 3_600_000),
          "5000",
          "longest time for a connection with its handshake, ms");

  private static final Property<Long> READ_TIMEOUT =
      Property.of(
          "cassandra.readtimeoutmillis",
          ValueType.whole(1, 3_600_000),
          "12000",
          "longest time for an operation, ms");

  private static final Property<String> DATACENTER =
      Property.optional(
          "cassandra.localdatacenter",
          ValueType.text("name"),
          "that of the contact points",
          "local data centre: only its nodes are used");

  static final Property<Boolean> TOKEN_AWARE =
      Property.of(
          "cassandra.tokenaware",
          ValueType.flag(),
          "true",
          "true: a request goes to a node that has the key; false, as for the test server with internode.cipher: round robin to any node, which then asks one that has it (traffic between nodes)");

  static final Property<Boolean> CREATE_TABLE =
      Property.flag(
          "cassandra.createtable",
          "true, as for the test server: create key space and table when they are missing");

  static final Property<Integer> REPLICATION_FACTOR =
      Property.optional(
              "cassandra.replicationfactor",
              ValueType.integer(1, 1_000),
              "that of the key space; 1 when it is created",
              "replication factor of the key space: cassandra.createtable creates it with that, and an existing one must have it")
          .in(Scope.SERVER);

  private static final Property<Boolean> TRACING =
      Property.flag("cassandra.tracing", "whether the nodes trace each request");

  private static final Property<Boolean> USE_SSL =
      Property.optional(
          "cassandra.useSSL",
          ValueType.flag(),
          "as tls.cipher says",
          "upstream's switch for TLS; needs tls.cipher");

  static final List<Property<?>> PROPERTIES = Property.declaredIn(CassandraOptions.class);

  /**
   * Reads the properties.
   *
   * @param pinned whether TLS is pinned
   * @throws UsageException when a value cannot be understood or has no effect, or cassandra.useSSL
   *     contradicts the pin
   */
  static CassandraOptions parse(Map<String, String> properties, boolean pinned) {
    TypedProperties values = new TypedProperties(properties);
    requireTlsByPin(values, pinned);
    int connections = values.get(CONNECTIONS);
    int most = values.get(MAX_CONNECTIONS, connections);
    if (most != connections) {
      throw MAX_CONNECTIONS.refused(
          Integer.toString(most),
          "the value of " + CONNECTIONS + " (" + connections + "): the number is fixed for a run",
          null);
    }
    return new CassandraOptions(
        hosts(values),
        values.given(DATACENTER),
        values.get(KEYSPACE),
        credentials(values),
        values.get(READ_LEVEL),
        values.get(WRITE_LEVEL),
        connections,
        Duration.ofMillis(values.get(CONNECT_TIMEOUT)),
        Duration.ofMillis(values.get(READ_TIMEOUT)),
        values.get(TOKEN_AWARE),
        values.get(TRACING),
        InternodeTls.parse(properties).map(TlsOptions::pin),
        table(values),
        values.get(RunProperties.FLEET_MEMBER, "1/1").startsWith("1/"),
        values.given(REPLICATION_FACTOR));
  }

  /**
   * The port of the nodes that the driver discovers: that of the hosts, as with upstream; empty if
   * these have several.
   */
  OptionalInt port() {
    List<Integer> ports = hosts.stream().map(InetSocketAddress::getPort).distinct().toList();
    return ports.size() == 1 ? OptionalInt.of(ports.get(0)) : OptionalInt.empty();
  }

  /** Upstream silently ignores its switch, and uses plain text, unless a user name is given. */
  private static void requireTlsByPin(TypedProperties values, boolean pinned) {
    boolean tls = values.get(USE_SSL, pinned);
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
    int port = values.get(PORT);
    List<HostPort> hosts =
        values.get(HOSTS, List.of("localhost")).stream().map(CassandraOptions::host).toList();
    if (values.has(PORT) && hosts.stream().allMatch(HostPort::hasPort)) {
      throw new UsageException(
          "%s=%d has no effect: each of the %s has a port of its own; leave it out, or those"
              .formatted(PORT, port, HOSTS));
    }
    return hosts.stream().map(host -> host.unresolved(port)).toList();
  }

  /** HOST, HOST:PORT, or an IPv6 address, in brackets when a port follows. */
  private static HostPort host(String given) {
    try {
      return HostPort.parse(given);
    } catch (IllegalArgumentException e) {
      throw HOSTS.refused(given, "HOST or HOST:PORT, the port 1 to 65535", e);
    }
  }

  private static Optional<Credentials> credentials(TypedProperties values) {
    Optional<String> username = values.given(USERNAME);
    Optional<Secret> password = values.given(PASSWORD);
    if (username.isPresent() != password.isPresent()) {
      throw new UsageException(
          username.isPresent()
              ? "cassandra.username is given without cassandra.password"
              : "cassandra.password is given without cassandra.username");
    }
    return username.map(name -> new Credentials(name, password.orElseThrow()));
  }

  private static Map<String, ConsistencyLevel> levels() {
    Map<String, ConsistencyLevel> levels = new LinkedHashMap<>();
    Arrays.stream(DefaultConsistencyLevel.values())
        .filter(level -> !level.isSerial())
        .forEach(level -> levels.put(level.name(), level));
    return levels;
  }

  private static Optional<NewTable> table(TypedProperties values) {
    if (!values.get(CREATE_TABLE)) {
      return Optional.empty();
    }
    String prefix = values.get(WorkloadProperties.FIELDNAMEPREFIX);
    return Optional.of(
        new NewTable(
            values.get(WorkloadProperties.TABLE),
            IntStream.range(
                    0,
                    values.get(WorkloadProperties.FIELDCOUNT.within(ValueType.integer(1, 10_000))))
                .mapToObj(i -> prefix + i)
                .toList()));
  }
}
