package site.ycsb.tls.mongodb;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.binding.program.InstalledPrograms;
import site.ycsb.tls.binding.program.ProgramOptions;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.WorkloadProperties;

/**
 * How to start the server in {@code testbed/secantus-server}, and how to reach it: a {@code
 * secantusd-rs} of this machine, which keeps its data in files.
 *
 * @param installed where the program may be
 */
record SecantusTestServer(InstalledPrograms installed) implements TestServer {
  private static final String PROGRAM = "secantusd-rs";

  static final Property<List<String>> OPTIONS =
      ProgramOptions.property(
          "--NAME=VALUE ...",
          "--[a-z-]+(=.*)?",
          "options of secantusd-rs, each of which begins with --, such as --cache-size=1G",
          "test server secantus: further options of secantusd-rs, with spaces between them");

  /** Its own default is 4G. */
  private static final String CACHE = "--cache-size=512M";

  /** The cache, connections, and the launcher. */
  private static final long MEMORY = 1L << 30;

  @Override
  public String mainClass() {
    return "site.ycsb.tls.testbed.secantus.SecantusServer";
  }

  @Override
  public List<String> arguments(Map<String, String> properties, Path data) {
    TypedProperties values = new TypedProperties(properties);
    MongoDbTestServer.requireSame(values, true);
    if (values.has(MongoDbTestServer.EXTRA_CPU)) {
      throw new UsageException(
          MongoDbTestServer.EXTRA_CPU
              + " is a setting of the test server in a JVM, and the test server is secantusd-rs;"
              + " leave it out");
    }
    if (values.get(WorkloadProperties.CHURN_SCOPE).equals("connection")) {
      throw new UsageException(
          WorkloadProperties.CHURN_SCOPE
              + "=connection: the test server secantusd-rs does not support the driver's mode"
              + " LOAD_BALANCED, the only one without a monitor connection; use churn.scope=client");
    }
    List<String> arguments = new ArrayList<>(List.of("data=" + data));
    program().ifPresent(program -> arguments.add("program=" + program));
    arguments.add(CACHE);
    arguments.addAll(values.given(OPTIONS).orElse(List.of()));
    return arguments;
  }

  private Optional<Path> program() {
    return installed.find(PROGRAM);
  }

  @Override
  public Optional<String> obstacle(Map<String, String> properties) {
    return program().isPresent()
        ? Optional.empty()
        : Optional.of(
            "%s is %s; install it (cargo install secantus-mdb --version 0.5.3-beta.196 --locked --ignore-rust-version), leave out %s, or name your own server with mongodb.url"
                .formatted(PROGRAM, InstalledPrograms.nowhere(), MongoDbTestServer.SERVER));
  }

  /** What its figures contain, where they do, and what other accounts can do meanwhile. */
  @Override
  public Optional<String> notice(Map<String, String> properties) {
    TypedProperties values = new TypedProperties(properties);
    StringBuilder notice =
        new StringBuilder(
            "secantusd-rs obeys every account of this machine while it runs, and can be told to write files: do not use it on a machine that you share.");
    if (values.get(WorkloadProperties.SCANPROPORTION) > 0) {
      notice.append(
          " Each scan makes it read the rest of the collection: the figures of scans are not those of MongoDB, and depend on recordcount.");
    }
    if (properties.getOrDefault("workload", "").endsWith("ConnectionChurnWorkload")) {
      notice.append(
          " It looks for new connections every 5 ms: their latency and their number per second are that wait, with TLS and without; compare CPU alone.");
    }
    return Optional.of(notice.toString());
  }

  /** Refuses what rustls does not have. */
  @Override
  public void requireCanServe(Map<String, String> properties, TlsOptions tls) {
    Rustls.PINS.require(tls.pin());
  }

  @Override
  public boolean mixesPlainAndTls() {
    return false;
  }

  @Override
  public boolean keepsData() {
    return true;
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
  public Duration patience() {
    return Duration.ofSeconds(90);
  }

  @Override
  public Map<String, String> clientProperties(
      String host, int port, Map<String, String> properties) {
    return Map.of(MongoDbOptions.URL.name(), "mongodb://" + host + ":" + port + "/");
  }
}
