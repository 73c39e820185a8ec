package site.ycsb.tls.jdbc;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.probe.ServerAnswer;
import site.ycsb.tls.probe.ServerProbe;
import site.ycsb.tls.probe.StartTls;
import site.ycsb.tls.server.ListenerWitness;
import site.ycsb.tls.testbed.Testbed;
import site.ycsb.tls.testbed.TestbedServer;
import site.ycsb.tls.testkit.Given;
import site.ycsb.tls.testkit.OpenDatabase;
import site.ycsb.tls.testkit.Records;

/**
 * A test server with one listener, in a process of its own, and clients of it as the command line
 * makes them: from properties.
 */
final class Testbeds implements AutoCloseable {
  static final String TLS_1_3 = "TLS_AES_256_GCM_SHA384";
  static final Records RECORDS = new Records("usertable");

  private static final String LISTENER = "listener";

  private final TestbedServer server;
  private final Map<String, String> tls;
  private final List<Path> directories;

  private Testbeds(TestbedServer server, Map<String, String> tls, List<Path> directories) {
    this.server = server;
    this.tls = tls;
    this.directories = directories;
  }

  /** The tests with a real server are skipped, and say so, where there is none. */
  static Testbeds start(String... tls) throws IOException, InterruptedException {
    assumeTrue(ServerPrograms.ofThisMachine().isInstalled(), "no mariadbd on this machine");
    return start(new Properties(), tls);
  }

  /** The same with further {@code testbed.*} properties. */
  static Testbeds start(Properties properties, String... tls)
      throws IOException, InterruptedException {
    Properties all = Given.properties("testbed.bufferpool=32M");
    all.putAll(properties);
    Map<String, String> pin = Given.map(Given.properties(tls));
    Path directory = Files.createTempDirectory("mariadb-it");
    Path data = Files.createTempDirectory("mariadb-it-data");
    try {
      TestbedServer server =
          Testbed.ofThisInstallation()
              .start(
                  new MariaDbTestServer(ServerPrograms.ofThisMachine()),
                  all,
                  Map.of(LISTENER, TlsOptions.parse(pin)),
                  directory,
                  data);
      return new Testbeds(server, pin, List.of(directory, data));
    } catch (IOException | InterruptedException e) {
      delete(directory);
      delete(data);
      throw e;
    }
  }

  /** A data directory has more than 100 MB. */
  static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** A client of the server, with what it pins and these properties, which come last. */
  OpenDatabase open(String... properties) throws DatabaseException {
    return OpenDatabase.open(new JdbcBinding(), properties(properties));
  }

  /** What makes that client. */
  Properties properties(String... properties) {
    Properties all = new Properties();
    all.putAll(server.clientProperties(LISTENER));
    all.putAll(tls);
    all.putAll(Given.properties(properties));
    return all;
  }

  /** What a server that begins in clear accepts. */
  static List<ServerAnswer> accepted(int port, StartTls protocol) throws IOException {
    return new ServerProbe("127.0.0.1", port, Duration.ofSeconds(60), Optional.of(protocol))
        .ask(JvmSuites.ofDefaultProvider().available(), answer -> {}).stream()
            .filter(ServerAnswer::accepted)
            .toList();
  }

  ListenerWitness witness() throws IOException, InterruptedException {
    return server.witness().get(LISTENER);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Path directory : directories) {
      delete(directory);
    }
  }
}
