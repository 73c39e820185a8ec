package site.ycsb.tls.testbed.secantus;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import site.ycsb.tls.server.ServerTls;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.ServerSpec;
import site.ycsb.tls.testserver.TestServerMain;
import site.ycsb.tls.testserver.program.FileText;
import site.ycsb.tls.testserver.program.LogLines;
import site.ycsb.tls.testserver.program.OpenSslPins;
import site.ycsb.tls.testserver.program.Ports;
import site.ycsb.tls.testserver.program.ProgramArguments;
import site.ycsb.tls.testserver.program.ProgramProcess;
import site.ycsb.tls.testserver.program.ProgramServer;
import site.ycsb.tls.testserver.program.ServerProgram;
import site.ycsb.tls.testserver.program.ServiceUser;
import site.ycsb.tls.testserver.program.ShortProgram;

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

  /** Of what {@link #RUSTLS} finds. */
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
    serve(args, SecantusServer::start);
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
    Path place = user.folder(given.path("data"));
    user.ownFolder(data(place));
    List<String> fixed = new ArrayList<>(List.of(program.toString()));
    fixed.addAll(options(spec, place, user));
    fixed.addAll(given.options());
    String said =
        ShortProgram.run(
            program + " --version", user.command(List.of(program.toString(), "--version")));
    String product = said.lines().findFirst().orElse(NAME).strip() + " " + rustls(program);
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
          return ProgramProcess.start(
              server,
              user.command(command),
              Map.of("RUST_LOG", HandshakeLog.FILTER),
              process -> new SecantusServer(spec.listeners(), port, process, handshakes, product));
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

  /** Name of rustls and, if the program's file tells it, its version; the server says neither. */
  static String rustls(Path program) throws IOException {
    return FileText.find(program, RUSTLS, LONGEST)
        .map(found -> "rustls " + found.group(1))
        .orElse("rustls");
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
