package site.ycsb.tls.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import site.ycsb.tls.binding.InternodeTls;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;

/**
 * Which test server, and which of its listeners, each variant of a command has.
 *
 * @param recipe of the servers
 * @param places by the variants' names
 */
record ServerPlaces(TestServer recipe, Map<String, Place> places) {
  /** The listener without TLS. */
  static final String PLAIN = "plain";

  /**
   * How a variant is served.
   *
   * @param properties of the server
   * @param settings names the server's settings other than TLS
   * @param state names all of its settings that another server would need: variants with the same
   *     state have the same server
   * @param listeners of the server
   * @param listener the variant's own
   */
  record Place(
      Map<String, String> properties,
      String settings,
      String state,
      Map<String, Optional<TlsOptions>> listeners,
      String listener) {}

  /**
   * The places of the variants.
   *
   * @param properties of the command
   * @param directory for the servers' files
   * @throws UsageException when they cannot be served by one command
   */
  static ServerPlaces of(
      TestServer recipe, Map<String, String> properties, List<Variant> variants, Path directory) {
    List<TlsOptions> pinned = variants.stream().flatMap(variant -> variant.tls().stream()).toList();
    Map<String, String> ofAll =
        Testbed.withProvider(recipe, withInternode(properties, variants), pinned);
    requireOneServer(variants);
    Map<String, Place> places = new LinkedHashMap<>();
    Map<String, Map<String, Optional<TlsOptions>>> listeners = new LinkedHashMap<>();
    // Those without TLS come last: with one port for all, they join the first server with TLS.
    for (Variant variant :
        variants.stream().sorted(Comparator.comparing(Variant::pinsTls).reversed()).toList()) {
      Optional<TlsOptions> tls = variant.tls();
      Map<String, String> own = TypedProperties.merged(ofAll, variant.properties());
      Testbed.requireHeeded(recipe, own);
      tls.ifPresent(options -> recipe.requireCanServe(own, options));
      String listener = tls.map(ServerPlaces::name).orElse(PLAIN);
      boolean many = recipe.hasManyListeners();
      String kind = many || recipe.mixesPlainAndTls() ? "" : tls.isPresent() ? " TLS" : " plain";
      String settings = recipe.arguments(own, directory) + kind;
      Map<String, TlsOptions> further = recipe.furtherListeners(variant.properties());
      StringBuilder others = new StringBuilder(settings);
      further.forEach(
          (name, other) -> others.append(' ').append(name).append('=').append(name(other)));
      String state = others + (many ? "" : key(tls, others + " ", listeners.keySet()));
      Map<String, Optional<TlsOptions>> all =
          listeners.computeIfAbsent(state, unused -> new LinkedHashMap<>());
      if (many) {
        // For loading data, too.
        all.put(PLAIN, Optional.empty());
      }
      all.putIfAbsent(listener, tls);
      further.forEach((name, other) -> all.putIfAbsent(name, Optional.of(other)));
      places.put(variant.name(), new Place(own, settings, state, all, listener));
    }
    return new ServerPlaces(recipe, places);
  }

  Place of(Variant variant) {
    return places.get(variant.name());
  }

  /** Fetches what servers lack; why one of them cannot run here, as {@link Servers#obstacle}. */
  Optional<String> obstacle() throws IOException, InterruptedException {
    for (Place place : places.values()) {
      recipe.fetch(place.properties());
      Optional<String> obstacle = recipe.obstacle(place.properties());
      if (obstacle.isPresent()) {
        return obstacle;
      }
    }
    return Optional.empty();
  }

  /** Memory of the servers that all variants need side by side, bytes. */
  long memoryBytes() {
    Map<String, Long> byState = new HashMap<>();
    places
        .values()
        .forEach(place -> byState.put(place.state(), recipe.memoryBytes(place.properties())));
    return byState.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Whether one server serves all. */
  boolean areAlike() {
    return places.values().stream().map(Place::state).distinct().count() <= 1;
  }

  /**
   * If one variant pins the connections between nodes, the nodes of all variants are started for
   * that: with the same number of nodes and the same routing of requests.
   */
  static Map<String, String> withInternode(Map<String, String> properties, List<Variant> variants) {
    Map<String, String> all = TypedProperties.merged(properties);
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

  /**
   * Refuses servers that would be alive side by side with the same data.
   *
   * @throws UsageException when two of them have the same directory of the user's
   */
  void requireSeparateData() {
    Map<String, String> stateOf = new HashMap<>();
    for (Place place : places.values()) {
      Optional<String> given = recipe.dataOfTheUser(place.properties());
      if (given.isPresent()
          && !stateOf.computeIfAbsent(given.get(), first -> place.state()).equals(place.state())) {
        throw new UsageException(
            given.get()
                + ": these variants have servers of their own, side by side, which cannot use the"
                + " same data; leave it out, or compare --whole-runs");
      }
    }
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

  /**
   * What a server with one port needs besides its settings: its key; without TLS, that of the first
   * one that there is with these settings.
   */
  private static String key(Optional<TlsOptions> tls, String settings, Set<String> states) {
    return tls.map(options -> " " + Testbed.serverKey(options.pin()))
        .or(
            () ->
                states.stream()
                    .filter(state -> state.startsWith(settings))
                    .findFirst()
                    .map(state -> state.substring(settings.length() - 1)))
        .orElse("");
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
}
