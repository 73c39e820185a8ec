package site.ycsb.tls.servers;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.file.TemporaryDirectory;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.servers.ServerSide.Address;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.ServerHealth;

/**
 * The test servers of one command: one that serves all variants or, if these need different ones,
 * one for each state, alive side by side, or restarted before each run. Not thread-safe.
 */
final class TestServers implements AutoCloseable {
  private final ServerPlaces places;
  private final Path directory;
  private final PrintWriter err;

  /** The data of servers that keep them in files, by the servers' settings. */
  private final Map<String, TemporaryDirectory> stores = new LinkedHashMap<>();

  private final boolean sideBySide;

  /** The servers by their state, in the order of their first start. */
  private final Map<String, TestbedServer> running = new LinkedHashMap<>();

  /** The servers' numbers, from 0, by their state. */
  private final Map<String, Integer> numbers = new HashMap<>();

  private int starts;

  /** Whether a run was prepared since the start. */
  private boolean used;

  private Duration lastStart = Duration.ZERO;

  /** How often data were lost, or are no longer reliable. */
  private int losses;

  private Duration restarting = Duration.ZERO;

  private TestServers(ServerPlaces places, Path directory, boolean sideBySide, PrintWriter err) {
    this.sideBySide = sideBySide;
    this.places = places;
    this.directory = directory;
    this.err = err;
  }

  /** Starts the server for the first of the variants, or for all, as the recipe says. */
  static TestServers start(
      Binding binding,
      Map<String, String> properties,
      List<Variant> variants,
      Path directory,
      boolean sideBySide,
      PrintWriter err)
      throws IOException, InterruptedException {
    TestServer recipe = binding.testServer(properties).orElseThrow();
    ServerPlaces places = ServerPlaces.of(recipe, properties, variants, directory);
    if (sideBySide) {
      places.requireSeparateData();
    }
    // Before anything is measured, for all of them.
    Optional<String> obstacle = places.obstacle();
    if (obstacle.isPresent()) {
      throw new IOException(obstacle.get());
    }
    variants.stream()
        .flatMap(variant -> recipe.notice(places.of(variant).properties()).stream())
        .distinct()
        .forEach(err::println);
    Testbed.ofThisInstallation()
        .build(recipe, variants.stream().map(v -> places.of(v).properties()).toList());
    TestServers servers = new TestServers(places, directory, sideBySide, err);
    ServerPlaces.Place first = places.of(variants.get(0));
    try {
      servers.serve(first);
      servers.used = false;
      servers.requireGroups(binding, first, variants);
    } catch (IOException | InterruptedException | RuntimeException e) {
      servers.close();
      throw e;
    }
    err.println(
        "No server given: started a test server for this command ("
            + servers.server(first).product()
            + ").");
    err.flush();
    return servers;
  }

  /**
   * Of the variants whose servers have the settings of the one that has started. Some servers have
   * TLS at another port than the first variant's; it has the same groups at all of them.
   */
  private void requireGroups(Binding binding, ServerPlaces.Place started, List<Variant> variants) {
    Optional<String> withTls =
        started.listeners().entrySet().stream()
            .filter(listener -> listener.getValue().isPresent())
            .map(Map.Entry::getKey)
            .findFirst();
    if (places.recipe().tls() != TestServer.Tls.OWN || withTls.isEmpty()) {
      return;
    }
    ServerTlsCheck.requireGroups(
        binding,
        TypedProperties.merged(
            started.properties(), server(started).clientProperties(withTls.get())),
        "the test server (" + server(started).product() + ")",
        variants.stream()
            .filter(variant -> places.of(variant).settings().equals(started.settings()))
            .flatMap(variant -> variant.tls().stream())
            .toList());
  }

  /** Makes the server ready for the variant. */
  Address prepare(Variant variant) throws IOException, InterruptedException {
    ServerPlaces.Place place = places.of(variant);
    serve(place);
    used = true;
    return address(place);
  }

  /** See {@link site.ycsb.tls.servers.ServerSide#renew()}. */
  void renew() {
    stopAll();
    if (!keepsData()) {
      losses++;
    }
  }

  /** See {@link site.ycsb.tls.servers.ServerSide#keepsData()}. */
  boolean keepsData() {
    return places.recipe().keepsData();
  }

  private Address address(ServerPlaces.Place place) {
    TestbedServer server = server(place);
    return new Address(
        server.clientProperties(place.listener()),
        server.processIds(),
        "test server " + losses + " " + store(place));
  }

  /** See {@link site.ycsb.tls.servers.ServerSide#store}. */
  String store(Variant variant) {
    return store(places.of(variant));
  }

  /** Servers that are alive side by side cannot use the same files. */
  private String store(ServerPlaces.Place place) {
    return sideBySide ? place.state() : place.settings();
  }

  private void serve(ServerPlaces.Place place) throws IOException, InterruptedException {
    String trouble = trouble(place);
    boolean alive = running.containsKey(place.state());
    // A server in memory is not made new before each run: its data would be gone.
    boolean goesOn = sideBySide || places.areAlike() || !used || !keepsData();
    if (alive && trouble.isEmpty() && goesOn) {
      return;
    }
    if (!trouble.isEmpty()) {
      loseData(trouble);
      running.remove(place.state()).close();
    }
    if (sideBySide) {
      stop(place.state());
    } else {
      if (!running.isEmpty() && !keepsData()) {
        losses++;
      }
      stopAll();
    }
    TestServer recipe = places.recipe();
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
  private Path files(ServerPlaces.Place place) {
    int number = numbers.computeIfAbsent(place.state(), state -> numbers.size());
    return number == 0 || !sideBySide ? directory : directory.resolve("server-" + (number + 1));
  }

  /** Why the running server cannot serve another run; empty when it can, or none is running. */
  private String trouble(ServerPlaces.Place place) throws InterruptedException {
    return running.containsKey(place.state())
        ? String.join("; ", witness(place).health().unready())
        : "";
  }

  private Path data(ServerPlaces.Place place) throws IOException {
    TemporaryDirectory data = stores.get(store(place));
    if (data == null) {
      data = TemporaryDirectory.create("data");
      stores.put(store(place), data);
    }
    return data.path();
  }

  private TestbedServer server(ServerPlaces.Place place) {
    return Optional.ofNullable(running.get(place.state())).orElseThrow();
  }

  /**
   * See {@link site.ycsb.tls.servers.ServerSide#preparation()}: a start takes as long as the last
   * one.
   */
  Duration preparation() {
    return places.areAlike() || sideBySide ? Duration.ZERO : lastStart;
  }

  /** The properties of a client that loads data for the variant. */
  Map<String, String> loading(Variant variant) throws IOException, InterruptedException {
    ServerPlaces.Place place = places.of(variant);
    if (place.listeners().containsKey(ServerPlaces.PLAIN)) {
      prepare(variant);
      return server(place).clientProperties(ServerPlaces.PLAIN);
    }
    Map<String, String> loading = new HashMap<>(variant.properties());
    loading.keySet().removeIf(name -> !name.startsWith(TlsProperties.PREFIX));
    loading.keySet().removeAll(Servers.NOT_FOR_LOADING);
    loading.putAll(prepare(variant).properties());
    return loading;
  }

  /** See {@link site.ycsb.tls.servers.ServerSide#witness}: of the listener of the variant. */
  ServerView witness(Variant variant) throws InterruptedException {
    return witness(places.of(variant));
  }

  private ServerView witness(ServerPlaces.Place place) throws InterruptedException {
    try {
      TestbedServer server = server(place);
      ServerHealth health = server.health();
      ListenerWitness listener =
          health.unready().isEmpty() ? server.witness().get(place.listener()) : null;
      return new ServerView(
          listener == null
              ? Map.of()
              : connections(listener, place.listeners().get(place.listener())),
          health,
          server.product());
    } catch (IOException e) {
      return new ServerView(Map.of(), new ServerHealth(List.of(e.getMessage()), Map.of()), "");
    }
  }

  /**
   * The connections of a listener as in {@link ServerView}. None is an answer, too, and not
   * silence: the client's connections were then another listener's.
   */
  static Map<String, Long> connections(ListenerWitness listener, Optional<TlsOptions> tls) {
    if (tls.isEmpty()) {
      return Map.of(ServerPlaces.PLAIN, listener.connections());
    }
    TlsPin pin = tls.get().pin();
    Map<String, Long> seen = new HashMap<>(Map.of(pin.protocol() + " " + pin.cipherSuite(), 0L));
    listener
        .handshakes()
        .forEach((n, count) -> seen.merge(n.protocol() + " " + n.cipherSuite(), count, Long::sum));
    return seen;
  }

  private void loseData(String why) {
    err.println("The test server is started again and loaded anew: " + why);
    err.flush();
    losses++;
  }

  private void stop(String state) {
    TestbedServer server = running.remove(state);
    if (server != null && !server.stop() && keepsData()) {
      loseData("it did not shut down properly, so its data are not used again");
    }
  }

  private void stopAll() {
    List.copyOf(running.keySet()).forEach(this::stop);
  }

  @Override
  public void close() throws IOException {
    running.values().forEach(TestbedServer::close);
    running.clear();
    for (TemporaryDirectory data : stores.values()) {
      data.close();
    }
    // Servers that are alive side by side are new in each block, as planned.
    int again = starts - numbers.size();
    if (!sideBySide && again > 0) {
      err.printf(
          "The test server was started again %s (for other TLS or settings, or because it had ended), which took %d s in all.%n",
          again == 1 ? "once" : again + " times", restarting.toSeconds());
      err.flush();
    }
  }
}
