package site.ycsb.tls.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import site.ycsb.tls.binding.Sizes;
import site.ycsb.tls.binding.program.DebianPackage;
import site.ycsb.tls.binding.program.InstalledPrograms;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;

/**
 * How to start the server in {@code testbed/postgresql-server}, and how to reach it.
 *
 * @param programs folder of an installed server's programs; empty when there is none
 */
record PostgreSqlTestServer(Optional<Path> programs) implements JdbcTestServer {
  /** The server, what makes its data directory, and what asks it. */
  private static final String[] PROGRAMS = {"postgres", "initdb", "psql"};

  /** Where Debian puts them: not on PATH, a folder for each version. */
  private static final Path OF_PACKAGES = Path.of("/usr/lib/postgresql");

  private static final Pattern VERSION = Pattern.compile("/postgresql/([0-9]+)/");

  /** The first that takes several groups. */
  private static final int SEVERAL_GROUPS = 18;

  /** Those on PATH, otherwise the newest of the packages. */
  static PostgreSqlTestServer ofThisMachine() {
    Optional<Path> onPath = InstalledPrograms.ofThisMachine().folderOf(PROGRAMS);
    return new PostgreSqlTestServer(onPath.or(() -> newest(OF_PACKAGES)));
  }

  /** The newest version below the folder. */
  static Optional<Path> newest(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(folder)) {
      return versions
          .filter(version -> version.getFileName().toString().matches("[0-9]{1,4}"))
          .sorted(
              Comparator.comparing(
                      (Path version) -> Integer.parseInt(version.getFileName().toString()))
                  .reversed())
          .flatMap(
              version ->
                  new InstalledPrograms(List.of(version.resolve("bin")))
                      .folderOf(PROGRAMS).stream())
          .findFirst();
    } catch (IOException e) {
      return Optional.empty(); // Then it is not there for this user.
    }
  }

  @Override
  public String mainClass() {
    return "site.ycsb.tls.testbed.postgresql.PostgreSqlServer";
  }

  @Override
  public String subprotocol() {
    return "postgresql";
  }

  @Override
  public List<String> arguments(Map<String, String> properties, Path data) {
    TypedProperties values = new TypedProperties(properties);
    JdbcTestServer.requireSame(values, true);
    for (Property<?> ofMariaDb :
        List.of(MariaDbTestServer.AT_REST, MariaDbTestServer.FLUSH_METHOD)) {
      if (values.has(ofMariaDb)) {
        throw new UsageException(
            "%s is a setting of MariaDB, and the test server is PostgreSQL; leave it out"
                .formatted(ofMariaDb));
      }
    }
    List<String> arguments = new ArrayList<>(List.of("data=" + data));
    folder(values).ifPresent(folder -> arguments.add("programs=" + folder));
    arguments.add("--shared_buffers=" + Sizes.bytes(values.get(BUFFER_POOL)) / 1024 + "kB");
    arguments.addAll(values.given(OPTIONS).orElse(List.of()));
    return arguments;
  }

  @Override
  public Optional<String> obstacle(Map<String, String> properties) {
    return folder(new TypedProperties(properties)).isPresent()
        ? Optional.empty()
        : Optional.of(
            "postgres, initdb and psql are %s, nor in %s/*/bin; install a PostgreSQL server (Debian, Ubuntu: apt-get install postgresql), or name your own server with db.url"
                .formatted(InstalledPrograms.nowhere(), OF_PACKAGES));
  }

  /** Up to version 17 there is one group, which the test server leaves at its default. */
  @Override
  public void requireCanServe(Map<String, String> properties, TlsOptions tls) {
    OptionalInt version = version(new TypedProperties(properties));
    if (version.isEmpty() || version.getAsInt() >= SEVERAL_GROUPS) {
      return;
    }
    tls.pin()
        .group()
        .filter(group -> !group.equals(NamedGroup.SECP256R1) && !group.isFiniteField())
        .ifPresent(
            group -> {
              throw new UsageException(
                  "tls.group=%s: PostgreSQL %d takes one group only, which is secp256r1; give tls.group=secp256r1"
                      .formatted(group, version.getAsInt()));
            });
  }

  /** The major version, by the folder that packages put it into; empty when that does not tell. */
  private OptionalInt version(TypedProperties values) {
    Optional<String> wanted = values.given(DebianPackage.VERSION);
    if (wanted.isPresent()) {
      return OptionalInt.of(Integer.parseInt(major(wanted.get())));
    }
    if (programs.isEmpty()) {
      return OptionalInt.empty();
    }
    try {
      Path server = programs.get().resolve(PROGRAMS[0]).toRealPath();
      Matcher version = VERSION.matcher(server.toString());
      return version.find()
          ? OptionalInt.of(Integer.parseInt(version.group(1)))
          : OptionalInt.empty();
    } catch (IOException e) {
      return OptionalInt.empty(); // It is not there: then it is refused as missing.
    }
  }

  /** The folder of the programs that are to be started. */
  private Optional<Path> folder(TypedProperties values) {
    return fetched(values).map(one -> one.program(bin(one))).or(() -> programs);
  }

  /** The package of the wanted version; empty for the one that is installed. */
  private static Optional<DebianPackage> fetched(TypedProperties values) {
    return values
        .given(DebianPackage.VERSION)
        .map(
            version ->
                DebianPackage.of("postgresql-" + major(version), version, DebianPackage.cache()));
  }

  private static String major(String version) {
    return version.replaceFirst("\\..*", "");
  }

  private static String bin(DebianPackage one) {
    return "usr/lib/postgresql/" + major(one.version()) + "/bin";
  }

  @Override
  public void fetch(Map<String, String> properties) throws IOException, InterruptedException {
    Optional<DebianPackage> one = fetched(new TypedProperties(properties));
    if (one.isPresent()) {
      one.get().fetch(Stream.of(PROGRAMS).map(name -> bin(one.get()) + "/" + name).toList());
    }
  }
}
