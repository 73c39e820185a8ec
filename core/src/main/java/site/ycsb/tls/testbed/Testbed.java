package site.ycsb.tls.testbed;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.binding.TypedProperties;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.certificate.CertificateStore;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.ListenerSpec;
import site.ycsb.tls.server.ServerProcess;
import site.ycsb.tls.server.ServerSpec;
import site.ycsb.tls.server.ServerTls;

/**
 * Starts the test servers that lie in {@code HOME/testbed/}, each as a process of its own.
 *
 * <pre>{@code
 * try (TestbedServer server = Testbed.ofThisInstallation().start(
 *     binding.testServer().get(), properties,
 *     Map.of("plain", Optional.empty(), "tls", TlsOptions.parse(tlsProperties)), directory)) {
 *   server.clientProperties("tls"); // mongodb.url=…, tls.ca=…
 * }
 * }</pre>
 *
 * @param home the project's directory
 * @param certificates where the servers' certificates come from
 */
public record Testbed(Path home, CertificateStore certificates) {
  private static final String HEAP = "testbed.heap";
  private static final ServerKey RSA_2048 = ServerKey.parse("RSA-2048");
  private static final ServerKey EC_256 = ServerKey.parse("EC-256");

  public Testbed {
    Objects.requireNonNull(home);
    Objects.requireNonNull(certificates);
  }

  /** The one of this program: system property {@code ycsb.home}, the user's own certificates. */
  public static Testbed ofThisInstallation() {
    String home = System.getProperty("ycsb.home");
    if (home == null) {
      throw new IllegalStateException(
          "the system property ycsb.home is not set; bin/ycsb sets it to its own directory");
    }
    return new Testbed(
        Path.of(home), CertificateStore.in(CertificateStore.userDirectory(System.getenv())));
  }

  /** The same, with data, where the server has them in files, in {@code directory/data}. */
  public TestbedServer start(
      TestServer recipe,
      Properties properties,
      Map<String, Optional<TlsOptions>> listeners,
      Path directory)
      throws IOException, InterruptedException {
    return start(recipe, properties, listeners, directory, directory.resolve("data"));
  }

  /**
   * Starts a server and waits until clients may come.
   *
   * @param recipe what to start
   * @param properties {@code testbed.*} are looked at
   * @param listeners what to listen with, by names of the caller's choice; empty = plain
   * @param directory where {@code server.properties} and {@code server.log} are written; made when
   *     missing
   * @param data where a server that keeps its data in files has them
   * @throws site.ycsb.tls.option.UsageException when {@code testbed.heap} is no size
   * @throws IOException when it cannot run here or does not start; the message is one line, with
   *     the server's own words where it has any
   */
  public TestbedServer start(
      TestServer recipe,
      Properties properties,
      Map<String, Optional<TlsOptions>> listeners,
      Path directory,
      Path data)
      throws IOException, InterruptedException {
    Optional<String> obstacle = recipe.obstacle(properties);
    if (obstacle.isPresent()) {
      throw new IOException(obstacle.get());
    }
    for (String module : recipe.furtherModules(properties)) {
      build(module);
    }
    Files.createDirectories(directory);
    Path specFile = directory.resolve("server.properties");
    spec(listeners).write(specFile);
    List<String> jvmArguments = jvmArguments(recipe, properties);
    List<String> command = new ArrayList<>();
    command.add(recipe.javaHome().resolve("bin").resolve("java").toString());
    command.addAll(jvmArguments);
    command.add("-Dycsb.home=" + home);
    command.addAll(List.of("-cp", lib(recipe) + "/*", recipe.mainClass(), specFile.toString()));
    command.addAll(recipe.arguments(properties, data));
    ServerProcess process =
        ServerProcess.start(command, directory.resolve("server.log"), recipe.patience());
    return new TestbedServer(
        recipe, properties, process, jvmArguments, listeners, certificates.caFile());
  }

  /**
   * A heap that does not grow and a collector that does nothing in the background: steady figures.
   */
  private static List<String> jvmArguments(TestServer recipe, Properties properties) {
    String heap = new TypedProperties(properties).text(HEAP).orElse(recipe.heap());
    if (!heap.matches("[1-9][0-9]{0,9}[kKmMgG]")) {
      throw TypedProperties.refused(HEAP, heap, "a size such as 512m or 2g", null);
    }
    return List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseParallelGC", "-XX:-UsePerfData");
  }

  /** What is built already is left alone; what is not says so on stderr. */
  private void build(String module) throws IOException, InterruptedException {
    String folder = "testbed/" + module;
    Process building =
        new ProcessBuilder(home.resolve("bin").resolve("ycsb").toString(), "-build", folder)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    building.getOutputStream().close();
    if (building.waitFor() != 0) {
      throw new IOException(folder + " could not be built: see above");
    }
  }

  private Path lib(TestServer recipe) throws IOException {
    Path lib = home.resolve("testbed").resolve(recipe.module()).resolve("target").resolve("lib");
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
            + recipe.module()
            + " -am package -DskipTests");
  }

  private ServerSpec spec(Map<String, Optional<TlsOptions>> listeners) throws IOException {
    List<ListenerSpec> specs = new ArrayList<>();
    boolean legacy = false;
    for (Map.Entry<String, Optional<TlsOptions>> listener : listeners.entrySet()) {
      Optional<TlsOptions> tls = listener.getValue();
      specs.add(
          tls.isPresent()
              ? ListenerSpec.tls(listener.getKey(), serverTls(tls.get().pin()))
              : ListenerSpec.plain(listener.getKey()));
      legacy |= tls.map(TlsOptions::legacy).orElse(false);
    }
    return new ServerSpec(specs, legacy);
  }

  private ServerTls serverTls(TlsPin pin) throws IOException {
    ServerKey key =
        pin.serverKey()
            .orElse(
                pin.cipherSuite().keyAlgorithms().contains(ServerKey.Algorithm.RSA)
                    ? RSA_2048
                    : EC_256);
    CertificateFiles files = certificates.serverCertificate(key);
    return new ServerTls(pin, files.certificate(), files.key());
  }
}
