package site.ycsb.tls.redis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.binding.program.DebianPackage;
import site.ycsb.tls.binding.program.InstalledPrograms;
import site.ycsb.tls.binding.program.ProgramOptions;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.ValueType;

/** How to start the server in {@code testbed/redis-server}, and how to reach it. */
record RedisTestServer(InstalledPrograms installed) implements TestServer {
  private static final String SUFFIX = "-server";

  /** The products, in the order in which they are looked for. */
  private static final List<String> PRODUCTS = List.of("redis", "valkey");

  private static final Property<String> SERVER =
      Property.optional(
          "testbed.server",
          ValueType.oneOf(PRODUCTS.toArray(String[]::new)),
          "the first that is installed",
          "test server: redis: the redis-server on PATH, or where packages put servers; valkey: the valkey-server");

  private static final Property<List<String>> OPTIONS =
      ProgramOptions.property(
          "--NAME=VALUE ...",
          "--[a-z-]+=.*",
          "settings of redis.conf in the form --NAME=VALUE, such as --io-threads=3",
          "test server: further settings of redis.conf, with spaces between them");

  static final List<Property<?>> PROPERTIES = List.of(SERVER, DebianPackage.VERSION, OPTIONS);

  /** Enough for 100,000 records of 1 KB, and the launcher. */
  private static final long MEMORY = 768L << 20;

  @Override
  public String mainClass() {
    return "site.ycsb.tls.testbed.redis.RedisServer";
  }

  @Override
  public List<String> arguments(Map<String, String> properties, Path data) {
    TypedProperties values = new TypedProperties(properties);
    List<String> arguments = new ArrayList<>(List.of("data=" + data));
    program(values).ifPresent(program -> arguments.add("program=" + program));
    arguments.addAll(values.given(OPTIONS).orElse(List.of()));
    return arguments;
  }

  private Optional<Path> program(TypedProperties values) {
    return fetched(values)
        .map(one -> one.program(inPackage(one)))
        .or(
            () ->
                products(values).stream()
                    .flatMap(product -> installed.find(product + SUFFIX).stream())
                    .findFirst());
  }

  /** The package of the wanted version; empty for the one that is installed. */
  private static Optional<DebianPackage> fetched(TypedProperties values) {
    return values
        .given(DebianPackage.VERSION)
        .map(
            version ->
                DebianPackage.of(products(values).get(0) + SUFFIX, version, DebianPackage.cache()));
  }

  private static String inPackage(DebianPackage one) {
    return "usr/bin/" + one.name();
  }

  @Override
  public void fetch(Map<String, String> properties) throws IOException, InterruptedException {
    Optional<DebianPackage> one = fetched(new TypedProperties(properties));
    if (one.isPresent()) {
      one.get().fetch(List.of(inPackage(one.get())));
    }
  }

  private static List<String> products(TypedProperties values) {
    return values.given(SERVER).map(List::of).orElse(PRODUCTS);
  }

  @Override
  public Optional<String> obstacle(Map<String, String> properties) {
    TypedProperties values = new TypedProperties(properties);
    if (program(values).isPresent()) {
      return Optional.empty();
    }
    List<String> programs = products(values).stream().map(product -> product + SUFFIX).toList();
    return Optional.of(
        "%s is %s; install one (Debian, Ubuntu: apt-get install %s), or name your own server with redis.host"
            .formatted(
                String.join(" or ", programs),
                InstalledPrograms.nowhere(),
                String.join(", or ", programs)));
  }

  @Override
  public boolean isJava() {
    return false;
  }

  @Override
  public long memoryBytes(Map<String, String> properties) {
    return MEMORY;
  }

  @Override
  public Map<String, String> clientProperties(
      String host, int port, Map<String, String> properties) {
    return Map.of(RedisOptions.HOST.name(), host, RedisOptions.PORT.name(), Integer.toString(port));
  }
}
