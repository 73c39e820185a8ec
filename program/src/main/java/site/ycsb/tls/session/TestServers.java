package site.ycsb.tls.session;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.binding.TestServer.Restart;
import site.ycsb.tls.compare.launch.ServerSide.Address;
import site.ycsb.tls.compare.launch.ServerView;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.file.TemporaryDirectory;
import site.ycsb.tls.option.InternodeTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.server.ListenerWitness;
import site.ycsb.tls.server.ServerHealth;
import site.ycsb.tls.testbed.Testbed;
import site.ycsb.tls.testbed.TestbedServer;

/**
 * The test servers of one command: one that serves all variants or, if a server can have only one
 * TLS setting, one for each variant, alive side by side, or restarted before each run. Not
 * thread-safe.
 */
final class TestServers implements AutoCloseable {
  private static final String PLAIN = "plain";

  private final TestServer recipe;
  private final Properties properties;
  private final Path directory;
  private final PrintWriter err;
  private final Map<String, Place> places = new HashMap<>();

  /** The data of servers that keep them in files, by the servers' settings. */
  private final Map<String, TemporaryDirectory> stores = new LinkedHashMap<>();

  private final boolean sideBySide;

  /** The servers by their state, in the order of their first start. */
  private final Map<String, TestbedServer> running = new LinkedHashMap<>();

  private final List<String> states = new ArrayList<>();
  private int starts;

  /** Whether a run was prepared since the start. */
  private boolean used;

  private Duration lastStart = Duration.ZERO;

  /** How often data were lost, or are no longer reliable. */
  private int losses;

  private Duration restarting = Duration.ZERO;

  /**
   * How a variant is served.
   *
   * @param properties of the run and of the variant
   * @param settings names the server's settings other than TLS
   * @param setup names all of the server's TLS settings
   * @param listeners of the server
   * @param listener the variant's own
   */
  private record Place(
      Properties properties,
      String settings,
      String setup,
      Map<String, Optional<TlsOptions>> listeners,
      String listener) {
    /** Variants with the same state need no restart. */
    String state() {
      return settings + ' ' + setup;
    }
  }

  private TestServers(
      TestServer recipe,
      Properties properties,
      Path directory,
      boolean sideBySide,
      PrintWriter err) {
    this.sideBySide = sideBySide;
    this.recipe = recipe;
    this.properties = properties;
    this.directory = directory;
    this.err = err;
  }

  /** Starts the server for the first of the variants, or for all, as the recipe says. */
  static TestServers start(
      TestServer recipe,
      Properties properties,
      List<Variant> variants,
      Path directory,
      boolean sideBySide,
      PrintWriter err)
      throws IOException, InterruptedException {
    recipe.notice(properties).ifPresent(err::println);
    TestServers servers =
        new TestServers(
            recipe,
            Testbed.withProvider(withInternode(properties, variants), pinned(variants)),
            directory,
            sideBySide,
            err);
    Place first;
    try {
      servers.place(variants);
      first = servers.places.get(variants.get(0).name());
      servers.serve(first);
      servers.used = false;
    } catch (IOException | InterruptedException | RuntimeException e) {
      servers.close();
      throw e;
    }
    err.println(
        "No server given: started a test server for this command ("
            + servers.server(first).description().get("testServer")
            + ").");
    err.flush();
    return servers;
  }

  /** Memory of the servers that all variants need side by side, bytes. */
  static long memoryBytes(TestServer recipe, Properties properties, List<Variant> variants) {
    TestServers servers =
        new TestServers(
            recipe,
            withInternode(properties, variants),
            Path.of(""),
            true,
            new PrintWriter(Writer.nullWriter()));
    servers.place(variants);
    Map<String, Long> byState = new HashMap<>();
    servers
        .places
        .values()
        .forEach(place -> byState.put(place.state(), recipe.memoryBytes(place.properties())));
    return byState.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * If one variant pins the connections between nodes, the nodes of all variants are started for
   * that: with the same number of nodes and the same routing of requests.
   */
  static Properties withInternode(Properties properties, List<Variant> variants) {
    Properties all = new Properties();
    all.putAll(properties);
    for (Variant variant : variants) {
      variant
          .properties()
          .forEach(
              (name, value) -> {
                if (name.startsWith(InternodeTls.PREFIX)) {
                  all.putIfAbsent(name, value);
                }
              });
    }
    return all;
  }

  private static List<TlsOptions> pinned(List<Variant> variants) {
    return variants.stream().flatMap(variant -> variant.tls().stream()).toList();
  }

  /** Refuses settings that would apply to one variant only. */
  private static void requireOneServer(List<Variant> variants) {
    for (Variant variant : variants.size() > 1 ? variants : List.<Variant>of()) {
      for (String name : Property.names(Testbed.PROPERTIES)) {
        if (variant.properties().containsKey(name)) {
          throw new UsageException(
              "variant %s: %s holds for all variants of a command; give it with -p %s=%s"
                  .formatted(variant.name(), name, name, variant.properties().get(name)));
        }
      }
    }
  }

  private void place(List<Variant> variants) {
    requireOneServer(variants);
    Map<String, Optional<TlsOptions>> shared = new LinkedHashMap<>();
    shared.put(PLAIN, Optional.empty());
    for (Variant variant : variants) {
      Optional<TlsOptions> tls = variant.tls();
      tls.ifPresent(options -> recipe.requireCanServe(properties, options));
      String listener = tls.map(TestServers::name).orElse(PLAIN);
      if (recipe.restart() == Restart.NEVER) {
        shared.putIfAbsent(listener, tls);
        places.put(variant.name(), new Place(properties, "", "all", shared, listener));
      } else {
        places.put(variant.name(), alone(listener, tls, variant));
      }
    }
  }

  private Place alone(String listener, Optional<TlsOptions> tls, Variant variant) {
    Map<String, Optional<TlsOptions>> listeners = new LinkedHashMap<>();
    listeners.put(listener, tls);
    StringBuilder setup = new StringBuilder(listener);
    recipe
        .furtherListeners(variant.properties())
        .forEach(
            (name, further) -> {
              listeners.put(name, Optional.of(further));
              setup.append(' ').append(name).append('=').append(name(further));
            });
    Properties own = new Properties();
    own.putAll(properties);
    own.putAll(variant.properties());
    String settings = recipe.arguments(own, directory).toString();
    return new Place(own, settings, setup.toString(), listeners, listener);
  }

  /** Variants that differ only on the client's side share a listener. */
  private static String name(TlsOptions tls) {
    return (tls.pin().protocol()
            + "-"
            + tls.pin().cipherSuite()
            + tls.pin().serverKey().map(key -> "-" + key).orElse("")
            + (tls.resumption().isOff() ? "" : "-resumption"))
        .replace(' ', '-');
  }

  /** Makes the server ready for the variant. */
  Address prepare(Variant variant) throws IOException, InterruptedException {
    Place place = places.get(variant.name());
    serve(place);
    used = true;
    return address(place);
  }

  private Address address(Place place) {
    TestbedServer server = server(place);
    return new Address(
        server.clientProperties(place.listener()),
        server.processIds(),
        "test server " + losses + " " + store(place));
  }

  /** Servers that are alive side by side cannot use the same files. */
  private String store(Place place) {
    return sideBySide ? place.state() : place.settings();
  }

  private void serve(Place place) throws IOException, InterruptedException {
    String trouble = trouble(place);
    boolean alive = running.containsKey(place.state());
    if (alive && trouble.isEmpty() && (sideBySide || isAlike() || !used)) {
      return;
    }
    if (!trouble.isEmpty()) {
      err.println("The test server is started again and loaded anew: " + trouble);
      err.flush();
    }
    if (!trouble.isEmpty() || (recipe.restart() == Restart.LOSES_DATA && !sideBySide)) {
      losses++;
    }
    if (sideBySide) {
      stop(place.state());
    } else {
      stopAll();
    }
    long start = System.nanoTime();
    running.put(
        place.state(),
        Testbed.ofThisInstallation()
            .start(recipe, place.properties(), place.listeners(), files(place), data(place)));
    starts++;
    lastStart = Duration.ofNanos(System.nanoTime() - start);
    if (starts > 1) {
      restarting = restarting.plus(lastStart);
    }
  }

  /** The directory for the server's own files; each server has its own. */
  private Path files(Place place) {
    if (!states.contains(place.state())) {
      states.add(place.state());
    }
    int number = states.indexOf(place.state());
    return number == 0 || !sideBySide ? directory : directory.resolve("server-" + (number + 1));
  }

  /** Why the running server cannot serve another run; empty when it can, or none is running. */
  private String trouble(Place place) throws InterruptedException {
    return running.containsKey(place.state())
        ? String.join("; ", witness(place).health().unready())
        : "";
  }

  private Path data(Place place) throws IOException {
    TemporaryDirectory data = stores.get(store(place));
    if (data == null) {
      data = TemporaryDirectory.create("data");
      stores.put(store(place), data);
    }
    return data.path();
  }

  private void removeData() throws IOException {
    for (TemporaryDirectory data : stores.values()) {
      data.close();
    }
  }

  private TestbedServer server(Place place) {
    return Optional.ofNullable(running.get(place.state())).orElseThrow();
  }

  /** Whether one server serves all. */
  private boolean isAlike() {
    return places.values().stream().map(Place::state).distinct().count() <= 1;
  }

  /**
   * See {@link site.ycsb.tls.compare.launch.ServerSide#preparation()}: a start takes as long as the
   * last one.
   */
  Duration preparation() {
    return isAlike() || sideBySide ? Duration.ZERO : lastStart;
  }

  /** The properties of a client that loads data for the variant. */
  Map<String, String> loading(Variant variant) throws IOException, InterruptedException {
    if (recipe.restart() == Restart.NEVER) {
      return server(places.get(variant.name())).clientProperties(PLAIN);
    }
    Map<String, String> loading = new HashMap<>(variant.properties());
    loading.keySet().removeIf(name -> !name.startsWith(TlsProperties.PREFIX));
    loading.remove(TlsProperties.RENEGOTIATE.name());
    loading.putAll(prepare(variant).properties());
    return loading;
  }

  /**
   * See {@link site.ycsb.tls.compare.launch.ServerSide#witness}: of the listener of the variant.
   */
  ServerView witness(Variant variant) throws InterruptedException {
    return witness(places.get(variant.name()));
  }

  private ServerView witness(Place place) throws InterruptedException {
    try {
      ServerHealth health = server(place).health();
      Map<String, Long> seen = new HashMap<>();
      if (health.unready().isEmpty()) {
        ListenerWitness listener = server(place).witness().get(place.listener());
        if (listener != null && place.listener().equals(PLAIN)) {
          seen.put(PLAIN, listener.connections());
        } else if (listener != null) {
          listener
              .handshakes()
              .forEach(
                  (n, count) -> seen.merge(n.protocol() + " " + n.cipherSuite(), count, Long::sum));
        }
      }
      return new ServerView(seen, health);
    } catch (IOException e) {
      return new ServerView(Map.of(), new ServerHealth(List.of(e.getMessage()), Map.of()));
    }
  }

  private void stop(String state) {
    TestbedServer server = running.remove(state);
    if (server != null) {
      server.close();
    }
  }

  private void stopAll() {
    List.copyOf(running.keySet()).forEach(this::stop);
  }

  @Override
  public void close() throws IOException {
    stopAll();
    removeData();
    if (starts > states.size()) {
      err.printf(
          "The test server was started again %d times (for other TLS or settings, or because it had ended), which took %d s in all.%n",
          starts - states.size(), restarting.toSeconds());
      err.flush();
    }
  }
}
