package site.ycsb.tls.servers;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.InternodeTls;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.file.TemporaryDirectory;
import site.ycsb.tls.option.AlsoWithTls;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.option.Verification;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.Scope;
import site.ycsb.tls.verify.KeyMaterial;

/**
 * The servers of one command: a test server, or the user's own, whose address is among the
 * properties. A test server has a listener for each variant; those that need other servers have
 * their own, or it is restarted for them.
 */
public final class Servers implements ServerSide, AutoCloseable {
  /**
   * The names of what a load does not get of its run's properties. It measures nothing, and may be
   * too short to show that sessions are resumed or keys renewed.
   */
  public static final Set<String> NOT_FOR_LOADING =
      Stream.of(
              RunProperties.in(Scope.TRANSACTIONS),
              Property.names(NetworkRelay.PROPERTIES, Scope.TRANSACTIONS),
              Set.of(TlsProperties.RENEGOTIATE.name(), TlsProperties.RESUMPTION.name()))
          .flatMap(Set::stream)
          .collect(Collectors.toUnmodifiableSet());

  /** What the server's chain must lead to: a test server's leads to a CA of this program's. */
  private static final List<String> TRUST =
      Property.names(
          List.of(TlsProperties.CA, TlsProperties.TRUSTSTORE, TlsProperties.TRUSTSTORE_PASSWORD));

  private static final Address USERS_OWN = new Address(Map.of(), List.of(), "the user's server");

  private final Optional<TestServers> ours;
  private final Optional<ServerRestart> restart;
  private final boolean clearsTables;
  private final Path directory;
  private Optional<TemporaryDirectory> temporary = Optional.empty();
  private boolean leavesFiles;

  private Servers(
      Optional<TestServers> ours,
      Optional<ServerRestart> restart,
      boolean clearsTables,
      Path directory) {
    this.ours = ours;
    this.restart = restart;
    this.clearsTables = clearsTables;
    this.directory = directory;
  }

  /**
   * Whether a test server would be started for these properties: not when they, or those of a named
   * variant among them, name a server.
   */
  public static boolean areOurs(Binding binding, Map<String, String> properties) {
    return ourServer(binding, withVariants(properties)).isPresent();
  }

  private static Optional<TestServer> ourServer(Binding binding, Map<String, String> all) {
    return binding.namesServer(all) ? Optional.empty() : binding.testServer(all);
  }

  /** Those of all variants, too, as if they were the command's. */
  private static Map<String, String> withVariants(Map<String, String> properties) {
    Map<String, String> all = new TreeMap<>();
    properties.forEach((name, value) -> all.put(ofAnyVariant(name), value));
    all.putAll(AlsoWithTls.of(all));
    return all;
  }

  private static String ofAnyVariant(String name) {
    return name.replaceFirst("^variants\\.[^.]+\\.", "");
  }

  /**
   * Refuses settings of test servers where none is started, and where one is started those of a
   * server of the user's: nothing would heed them, and variants that differ in them would be the
   * same.
   *
   * @param properties all of the command
   * @param given names that were given for this command, or for a variant of it
   * @throws UsageException with the first of the settings
   */
  public static void refuseSettingsWithoutEffect(
      Binding binding, Map<String, String> properties, Collection<String> given) {
    Map<String, String> all = withVariants(properties);
    Optional<TestServer> ours = ourServer(binding, all);
    if (ours.isPresent()) {
      Map<String, String> address = ours.get().clientProperties("localhost", 1, all);
      refuseSettingsOfUsersServer(binding, address, properties, given);
      return;
    }
    given.stream()
        .filter(name -> ofAnyVariant(name).startsWith(TestServer.PREFIX))
        .sorted()
        .findFirst()
        .ifPresent(
            name -> {
              throw new UsageException(
                  name + ": a setting of test servers, and this command starts none; leave it out");
            });
  }

  /**
   * Refuses what the chain of the user's server must lead to where no run verifies a chain: it
   * would not even be read.
   *
   * @param given all properties, which may name a server
   * @param runs the properties of all runs of a command
   * @throws UsageException with the first of the two properties that is given for nothing
   */
  public static void refuseTrustOfNobody(
      Binding binding, Map<String, String> given, Collection<Map<String, String>> runs) {
    if (areOurs(binding, given)) {
      return;
    }
    for (Property<?> property : List.of(TlsProperties.CA, TlsProperties.TRUSTSTORE)) {
      List<TypedProperties> with =
          runs.stream().map(TypedProperties::new).filter(run -> run.has(property)).toList();
      if (!with.isEmpty()
          && with.stream().allMatch(run -> run.get(TlsProperties.VERIFY) == Verification.NONE)) {
        throw new UsageException(
            "%s=%s: with %s=none no chain is verified, so this would not be read; leave one of the two out"
                .formatted(property, with.get(0).text(property).orElse(""), TlsProperties.VERIFY));
      }
    }
  }

  /** A test server has its own user, password and CA, and replaces what is given for them. */
  private static void refuseSettingsOfUsersServer(
      Binding binding,
      Map<String, String> address,
      Map<String, String> properties,
      Collection<String> names) {
    Set<String> secrets =
        binding.properties().stream()
            .filter(Property::secret)
            .map(Property::name)
            .collect(Collectors.toSet());
    for (String name : names.stream().sorted().toList()) {
      String own = ofAnyVariant(name);
      String given = properties.getOrDefault(name, "").strip();
      boolean replaced = address.containsKey(own) && !address.get(own).equalsIgnoreCase(given);
      if (replaced || secrets.contains(own) || TRUST.contains(own)) {
        throw new UsageException(
            "%s: no server is named, so a test server would be started, which has its own%s; leave it out, or name your server"
                .formatted(name, replaced ? " (" + address.get(own) + ")" : ""));
      }
    }
  }

  /**
   * Refuses values of the binding's own properties that a run would refuse, before a server is
   * started for it: what the address of a test server will be is known but for its port.
   *
   * @param given properties of the run
   * @throws UsageException with what is expected
   */
  public static void requireBindingsValues(Binding binding, Map<String, String> given) {
    Map<String, String> ofRun = TypedProperties.merged(given, AlsoWithTls.of(given));
    if (binding.namesServer(ofRun)) {
      binding.requireValues(ofRun);
    } else {
      binding
          .testServer(ofRun)
          .map(server -> server.clientProperties("localhost", 1, ofRun))
          .ifPresent(address -> binding.requireValues(TypedProperties.merged(address, ofRun)));
    }
  }

  /** Of the variant's runs: those that {@code tls.also} names included. */
  static Map<String, String> ofRuns(Map<String, String> properties, Variant variant) {
    Map<String, String> own = TypedProperties.merged(properties, variant.properties());
    own.putAll(AlsoWithTls.of(own));
    return own;
  }

  /** A variant without a server would be measured on another variant's server. */
  private static void requireServers(
      Binding binding, Map<String, String> properties, List<Variant> variants) {
    for (Variant variant : variants) {
      if (!binding.namesServer(ofRuns(properties, variant))) {
        throw new UsageException(
            "the variant "
                + variant.name()
                + " names no server, but another does: name one for all, or for each variant, and"
                + " choose a baseline of these with --baseline NAME");
      }
    }
  }

  /**
   * Refuses a missing file and, before a server is started for it, a disabled pin: now, not when
   * its variant's turn comes.
   */
  private static void requireUsable(List<Variant> variants, boolean ours) {
    for (TlsOptions tls : variants.stream().flatMap(v -> v.tls().stream()).toList()) {
      KeyMaterial.requireUsable(tls);
      if (ours) {
        JvmSuites.require(tls);
      }
    }
  }

  /**
   * Starts the test server if the properties name no server.
   *
   * @param variants all variants, at least one
   * @param directory for the server's files and log
   * @param sideBySide whether the servers of all variants are alive at once, if one server cannot
   *     serve them all; otherwise the server is restarted before each run
   * @param restart starts the user's server again
   * @param err gets one line about the started server
   * @throws IOException when the server does not start
   * @throws UsageException when a test server would be restarted by a command of the user's
   */
  public static Servers of(
      Binding binding,
      Map<String, String> properties,
      List<Variant> variants,
      Path directory,
      boolean sideBySide,
      Optional<ServerRestart> restart,
      PrintWriter err)
      throws IOException, InterruptedException {
    requireInternodeIsHeeded(binding, properties, variants);
    boolean ours = areOurs(binding, properties);
    if (ours && restart.isPresent()) {
      throw new UsageException(
          "--server-restart is for your own server, and none is given: test servers are started"
              + " again without it");
    }
    requireUsable(variants, ours);
    if (!ours && binding.testServer(properties).isPresent()) {
      requireServers(binding, properties, variants);
    }
    return new Servers(
        ours
            ? Optional.of(
                TestServers.start(binding, properties, variants, directory, sideBySide, err))
            : Optional.empty(),
        restart.map(command -> command.of(addresses(binding, properties, variants))),
        !binding.isForeign(),
        directory);
  }

  /** Those of the user's servers that are reached directly and known without connecting. */
  private static List<InetSocketAddress> addresses(
      Binding binding, Map<String, String> properties, List<Variant> variants) {
    return variants.stream()
        .map(variant -> ofRuns(properties, variant))
        .filter(own -> SocketSettings.parse(own).socksProxy().isEmpty())
        .flatMap(own -> binding.tlsServers(own).stream())
        .distinct()
        .toList();
  }

  /**
   * The same, side by side, with a temporary directory. If a server failed, its log is left there,
   * since the message names it.
   */
  public static Servers inTemporaryDirectory(
      Binding binding, Map<String, String> properties, List<Variant> variants, PrintWriter err)
      throws IOException, InterruptedException {
    TemporaryDirectory temporary = TemporaryDirectory.create("server");
    try {
      Servers servers =
          of(binding, properties, variants, temporary.path(), true, Optional.empty(), err);
      servers.temporary = Optional.of(temporary);
      return servers;
    } catch (IOException e) {
      temporary.leave();
      throw e;
    } catch (InterruptedException | RuntimeException e) {
      temporary.close();
      throw e;
    }
  }

  /** Memory of the test servers that these variants need side by side, bytes; 0 for the user's. */
  public static long memoryBytes(
      Binding binding, Map<String, String> properties, List<Variant> variants) {
    return places(binding, properties, variants).map(ServerPlaces::memoryBytes).orElse(0L);
  }

  /** Whether there would be test servers, and one cannot serve all variants. */
  public static boolean areSeveral(
      Binding binding, Map<String, String> properties, List<Variant> variants) {
    return places(binding, properties, variants).filter(all -> !all.areAlike()).isPresent();
  }

  /** Of test servers; empty where the server is the user's. */
  private static Optional<ServerPlaces> places(
      Binding binding, Map<String, String> properties, List<Variant> variants) {
    return areOurs(binding, properties)
        ? binding
            .testServer(properties)
            .map(recipe -> ServerPlaces.of(recipe, properties, variants, Path.of("")))
        : Optional.empty();
  }

  /**
   * Why the test servers of these variants cannot run here: one line. What they need and this
   * machine does not have is fetched first, so that nothing is missing once something is measured.
   * Empty when they can, or where the server is the user's.
   *
   * @throws UsageException when something cannot be had
   */
  public static Optional<String> obstacle(
      Binding binding, Map<String, String> properties, List<Variant> variants)
      throws IOException, InterruptedException {
    Optional<ServerPlaces> places = places(binding, properties, variants);
    return places.isEmpty() ? Optional.empty() : places.get().obstacle();
  }

  /**
   * Refuses TLS between nodes if nothing sets or confirms it. A single run on the user's nodes may
   * state what it expects: the binding asks the nodes.
   */
  private static void requireInternodeIsHeeded(
      Binding binding, Map<String, String> properties, List<Variant> variants) {
    for (Variant variant : variants) {
      if (InternodeTls.parse(variant.properties()).isEmpty()) {
        continue;
      }
      if (binding
          .testServer(properties)
          .map(recipe -> recipe.furtherListeners(variant.properties()).isEmpty())
          .orElse(true)) {
        throw new UsageException(
            "internode.cipher sets the TLS between nodes of a test server; there is no such test"
                + " server for the binding "
                + binding.name());
      }
      if (variants.size() > 1 && !areOurs(binding, properties)) {
        throw new UsageException(
            "internode.cipher: this program sets the TLS between its own test nodes only, not"
                + " between the nodes that you named: leave it out, and measure before and after"
                + " you change their setting");
      }
    }
  }

  /** For the servers' files and logs. */
  public Path directory() {
    return directory;
  }

  /** Something failed, and the message names a log in the directory, which may be temporary. */
  public void leaveFiles() {
    leavesFiles = true;
  }

  @Override
  public Address prepare(Variant variant) throws IOException, InterruptedException {
    try {
      return ours.isPresent() ? ours.get().prepare(variant) : USERS_OWN;
    } catch (IOException e) {
      leaveFiles();
      throw e;
    }
  }

  @Override
  public void renew() throws IOException, InterruptedException {
    if (ours.isPresent()) {
      ours.get().renew();
    } else if (restart.isPresent()) {
      restart.get().run();
    }
  }

  @Override
  public boolean keepsData() {
    return ours.map(TestServers::keepsData).orElse(true);
  }

  /**
   * The properties of a client that loads data for the variant: without TLS, if the running server
   * has such a listener.
   */
  public Map<String, String> loading(Variant variant) throws IOException, InterruptedException {
    return ours.isPresent() ? ours.get().loading(variant) : Map.of();
  }

  @Override
  public boolean clearsTables() {
    return clearsTables;
  }

  @Override
  public String store(Variant variant) {
    return ours.map(servers -> servers.store(variant)).orElse(USERS_OWN.store());
  }

  @Override
  public Duration preparation() {
    return ours.map(TestServers::preparation).orElse(Duration.ZERO);
  }

  @Override
  public ServerView witness(Variant variant) throws InterruptedException {
    ServerView view = ours.isPresent() ? ours.get().witness(variant) : ServerView.SILENT;
    if (!view.health().unready().isEmpty()) {
      leaveFiles();
    }
    return view;
  }

  @Override
  public void close() throws IOException {
    try {
      if (ours.isPresent()) {
        ours.get().close();
      }
    } finally {
      if (temporary.isPresent() && leavesFiles) {
        temporary.get().leave();
      } else if (temporary.isPresent()) {
        temporary.get().close();
      }
    }
  }
}
