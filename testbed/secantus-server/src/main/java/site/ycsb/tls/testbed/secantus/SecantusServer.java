package site.ycsb.tls.testbed.secantus;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import site.ycsb.tls.server.ServerTls;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.ServerSpec;
import site.ycsb.tls.testserver.TestServerMain;
import site.ycsb.tls.testserver.program.LogLines;
import site.ycsb.tls.testserver.program.OpenSslPins;
import site.ycsb.tls.testserver.program.Ports;
import site.ycsb.tls.testserver.program.ProgramArguments;
import site.ycsb.tls.testserver.program.ProgramProcess;
import site.ycsb.tls.testserver.program.ProgramServer;
import site.ycsb.tls.testserver.program.ServerProgram;
import site.ycsb.tls.testserver.program.ServiceUser;

/**
 * One {@code secantusd-rs}. All listeners are its one port, which has no TLS, or the suites and
 * groups of rustls, among which each client takes what it pins; they have the same certificate.
 * Listeners without TLS, and another key, need another server.
 */
public final class SecantusServer extends ProgramServer {
  private static final String NAME = "secantusd-rs";

  /** The system's message for EADDRINUSE, in the server's error. */
  private static final String PORT_TAKEN = "Address already in use";

  private static final Pattern ERROR = Pattern.compile("^" + NAME + ": (.*)$");

  /** In the paths of sources that the compiler leaves in the program, for panics. */
  private static final Pattern RUSTLS = Pattern.compile("/rustls-(\\d+\\.\\d+\\.\\d+)/");

  /** Bytes. */
  private static final int PIECE = 1 << 20;

  /** Of what {@link #RUSTLS} finds, bytes. */
  private static final int LONGEST = 64;

  private final HandshakeLog handshakes;

  private SecantusServer(
      List<ListenerSpec> listeners,
      int port,
      ProgramProcess process,
      HandshakeLog handshakes,
      String product) {
    super(listeners, all -> port, process, product);
    this.handshakes = handshakes;
  }

  /** Runs the server; see {@link TestServerMain} for the arguments and what it says. */
  public static void main(String[] args) throws InterruptedException {
    System.exit(
        TestServerMain.serve(
            args,
            (spec, arguments) -> start(spec, new ProgramArguments(arguments), Ports.ofLoopback())));
  }

  /**
   * With {@code data=PATH}, {@code program=PATH} and any number of {@code --NAME=VALUE}, and these
   * ports; if one is taken, the next is tried.
   */
  static SecantusServer start(ServerSpec spec, ProgramArguments given, Ports ports)
      throws IOException, InterruptedException {
    ServiceUser user = ServiceUser.ofThisProcess(NAME);
    Path program = given.path("program").toRealPath();
    user.requireAccess(program.getParent());
    Path place = user.safe(Files.createDirectories(given.path("data")));
    user.letEnter(place);
    user.own(Files.createDirectories(data(place)));
    List<String> fixed = new ArrayList<>(List.of(program.toString()));
    fixed.addAll(options(spec, place, user));
    fixed.addAll(given.options());
    String product = product(program, user);
    return ports.start(
        PORT_TAKEN,
        next -> {
          int port = next.next();
          List<String> command = new ArrayList<>(fixed);
          command.add("--port=" + port);
          HandshakeLog handshakes = new HandshakeLog();
          ServerProgram server =
              new ServerProgram(
                  NAME,
                  NAME + " listening on " + LOOPBACK + ":",
                  "TERM",
                  SecantusServer::error,
                  handshakes::accept);
          ProgramProcess process =
              ProgramProcess.start(
                  server, user.command(command), Map.of("RUST_LOG", HandshakeLog.FILTER));
          return new SecantusServer(spec.listeners(), port, process, handshakes, product);
        });
  }

  private static Path data(Path place) {
    return place.resolve("data");
  }

  /**
   * All but the port.
   *
   * @throws IllegalArgumentException when there are listeners with TLS and without, or several
   *     certificates
   */
  static List<String> options(ServerSpec spec, Path place, ServiceUser user) throws IOException {
    OpenSslPins pins = OpenSslPins.of(spec.listeners());
    boolean plain = pins.pinned().isEmpty();
    if (!plain && pins.pinned().size() < spec.listeners().size()) {
      throw new IllegalArgumentException(
          NAME + " has one port, with TLS or without; listeners without TLS need another one");
    }
    List<String> options =
        new ArrayList<>(
            List.of(
                // Otherwise it looks for one of the user's, in three places.
                "--config=" + user.write(place.resolve("secantusd.toml"), ""),
                "--host=" + LOOPBACK,
                "--standalone",
                "--storage-path=" + data(place),
                // Allocated in full: its default would make each empty store 128 MB.
                "--log-file-max=32MB"));
    if (!plain) {
      ServerTls copy = pins.copy(NAME, spec.legacy(), place, user);
      options.add("--tls-cert-file=" + copy.certificate());
      options.add("--tls-key-file=" + copy.key());
    }
    return options;
  }

  /** What it says when it ends, which begins with its name; otherwise its last line. */
  static String error(List<String> log) {
    return LogLines.errors(log, ERROR, text -> true);
  }

  /** With the version of rustls, which it does not say, if the program's file tells it. */
  private static String product(Path program, ServiceUser user)
      throws IOException, InterruptedException {
    Process asked =
        new ProcessBuilder(user.command(List.of(program.toString(), "--version")))
            .redirectErrorStream(true)
            .directory(Path.of("/").toFile())
            .start();
    asked.getOutputStream().close();
    String said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (asked.waitFor() != 0) {
      throw new IOException(program + " --version failed: " + LogLines.last(said.lines().toList()));
    }
    return said.lines().findFirst().orElse(NAME).strip() + " " + rustls(program);
  }

  /** Piece by piece: the program is larger than this process's heap may be. */
  static String rustls(Path program) throws IOException {
    try (InputStream in = Files.newInputStream(program)) {
      String end = "";
      for (byte[] next = in.readNBytes(PIECE); next.length > 0; next = in.readNBytes(PIECE)) {
        String piece = end + new String(next, StandardCharsets.ISO_8859_1);
        Matcher version = RUSTLS.matcher(piece);
        if (version.find()) {
          return "rustls " + version.group(1);
        }
        // A path may begin at the end of this piece.
        end = piece.substring(Math.max(0, piece.length() - LONGEST));
      }
      return "rustls";
    }
  }

  /** By the server's log, which is complete as far as a connection of this launcher. */
  @Override
  public synchronized Map<String, ListenerWitness> witness()
      throws IOException, InterruptedException {
    ListenerSpec first = listeners().get(0);
    if (first.tls().isEmpty()) {
      return Map.of();
    }
    InetSocketAddress address = addresses().get(first.name());
    handshakes.await(new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort()));
    return handshakes.witness(listeners());
  }
}
