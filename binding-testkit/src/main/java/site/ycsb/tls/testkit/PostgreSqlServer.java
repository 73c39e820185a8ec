package site.ycsb.tls.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.certificate.CertificateStore;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.testserver.FreePort;

/** The PostgreSQL of this machine, if there is one, which takes plain and TLS connections. */
public final class PostgreSqlServer implements AutoCloseable {
  private static final boolean ROOT = System.getProperty("user.name").equals("root");

  private final int port;
  private final Path ca;
  private final Path programs;
  private final Path data;
  private final Process script;

  private PostgreSqlServer(Path programs, Path data, int port, Path ca, Process script) {
    this.programs = programs;
    this.data = data;
    this.port = port;
    this.ca = ca;
    this.script = script;
  }

  /** Number of the shell that has started it and waits for its end. */
  public long scriptId() {
    return script.pid();
  }

  /** Number of its first process, which starts one for each connection. */
  public long postmasterId() throws IOException {
    return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0));
  }

  /** Its port on 127.0.0.1. */
  public int port() {
    return port;
  }

  /** The certificate of the authority of its certificate. */
  public Path ca() {
    return ca;
  }

  /** What it has logged: of each connection also its TLS. */
  public String log() throws IOException {
    return Files.readString(data.resolve("log"));
  }

  /**
   * Starts it on a free port; its user is ycsb, without a password. A test that does so needs it.
   */
  public static PostgreSqlServer start() throws IOException, InterruptedException {
    Path programs = Requirement.postgreSqlPrograms().orElseThrow();
    CertificateStore store = CertificateStore.in(CertificateStore.userDirectory(System.getenv()));
    CertificateFiles files = store.serverCertificate(ServerKey.parse("RSA-2048"));
    Path data = Files.createTempDirectory("postgresql-it");
    own(data);
    run(programs, "initdb", "-D", data.toString(), "-A", "trust", "-U", "ycsb", "-N");
    take(files.certificate(), data.resolve("server.crt"));
    take(files.key(), data.resolve("server.key"));
    int port = FreePort.at(List.of(InetAddress.getLoopbackAddress()));
    List<String> command =
        asItsUser(
            programs.resolve("postgres").toString(),
            "-D",
            data.toString(),
            "-p",
            Integer.toString(port),
            "-k",
            data.toString(),
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "ssl=on",
            "-c",
            "log_connections=on");
    // The shell tells in the end what the kernel has counted for it and its children.
    Process script =
        new ProcessBuilder("sh", "-c", "%s; times".formatted(String.join(" ", command)))
            .directory(Path.of("/").toFile())
            .redirectError(data.resolve("log").toFile())
            .start();
    PostgreSqlServer server = new PostgreSqlServer(programs, data, port, store.caFile(), script);
    while (!server.log().contains("ready to accept connections")) {
      if (!script.isAlive()) {
        throw new IOException("postgres failed: " + server.log());
      }
      Thread.sleep(10);
    }
    return server;
  }

  private static void take(Path file, Path copy) throws IOException {
    Files.copy(file, copy);
    own(copy);
  }

  private static void own(Path path) throws IOException {
    if (ROOT) {
      Files.setOwner(
          path,
          FileSystems.getDefault()
              .getUserPrincipalLookupService()
              .lookupPrincipalByName("postgres"));
    }
  }

  /** PostgreSQL does not run as root. */
  private static List<String> asItsUser(String... command) {
    List<String> all = new ArrayList<>();
    if (ROOT) {
      all.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    all.addAll(List.of(command));
    return all;
  }

  private static void run(Path programs, String program, String... arguments)
      throws IOException, InterruptedException {
    List<String> command =
        asItsUser(
            Stream.concat(Stream.of(programs.resolve(program).toString()), Stream.of(arguments))
                .toArray(String[]::new));
    Path output = Files.createTempFile("postgresql-it", ".log");
    Process process =
        new ProcessBuilder(command)
            .directory(Path.of("/").toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (process.waitFor() != 0) {
      throw new IOException(program + " failed: " + Files.readString(output));
    }
    Files.delete(output);
  }

  /**
   * Ends its processes at once, without the CPU time of an orderly end.
   *
   * @return CPU seconds of all its processes, as the kernel told the shell that had started it
   *     (getrusage(2))
   */
  public double stop() throws IOException, InterruptedException {
    end();
    List<String> times = new String(script.getInputStream().readAllBytes(), UTF_8).lines().toList();
    return Pattern.compile("([0-9]+)m([0-9.]+)s")
        .matcher(times.get(times.size() - 1))
        .results()
        .mapToDouble(t -> 60 * Double.parseDouble(t.group(1)) + Double.parseDouble(t.group(2)))
        .sum();
  }

  private void end() throws IOException, InterruptedException {
    run(programs, "pg_ctl", "-D", data.toString(), "-m", "immediate", "stop");
  }

  @Override
  public void close() throws IOException, InterruptedException {
    if (script.isAlive()) {
      end();
    }
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
