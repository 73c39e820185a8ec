package site.ycsb.tls.jdbc;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.binding.program.DebianPackage;
import site.ycsb.tls.jdbc.driver.WolfSsl;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;

/** How to start the server in {@code testbed/mariadb-server}, and how to reach it. */
record MariaDbTestServer(ServerPrograms programs) implements JdbcTestServer {
  static final Property<String> FLUSH_METHOD =
      Property.of(
          "testbed.flushmethod",
          ValueType.oneOf("O_DIRECT", "O_DSYNC", "fsync"),
          "O_DIRECT",
          "test server, MariaDB: how InnoDB does its I/O; fsync goes through the system's cache, so that memory beyond the buffer pool is used too");

  static final Property<Boolean> AT_REST =
      Property.of(
          "testbed.atrest",
          ValueType.oneOf(ValueType.named("on", true, "off", false)),
          "off",
          "test server, MariaDB: on: all that it writes to files is encrypted, which is proven at each start");

  static final List<Property<?>> PROPERTIES =
      List.of(
          ServerPrograms.SERVER,
          DebianPackage.VERSION,
          BUFFER_POOL,
          FLUSH_METHOD,
          AT_REST,
          OPTIONS);

  @Override
  public String module() {
    return "mariadb-server";
  }

  @Override
  public String mainClass() {
    return "site.ycsb.tls.testbed.mariadb.MariaDbServer";
  }

  @Override
  public String subprotocol() {
    return "mariadb";
  }

  @Override
  public List<String> arguments(Map<String, String> properties, Path data) {
    TypedProperties values = new TypedProperties(properties);
    ServerPrograms.requireSame(values, false);
    List<String> arguments = new ArrayList<>();
    boolean atRest = values.get(AT_REST);
    if (atRest && programs.isJar(values)) {
      throw new UsageException(
          AT_REST
              + "=on: the test server is the jar's MariaDB, which comes without the plug-in for keys;"
              + " install a MariaDB server (Debian, Ubuntu: apt-get install mariadb-server)");
    }
    arguments.add("data=" + data);
    arguments.addAll(programs.arguments(values));
    if (atRest) {
      arguments.add("atrest=on");
    }
    arguments.add("--innodb-buffer-pool-size=" + values.get(BUFFER_POOL));
    arguments.add("--innodb-flush-method=" + values.get(FLUSH_METHOD));
    arguments.addAll(values.given(OPTIONS).orElse(List.of()));
    return arguments;
  }

  @Override
  public void fetch(Map<String, String> properties) throws IOException, InterruptedException {
    ServerPrograms.fetch(new TypedProperties(properties));
  }

  @Override
  public Optional<String> obstacle(Map<String, String> properties) {
    return programs.obstacle(new TypedProperties(properties));
  }

  @Override
  public Optional<String> notice(Map<String, String> properties) {
    return programs.isJar(new TypedProperties(properties))
        ? Optional.of(
            "The test server is a MariaDB from a jar that Maven fetches, built with wolfSSL: good for a trial, not for figures to publish.")
        : Optional.empty();
  }

  @Override
  public void requireCanServe(Map<String, String> properties, TlsOptions tls) {
    if (programs.isJar(new TypedProperties(properties))) {
      WolfSsl.require(tls.pin());
    }
  }

  @Override
  public List<String> furtherModules(Map<String, String> properties) {
    return programs.isJar(new TypedProperties(properties))
        ? List.of(ServerPrograms.JAR)
        : List.of();
  }
}
