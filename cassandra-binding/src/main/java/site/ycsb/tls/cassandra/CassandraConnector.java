package site.ycsb.tls.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.internal.core.loadbalancing.DcInferringLoadBalancingPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import site.ycsb.tls.cassandra.driver.EventLoops;
import site.ycsb.tls.cassandra.driver.FixedSettings;
import site.ycsb.tls.cassandra.driver.TransportSession;
import site.ycsb.tls.socket.Transport;
import site.ycsb.tls.socket.count.TransportListener;

/** Makes the driver's sessions, whose connections all come from the transport. Thread-safe. */
record CassandraConnector(
    CassandraOptions options,
    Transport transport,
    EventLoops loops,
    AtomicReference<String> failure)
    implements AutoCloseable {
  /** Connections that are idle for less than this send no heartbeats. */
  private static final Duration HEARTBEAT = Duration.ofHours(1);

  CassandraConnector(CassandraOptions options, Transport transport) {
    this(options, transport, new EventLoops(), new AtomicReference<>());
  }

  /**
   * A session for all threads of a run, with all connections that it will have.
   *
   * @param id its name for the nodes
   * @throws com.datastax.oss.driver.api.core.DriverException when it cannot be opened
   */
  CqlSession session(UUID id) {
    return builder(transport.withListener(new FirstFailure()))
        .withClientId(id)
        .withConfigLoader(
            settings()
                .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, options.connections())
                .withStringList(
                    DefaultDriverOption.METADATA_SCHEMA_REFRESHED_KEYSPACES,
                    List.of(Statements.identifier(options.keyspace()).asInternal()))
                .withBoolean(DefaultDriverOption.METADATA_TOKEN_MAP_ENABLED, options.tokenAware())
                .build())
        .build();
  }

  /** Why the first connection of {@link #session} that failed did; empty when none did. */
  Optional<String> connectionFailure() {
    return Optional.ofNullable(failure.get());
  }

  private final class FirstFailure implements TransportListener {
    @Override
    public void failed(Throwable cause) {
      failure.compareAndSet(null, cause.getMessage());
    }
  }

  /**
   * The settings of {@link #lean} sessions, read once: parsing them costs more than a handshake.
   *
   * @param version of the nodes' protocol, as an earlier session found
   */
  DriverConfigLoader leanSettings(ProtocolVersion version) {
    return new FixedSettings(
        settings()
            .withString(DefaultDriverOption.PROTOCOL_VERSION, version.name())
            .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, 1)
            .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false)
            .withBoolean(DefaultDriverOption.METADATA_TOKEN_MAP_ENABLED, false)
            .withBoolean(DefaultDriverOption.REPREPARE_ENABLED, false)
            .build()
            .getInitialConfig());
  }

  /**
   * A session for one cycle, with as little work as the driver allows: it only opens its
   * connections.
   *
   * @param listener receives the events of its connections
   */
  CqlSession lean(DriverConfigLoader leanSettings, TransportListener listener) {
    return builder(transport.withListener(listener)).withConfigLoader(leanSettings).build();
  }

  private TransportSession builder(Transport connections) {
    TransportSession session = new TransportSession(connections, loops, options.port());
    session.addContactPoints(options.hosts());
    options.datacenter().ifPresent(session::withLocalDatacenter);
    options
        .credentials()
        .ifPresent(c -> session.withAuthCredentials(c.username(), c.password().value()));
    return session;
  }

  private ProgrammaticDriverConfigLoaderBuilder settings() {
    ProgrammaticDriverConfigLoaderBuilder settings =
        DriverConfigLoader.programmaticBuilder()
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, options.requestTimeout())
            .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, options.connectTimeout())
            .withDuration(
                DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, options.connectTimeout())
            .withDuration(DefaultDriverOption.HEARTBEAT_INTERVAL, HEARTBEAT)
            .withInt(DefaultDriverOption.SESSION_LEAK_THRESHOLD, 0);
    if (options.datacenter().isEmpty()) {
      settings.withClass(
          DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, DcInferringLoadBalancingPolicy.class);
    }
    return settings;
  }

  @Override
  public void close() {
    loops.close();
  }
}
