package site.ycsb.tls.session;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import site.ycsb.tls.account.SocketTable;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.engine.AccountedPool;
import site.ycsb.tls.engine.ThirdPartyPool;
import site.ycsb.tls.option.AlsoWithTls;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.servers.NetworkRelay;
import site.ycsb.tls.servers.Servers;
import site.ycsb.tls.servers.Testbed;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.socket.Transport;

/**
 * The objects that load, run and shell use: a binding, a server (the user's, or a test server that
 * ends with this session), and the transport to it. Not thread-safe.
 */
public final class Session implements AutoCloseable {
  private final Binding binding;
  private final Map<String, String> properties;
  private final Properties shared;
  private final Variant variant;
  private final Servers servers;
  private final Optional<NetworkRelay> relay;
  private final Optional<Transport> transport;

  private Session(
      Binding binding,
      Map<String, String> properties,
      Variant variant,
      Servers servers,
      Optional<NetworkRelay> relay,
      Optional<Transport> transport) {
    this.binding = binding;
    this.properties = properties;
    this.shared = TypedProperties.asProperties(properties);
    this.variant = variant;
    this.servers = servers;
    this.relay = relay;
    this.transport = transport;
  }

  /**
   * Prepares everything except the database client itself.
   *
   * @param given the properties of the command line; left alone
   * @throws UsageException when they cannot be understood, the binding's own among them, this JVM
   *     cannot offer the pin, this machine cannot give the sockets their buffers, or not all
   *     sockets can be known
   * @throws IOException when the test server does not start
   */
  public static Session open(Binding binding, Map<String, String> given, PrintWriter err)
      throws IOException, InterruptedException {
    requireAccount();
    Variant variant = new Variant("run", given);
    // Before anything else touches JSSE: the JVM freezes these settings at first use.
    AlsoWithTls.setSystemProperties(given);
    variant.tls().ifPresent(JvmTls::prepare);
    // Now, not when a server has been started for it.
    variant.tls().ifPresent(JvmSuites::requireOffer);
    SocketSettings.parse(given).requireBuffers();
    NetworkRelay.isWanted(given);
    return open(binding, given, variant, err, true);
  }

  /** Whatever binding it is: a run whose bytes nobody sees would be confirmed unseen. */
  private static void requireAccount() {
    SocketTable.problem()
        .ifPresent(
            problem -> {
              throw new UsageException("this JVM's connections cannot be observed: " + problem);
            });
  }

  /**
   * The same if other processes connect to the database. This JVM uses TLS to talk to them, and the
   * pin's settings would change that TLS too. They refuse a pin that they cannot offer.
   */
  public static Session forAgents(Binding binding, Map<String, String> given, PrintWriter err)
      throws IOException, InterruptedException {
    return open(binding, given, new Variant("run", given), err, false);
  }

  private static Session open(
      Binding binding,
      Map<String, String> given,
      Variant variant,
      PrintWriter err,
      boolean connects)
      throws IOException, InterruptedException {
    Servers.requireBindingsValues(binding, given);
    Map<String, String> properties = TypedProperties.merged(given);
    Servers servers = Servers.inTemporaryDirectory(binding, given, List.of(variant), err);
    Optional<NetworkRelay> relay = Optional.empty();
    try {
      var address = servers.prepare(variant);
      properties.putAll(address.properties());
      properties.putAll(AlsoWithTls.of(given));
      if (!address.processIds().isEmpty()) {
        properties.put(
            RunProperties.SERVER_PID.name(),
            address.processIds().stream().map(String::valueOf).collect(Collectors.joining(",")));
      }
      relay = connects ? startRelay(properties, servers) : Optional.empty();
      relay.ifPresent(network -> properties.putAll(network.clientProperties()));
      SocketSettings.parse(properties).routeThroughProxy();
      return new Session(
          binding,
          properties,
          variant,
          servers,
          relay,
          connects ? Optional.of(Transport.of(properties)) : Optional.empty());
    } catch (IOException | InterruptedException | RuntimeException e) {
      relay.ifPresent(NetworkRelay::close);
      servers.close();
      throw e;
    }
  }

  private static Optional<NetworkRelay> startRelay(Map<String, String> properties, Servers servers)
      throws IOException, InterruptedException {
    if (!NetworkRelay.isWanted(properties)) {
      return Optional.empty();
    }
    int seed = properties.getOrDefault(RunProperties.SEED.name(), "").hashCode();
    try {
      return Optional.of(
          NetworkRelay.start(Testbed.ofThisInstallation(), properties, servers.directory(), seed));
    } catch (IOException e) {
      servers.leaveFiles();
      throw e;
    }
  }

  /** Why the network between client and server is gone; empty while it is there. */
  public Optional<String> networkFailure() throws InterruptedException {
    Optional<String> failure = relay.isPresent() ? relay.get().failure() : Optional.empty();
    if (failure.isPresent()) {
      servers.leaveFiles();
    }
    return failure;
  }

  /** The properties of the command line and of the server. */
  public Map<String, String> properties() {
    return properties;
  }

  /**
   * The same as the one object that YCSB's workload and clients share: what the one writes into it,
   * the others find.
   */
  public Properties shared() {
    return shared;
  }

  public Secrets secrets() {
    return Secrets.of(
        binding.properties(),
        new TypedProperties(properties).get(RunProperties.RESULTS_MASKED, List.of()));
  }

  /** The variant that the server was prepared for. */
  public Variant variant() {
    return variant;
  }

  public Servers servers() {
    return servers;
  }

  /** Not available in a session {@link #forAgents}. */
  public Transport transport() {
    return transport.orElseThrow();
  }

  /** Opens the database; the caller closes it before the session. */
  public DatabasePool openPool() throws DatabaseException {
    try {
      return binding.isForeign()
          ? new ThirdPartyPool(binding.name(), shared, transport())
          : AccountedPool.open(binding, properties, transport());
    } catch (LinkageError e) {
      throw DatabaseException.ofLinkage("the binding " + binding.name(), e);
    }
  }

  @Override
  public void close() throws IOException {
    relay.ifPresent(NetworkRelay::close);
    servers.close();
  }
}
