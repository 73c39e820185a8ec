package site.ycsb.tls.servers;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.certificate.CertificateStore;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.probe.SuiteAvailability;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.property.run.JavaInstallation;
import site.ycsb.tls.server.ServerTls;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ServerProcess;
import site.ycsb.tls.testserver.ServerSpec;

/**
 * Starts the test servers of {@code HOME/testbed/}, each as a separate process.
 *
 * <pre>{@code
 * Testbed testbed = Testbed.ofThisInstallation();
 * testbed.build(binding.testServer(properties).get(), List.of(properties));
 * try (TestbedServer server = testbed.start(
 *     binding.testServer(properties).get(), properties,
 *     Map.of("plain", Optional.empty(), "tls", TlsOptions.parse(tlsProperties)),
 *     directory, directory.resolve("data"))) {
 *   server.clientProperties("tls"); // mongodb.url=…, tls.ca=…
 * }
 * }</pre>
 *
 * @param home the project's directory
 * @param certificates the store of the servers' certificates
 */
public record Testbed(Path home, CertificateStore certificates) {
  /** Environment variable: further arguments for the JVMs of test servers, with spaces between. */
  static final String FURTHER_ARGUMENTS = "TESTBED_JAVA_OPTS";

  private static final String SUN_JSSE = "SunJSSE";
  private static final String BCJSSE = "BCJSSE";

  private static final Property<String> PROVIDER =
      Property.optional(
          "testbed.provider",
          ValueType.oneOf(SUN_JSSE, BCJSSE),
          "SunJSSE; BCJSSE when a group, suite or key is pinned that the JDK does not have",
          "JSSE provider of the MongoDB and DynamoDB test servers; the same for all variants of a"
              + " command");

  private static final Property<String> DH_SIZE =
      Property.optional(
          "testbed.dhsize",
          ValueType.oneOf("1024", "2048", "3072", "4096", "6144", "8192"),
          "the JVM's choice",
          "bits of the prime in DHE suites, for the MongoDB and DynamoDB test servers and both"
              + " ports of Cassandra's nodes; not with BCJSSE");

  private static final String CURVES = "x25519,x448,secp256r1,secp384r1,secp521r1";

  /** Properties of a server as a whole; a binding may have more. */
  public static final List<Property<?>> PROPERTIES = List.of(TestServer.HEAP, PROVIDER, DH_SIZE);

  private static final ServerKey RSA_2048 = ServerKey.parse("RSA-2048");
  private static final ServerKey EC_256 = ServerKey.parse("EC-256");

  /**
   * The test bed of this installation: system property {@code ycsb.home}, the user's own
   * certificates.
   */
  public static Testbed ofThisInstallation() {
    String home = System.getProperty("ycsb.home");
    if (home == null) {
      throw new IllegalStateException(
          "the system property ycsb.home is not set; bin/ycsb sets it to its own directory");
    }
    return new Testbed(
        Path.of(home), CertificateStore.in(CertificateStore.userDirectory(System.getenv())));
  }

  /**
   * The properties, with the provider of the server's TLS if a pin needs it: a post-quantum group
   * or key, or a suite, that the JDK of the server does not have. The provider is then the same for
   * all variants; otherwise the servers would differ in more than the pin.
   *
   * @param pinned all pins that the server or its restarts will serve
   */
  static Map<String, String> withProvider(
      TestServer recipe, Map<String, String> properties, List<TlsOptions> pinned) {
    Map<String, String> all = TypedProperties.merged(properties);
    List<NamedGroup> hybrids =
        pinned.stream()
            .flatMap(tls -> tls.pin().group().stream())
            .filter(NamedGroup::isHybrid)
            .toList();
    boolean groups = hybrids.isEmpty() || groupsOfJdk(recipe).containsAll(hybrids);
    if (recipe.tls() != TestServer.Tls.OWN && !(groups && areOfJdk(pinned))) {
      all.putIfAbsent(PROVIDER.name(), BCJSSE);
    }
    return all;
  }

  /**
   * Refuses settings of a JVM where that only starts the server, which would not heed them.
   *
   * @throws UsageException with the first of them
   */
  static void requireHeeded(TestServer recipe, Map<String, String> properties) {
    TypedProperties values = new TypedProperties(properties);
    for (Property<?> ofJvm : List.of(TestServer.HEAP, PROVIDER)) {
      if (!recipe.isJava() && values.has(ofJvm)) {
        throw new UsageException(
            "%s: the test server %s is no Java program and would ignore it; leave it out"
                .formatted(ofJvm, recipe.module()));
      }
    }
  }

  /** ARIA, Camellia, SM4 and CCM are in no JDK; ML-DSA in TLS from 28 on. */
  private static boolean areOfJdk(List<TlsOptions> pinned) {
    JvmSuites jdk = JvmSuites.ofProvider(SUN_JSSE);
    return pinned.stream().map(TlsOptions::pin).allMatch(pin -> isOfJdk(pin, jdk));
  }

  private static boolean isOfJdk(TlsPin pin, JvmSuites jdk) {
    boolean mlDsa =
        pin.serverKey().filter(key -> key.algorithm() == ServerKey.Algorithm.ML_DSA).isPresent();
    return jdk.of(pin.protocol(), pin.cipherSuite()).status()
            != SuiteAvailability.Status.UNAVAILABLE
        && (!mlDsa || jdk.verifies(pin));
  }

  /** Those of the JDK's own TLS; none where the server's Java is not this program's. */
  private static List<NamedGroup> groupsOfJdk(TestServer recipe) {
    return recipe.javaHome().equals(JavaInstallation.running().home())
        ? JvmSuites.ofProvider(SUN_JSSE).groups()
        : List.of();
  }

  /**
   * Starts a server that is built and waits until it is ready for clients.
   *
   * @param recipe what to start
   * @param properties {@code testbed.*} are used
   * @param listeners to open, by names of the caller's choice; empty = plain
   * @param directory for {@code server.properties} and {@code server.log}; made when missing
   * @param data directory of a server that keeps its data in files
   * @throws site.ycsb.tls.property.UsageException when {@code testbed.heap} is no size, or {@code
   *     testbed.provider} or {@code testbed.dhsize} is none that this server can have
   * @throws IOException when it is not built, cannot run here or does not start; the message is one
   *     line, with the server's own words where it has any
   */
  public TestbedServer start(
      TestServer recipe,
      Map<String, String> properties,
      Map<String, Optional<TlsOptions>> listeners,
      Path directory,
      Path data)
      throws IOException, InterruptedException {
    recipe.fetch(properties);
    Optional<String> obstacle = recipe.obstacle(properties);
    if (obstacle.isPresent()) {
      throw new IOException(obstacle.get());
    }
    Optional<String> provider = provider(recipe, properties);
    Files.createDirectories(directory);
    Path specFile = directory.resolve("server.properties");
    spec(listeners, provider).write(specFile);
    List<String> command = new ArrayList<>();
    command.add(recipe.javaHome().resolve("bin").resolve("java").toString());
    command.addAll(jvmArguments(recipe, properties));
    command.addAll(diffieHellman(recipe, properties, provider));
    String classPath = built(recipe.module()) + "/*";
    if (provider.isPresent()) {
      classPath += File.pathSeparator + jars(provider.get()) + "/*";
      // The client's choice: it offers but one.
      command.add("-Djdk.tls.namedGroups=" + String.join(",", NamedGroup.names()));
    }
    command.add("-Dycsb.home=" + home);
    // Libraries unpack native code there, and a server that is killed removes nothing.
    command.add("-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")));
    command.addAll(List.of("-cp", classPath, recipe.mainClass(), specFile.toString()));
    command.addAll(recipe.arguments(properties, data));
    ServerProcess process =
        ServerProcess.start(command, directory.resolve("server.log"), recipe.patience());
    return new TestbedServer(recipe, properties, process, listeners, certificates.caFile());
  }

  /**
   * A heap that does not grow and a collector that does nothing in the background, for steady
   * figures; then what {@value #FURTHER_ARGUMENTS} in the environment says, where another collector
   * may be. Stdout is for the protocol: what the JVM itself has to say goes to the log.
   */
  private static List<String> jvmArguments(TestServer recipe, Map<String, String> properties) {
    String heap = new TypedProperties(properties).get(TestServer.HEAP, recipe.heap());
    String environment = Objects.requireNonNullElse(System.getenv(FURTHER_ARGUMENTS), "");
    List<String> further =
        Arrays.stream(environment.split("\\s+", -1)).filter(word -> !word.isEmpty()).toList();
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-Xms" + heap,
                "-Xmx" + heap,
                "-XX:MetaspaceSize=128m",
                "-XX:-UsePerfData",
                "-XX:+DisplayVMOutputToStderr"));
    if (further.stream().noneMatch(word -> word.matches("-XX:\\+Use\\w+GC"))) {
      arguments.add("-XX:+UseParallelGC");
    }
    arguments.addAll(further);
    return arguments;
  }

  /**
   * Builds what servers need that is not built, or is older than its sources, and prints a line on
   * stderr about it. Not between the blocks of a comparison: they would have different servers.
   *
   * @param properties of each of the servers
   * @throws IOException when it cannot be built
   */
  public void build(TestServer recipe, List<Map<String, String>> properties)
      throws IOException, InterruptedException {
    Set<String> modules = new LinkedHashSet<>(List.of(recipe.module()));
    properties.forEach(each -> modules.addAll(recipe.furtherModules(each)));
    for (String module : modules) {
      build(module);
    }
  }

  /** Only {@code bin/ycsb} knows what is built, and not only in part, and what is outdated. */
  private void build(String module) throws IOException, InterruptedException {
    Path launcher = home.resolve("bin").resolve("ycsb");
    if (!Files.isExecutable(launcher)) {
      // Nothing can be built from here; built() says what is missing.
      return;
    }
    String folder = "testbed/" + module;
    Process building =
        new ProcessBuilder(launcher.toString(), "-build", folder)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    building.getOutputStream().close();
    try {
      if (building.waitFor() != 0) {
        throw new IOException(
            "the test server in %s was not built: see the messages above".formatted(folder));
      }
    } finally {
      // An interrupted program leaves no Maven, which is the launcher's child.
      building.descendants().forEach(ProcessHandle::destroy);
      building.destroy();
    }
  }

  /** The provider of the server's TLS; empty for its JVM's own. */
  private static Optional<String> provider(TestServer recipe, Map<String, String> properties) {
    String name = new TypedProperties(properties).get(PROVIDER, SUN_JSSE);
    if (name.equals(SUN_JSSE)) {
      return Optional.empty();
    }
    if (recipe.tls() != TestServer.Tls.JVM_OR_PROVIDER) {
      throw new UsageException(
          "testbed.provider=%s (given, or needed for the pinned group, suite or key): the test server %s cannot use it; measure your own server that supports what is pinned"
              .formatted(name, recipe.module()));
    }
    return Optional.of(name);
  }

  /**
   * The size of the prime in DHE suites. With groups of RFC 7919 among its own, JSSE takes one of
   * them when the client offers it, whatever the size that is set.
   */
  private static List<String> diffieHellman(
      TestServer recipe, Map<String, String> properties, Optional<String> provider) {
    Optional<String> given = new TypedProperties(properties).given(DH_SIZE);
    if (given.isEmpty()) {
      return List.of();
    }
    String bits = given.get();
    if (recipe.tls() == TestServer.Tls.OWN || provider.isPresent()) {
      throw new UsageException(
          "testbed.dhsize=%s: only test servers with the JDK's TLS take it; leave it out"
              .formatted(bits));
    }
    return List.of("-Djdk.tls.ephemeralDHKeySize=" + bits, "-Djdk.tls.namedGroups=" + CURVES);
  }

  private Path jars(String provider) {
    Path lib = home.resolve("providers/" + provider.toLowerCase(Locale.ROOT) + "/target/lib");
    if (!Files.isDirectory(lib)) {
      throw new UsageException(
          "testbed.provider=%s: no jars in %s; name the provider on the command line of bin/ycsb, which then builds it"
              .formatted(provider, lib));
    }
    return lib;
  }

  /** The jars of a module of the test bed, built if they are missing. */
  Path lib(String module) throws IOException, InterruptedException {
    build(module);
    return built(module);
  }

  private Path built(String module) throws IOException {
    Path lib = home.resolve("testbed").resolve(module).resolve("target").resolve("lib");
    if (Files.isDirectory(lib)) {
      try (DirectoryStream<Path> jars = Files.newDirectoryStream(lib, "*.jar")) {
        if (jars.iterator().hasNext()) {
          return lib;
        }
      }
    }
    throw new IOException(
        "the test server is not built: no jars in "
            + lib
            + "; build it with mvn -pl testbed/"
            + module
            + " -am package -DskipTests");
  }

  private ServerSpec spec(Map<String, Optional<TlsOptions>> listeners, Optional<String> provider)
      throws IOException {
    List<ListenerSpec> specs = new ArrayList<>();
    boolean legacy = false;
    for (Map.Entry<String, Optional<TlsOptions>> listener : listeners.entrySet()) {
      Optional<TlsOptions> tls = listener.getValue();
      specs.add(
          tls.isPresent()
              ? ListenerSpec.tls(listener.getKey(), serverTls(tls.get().pin(), provider))
              : ListenerSpec.plain(listener.getKey()));
      legacy |= tls.map(TlsOptions::legacy).orElse(false);
    }
    return new ServerSpec(specs, legacy);
  }

  /** The key of a server for this pin: the pinned one, or a usual one that fits the suite. */
  public static ServerKey serverKey(TlsPin pin) {
    return pin.serverKey()
        .orElse(
            pin.cipherSuite().keyAlgorithms().contains(ServerKey.Algorithm.RSA)
                ? RSA_2048
                : EC_256);
  }

  private ServerTls serverTls(TlsPin pin, Optional<String> provider) throws IOException {
    CertificateFiles files = certificates.serverCertificate(serverKey(pin));
    TlsPin served =
        new TlsPin(pin.protocol(), pin.cipherSuite(), pin.serverKey(), pin.group(), provider);
    return new ServerTls(served, files.certificate(), files.key());
  }
}
