package site.ycsb.tls.servers;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.RunningServer;
import site.ycsb.tls.testserver.ServerSpec;
import site.ycsb.tls.testserver.TestServerMain;

/**
 * A binding, and its test server: a process that serves nobody, and says that its listeners are at
 * these ports.
 *
 * @param plainPort of the listener without TLS
 * @param tlsPort of those with TLS
 * @param endsBadly whether it says at its end that a part of it had to be killed
 */
record FakeTestServer(int plainPort, int tlsPort, boolean endsBadly)
    implements UnusedBinding, UnusedBinding.Server {
  private static final String ADDRESS = "address";

  /**
   * Makes an installation that has this server.
   *
   * @param home its folder, whose files may be executed; there {@code asked} will have a line for
   *     each start of {@code bin/ycsb}
   */
  static void install(Path home) throws IOException {
    Path launcher = Files.createDirectories(home.resolve("bin")).resolve("ycsb");
    Files.writeString(launcher, "#!/bin/sh\necho \"$@\" >>\"$(dirname \"$0\")/../asked\"\n");
    if (!launcher.toFile().setExecutable(true)) {
      throw new IOException(launcher + " cannot be made executable");
    }
    Manifest classPath = new Manifest();
    classPath.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    classPath
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Stream.of(System.getProperty("java.class.path").split(":", -1))
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" ")));
    Path lib = Files.createDirectories(home.resolve("testbed/fake-server/target/lib"));
    try (OutputStream file = Files.newOutputStream(lib.resolve("server.jar"))) {
      new JarOutputStream(file, classPath).close();
    }
  }

  @Override
  public boolean namesServer(Map<String, String> properties) {
    return properties.containsKey(ADDRESS);
  }

  @Override
  public List<InetSocketAddress> tlsServers(Map<String, String> properties) {
    String[] hostAndPort = properties.get(ADDRESS).split(":", -1);
    return List.of(
        InetSocketAddress.createUnresolved(hostAndPort[0], Integer.parseInt(hostAndPort[1])));
  }

  @Override
  public Optional<TestServer> testServer(Map<String, String> properties) {
    return Optional.of(this);
  }

  @Override
  public String module() {
    return "fake-server";
  }

  @Override
  public String mainClass() {
    return Running.class.getName();
  }

  @Override
  public boolean keepsData() {
    return true;
  }

  @Override
  public String heap() {
    return "64m";
  }

  @Override
  public List<String> arguments(Map<String, String> properties, Path data) {
    return List.of(
        Integer.toString(plainPort), Integer.toString(tlsPort), Boolean.toString(endsBadly));
  }

  @Override
  public Map<String, String> clientProperties(
      String host, int port, Map<String, String> properties) {
    return Map.of(ADDRESS, host + ":" + port);
  }

  /** The process. */
  record Running(ServerSpec spec, List<String> arguments) implements RunningServer {
    public static void main(String[] args) throws InterruptedException {
      System.exit(TestServerMain.serve(args, Running::new));
    }

    @Override
    public String product() {
      return "fake 1.0";
    }

    @Override
    public Map<String, InetSocketAddress> addresses() {
      return spec.listeners().stream()
          .collect(
              Collectors.toMap(
                  ListenerSpec::name,
                  listener ->
                      InetSocketAddress.createUnresolved(
                          "127.0.0.1",
                          Integer.parseInt(arguments.get(listener.tls().isPresent() ? 1 : 0)))));
    }

    @Override
    public Map<String, ListenerWitness> witness() {
      return spec.listeners().stream()
          .collect(Collectors.toMap(ListenerSpec::name, listener -> ListenerWitness.NOTHING));
    }

    @Override
    public void close() throws IOException {
      if (Boolean.parseBoolean(arguments.get(2))) {
        throw new IOException("a part of it had to be killed");
      }
    }
  }
}
