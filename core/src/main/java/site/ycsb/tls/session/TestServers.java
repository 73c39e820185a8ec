package site.ycsb.tls.session;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import site.ycsb.tls.binding.PropertyDoc;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.binding.TestServer.Restart;
import site.ycsb.tls.compare.ServerSide.Address;
import site.ycsb.tls.compare.Witness;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.file.TemporaryDirectory;
import site.ycsb.tls.option.InternodeTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.TlsProperty;
import site.ycsb.tls.option.UsageException;
import site.ycsb.tls.server.ListenerWitness;
import site.ycsb.tls.server.ServerHealth;
import site.ycsb.tls.testbed.Testbed;
import site.ycsb.tls.testbed.TestbedServer;

/**
 * The test server of one command, started again where a variant needs other TLS or settings. Not
 * thread-safe.
 */
final class TestServers implements AutoCloseable {
  private static final String PLAIN = "plain";

  private final TestServer recipe;
  private final Properties properties;
  private final Path directory;
  private final PrintWriter err;
  private final Map<String, Place> places = new HashMap<>();

  /** The data of servers that keep them in files, by the settings that they are made with. */
  private final Map<String, TemporaryDirectory> stores = new LinkedHashMap<>();

  private Optional<TestbedServer> running = Optional.empty();
  private String state = "";
  private int starts;
  private Duration lastStart = Duration.ZERO;

  /** How often data were lost: those loaded before are gone, or not to be relied on. */
  private int losses;

  private Duration restarting = Duration.ZERO;

  /**
   * Where a variant is served.
   *
   * @param properties of the run and of the variant
   * @param settings names what the properties say of the server beside TLS
   * @param setup names all that the server's TLS is then
   * @param listeners what the server has then
   * @param listener the variant's own
   */
  private record Place(
      Properties properties,
      String settings,
      String setup,
      Map<String, Optional<TlsOptions>> listeners,
      String listener) {
    /** Places with the same one need no restart. */
    String state() {
      return settings + ' ' + setup;
    }
  }

  private TestServers(TestServer recipe, Properties properties, Path directory, PrintWriter err) {
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
      PrintWriter err)
      throws IOException, InterruptedException {
    recipe.notice(properties).ifPresent(err::println);
    TestServers servers =
        new TestServers(
            recipe,
            Testbed.withProvider(withInternode(properties, variants), pinned(variants)),
            directory,
            err);
    try {
      servers.place(variants);
      servers.serve(servers.places.get(variants.get(0).name()));
    } catch (IOException | InterruptedException | RuntimeException e) {
      servers.close();
      throw e;
    }
    err.println(
        "No server given: started a test server for this command ("
            + servers.server().description().get("testServer")
            + ").");
    err.flush();
    return servers;
  }

  /**
   * What one variant asks of the connections between nodes, the nodes of all are started for: as
   * many of them, asked in the same way, as when it is asked for all variants at once.
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
    return variants.stream()
        .flatMap(variant -> TlsOptions.parse(variant.properties()).stream())
        .toList();
  }

  /** What would be passed over for all variants but one. */
  private static void requireOneServer(List<Variant> variants) {
    for (Variant variant : variants.size() > 1 ? variants : List.<Variant>of()) {
      for (PropertyDoc property : Testbed.DOCUMENTATION) {
        String name = property.name();
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
      Optional<TlsOptions> tls = TlsOptions.parse(variant.properties());
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

  /** Variants that differ on the client's side only share a listener. */
  private static String name(TlsOptions tls) {
    return (tls.pin().protocol()
            + "-"
            + tls.pin().cipherSuite()
            + tls.pin().serverKey().map(key -> "-" + key).orElse("")
            + (tls.resumption() ? "-resumption" : ""))
        .replace(' ', '-');
  }

  /** Makes the server ready for the variant. */
  Address prepare(Variant variant) throws IOException, InterruptedException {
    Place place = places.get(variant.name());
    serve(place);
    return address(place);
  }

  private Address address(Place place) {
    return new Address(
        server().clientProperties(place.listener()),
        server().processIds(),
        "test server " + losses + " " + place.settings());
  }

  private void serve(Place place) throws IOException, InterruptedException {
    String trouble = trouble();
    if (trouble.isEmpty() && place.state().equals(state)) {
      return;
    }
    if (!trouble.isEmpty()) {
      err.println("The test server is started again and loaded anew: " + trouble);
      err.flush();
    }
    if (!trouble.isEmpty() || recipe.restart() == Restart.LOSES_DATA) {
      losses++;
    }
    long start = System.nanoTime();
    stop();
    running =
        Optional.of(
            Testbed.ofThisInstallation()
                .start(recipe, place.properties(), place.listeners(), directory, data(place)));
    state = place.state();
    starts++;
    lastStart = Duration.ofNanos(System.nanoTime() - start);
    if (starts > 1) {
      restarting = restarting.plus(lastStart);
    }
  }

  /** Why the server that runs cannot serve another run; empty when it can, or none runs. */
  private String trouble() throws InterruptedException {
    return running.isEmpty() ? "" : String.join("; ", witness().health().unready());
  }

  private Path data(Place place) throws IOException {
    TemporaryDirectory data = stores.get(place.settings());
    if (data == null) {
      data = TemporaryDirectory.create("data");
      stores.put(place.settings(), data);
    }
    return data.path();
  }

  private void removeData() throws IOException {
    for (TemporaryDirectory data : stores.values()) {
      data.close();
    }
  }

  private TestbedServer server() {
    return running.orElseThrow();
  }

  /**
   * See {@link site.ycsb.tls.compare.ServerSide#preparation()}: a start takes what the last took.
   */
  Duration preparation() {
    boolean alike = places.values().stream().map(Place::state).distinct().count() <= 1;
    return alike ? Duration.ZERO : lastStart;
  }

  /** What a client needs to load data for the variant. */
  Map<String, String> loading(Variant variant) throws IOException, InterruptedException {
    if (recipe.restart() == Restart.NEVER) {
      return server().clientProperties(PLAIN);
    }
    Map<String, String> loading = new HashMap<>(variant.properties());
    loading.keySet().removeIf(name -> !name.startsWith(TlsProperty.PREFIX));
    loading.remove(TlsProperty.RENEGOTIATE.key());
    loading.putAll(prepare(variant).properties());
    return loading;
  }

  /** See {@link site.ycsb.tls.compare.ServerSide#witness()}: of the listeners that clients use. */
  Witness witness() throws InterruptedException {
    Map<String, Long> all = new HashMap<>();
    try {
      ServerHealth health = server().health();
      if (health.unready().isEmpty()) {
        server().witness().forEach((listener, seen) -> add(all, listener, seen));
      }
      return new Witness(all, health);
    } catch (IOException e) {
      return new Witness(Map.of(), new ServerHealth(List.of(e.getMessage()), Map.of()));
    }
  }

  private void add(Map<String, Long> all, String listener, ListenerWitness seen) {
    if (listener.equals(PLAIN)) {
      all.merge(PLAIN, seen.connections(), Long::sum);
    } else if (places.values().stream().anyMatch(p -> p.listener().equals(listener))) {
      seen.handshakes()
          .forEach((n, count) -> all.merge(n.protocol() + " " + n.cipherSuite(), count, Long::sum));
    }
  }

  private void stop() {
    running.ifPresent(TestbedServer::close);
    running = Optional.empty();
    state = "";
  }

  @Override
  public void close() throws IOException {
    stop();
    removeData();
    if (starts > 1) {
      err.printf(
          "The test server was started again %d times (for other TLS or settings, or because it had ended), which took %d s in all.%n",
          starts - 1, restarting.toSeconds());
      err.flush();
    }
  }
}
