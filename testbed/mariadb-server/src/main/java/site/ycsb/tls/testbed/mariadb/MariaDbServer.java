package site.ycsb.tls.testbed.mariadb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.ServerSpec;
import site.ycsb.tls.testserver.TestServerMain;
import site.ycsb.tls.testserver.program.Ports;
import site.ycsb.tls.testserver.program.ProgramArguments;
import site.ycsb.tls.testserver.program.ProgramProcess;
import site.ycsb.tls.testserver.program.ProgramServer;
import site.ycsb.tls.testserver.program.ServerProgram;
import site.ycsb.tls.testserver.program.ServiceUser;
import site.ycsb.tls.testserver.program.TlsLibrary;

/**
 * One {@code mariadbd}. All listeners are its one port, which takes clients without TLS and with
 * each of the pins, as asked for; they have the same certificate. Another key needs another server.
 */
public final class MariaDbServer extends ProgramServer {
  /** mariadbd's message; it cannot choose its port itself. */
  private static final String PORT_TAKEN = "Bind on TCP/IP port";

  private static final ServerProgram PROGRAM =
      new ServerProgram("mariadbd", "ready for connections", ErrorLines::of);

  private final LocalClient client;
  private final Map<String, String> atStart;

  /** Queries since the start: each was a connection of this launcher, not of a client. */
  private long queries;

  private MariaDbServer(
      List<ListenerSpec> listeners,
      int port,
      ProgramProcess process,
      LocalClient client,
      Map<String, String> atStart,
      String product) {
    super(listeners, all -> port, process, product);
    this.client = client;
    this.atStart = atStart;
  }

  /** Runs the server; see {@link TestServerMain} for the arguments and what it says. */
  public static void main(String[] args) throws InterruptedException {
    serve(args, MariaDbServer::start);
  }

  /** With these ports; if one is taken, the next is tried. */
  static MariaDbServer start(ServerSpec spec, ProgramArguments given, Ports ports)
      throws IOException, InterruptedException {
    ServiceUser user = ServiceUser.ofThisProcess("mariadbd", "mysql");
    MariaDbPrograms programs =
        MariaDbPrograms.of(given, Path.of(System.getProperty("ycsb.home", "")), user);
    Path place = user.folder(given.path("data"));
    boolean encrypts = given.value("atrest").filter("on"::equals).isPresent();
    List<String> atRest = encrypts ? AtRest.options(place, user) : List.of();
    DataDirectory directory = DataDirectory.at(place, programs, user, atRest);
    ServerTlsOptions tls = ServerTlsOptions.of(spec.listeners(), spec.legacy(), directory, user);
    return ports.start(
        PORT_TAKEN,
        next -> {
          int port = next.next();
          List<String> command = command(programs, user, directory, port, tls, atRest, given);
          return ProgramProcess.start(
              PROGRAM,
              command,
              tls.environment(),
              process -> ready(spec.listeners(), encrypts, programs, directory, port, process));
        });
  }

  private static MariaDbServer ready(
      List<ListenerSpec> listeners,
      boolean encrypts,
      MariaDbPrograms programs,
      DataDirectory directory,
      int port,
      ProgramProcess process)
      throws IOException, InterruptedException {
    LocalClient client = new LocalClient(programs.client(), directory.socket());
    if (encrypts) {
      AtRest.require(client, directory.data());
    }
    Map<String, String> atStart = client.status();
    Path number = directory.data().resolve(atStart.get("pid_file"));
    long id = Long.parseLong(Files.readString(number).strip());
    String product =
        "mariadbd " + atStart.get("version") + " " + TlsLibrary.of(id, atStart.get("tls"));
    return new MariaDbServer(listeners, port, process, client, atStart, product);
  }

  private static List<String> command(
      MariaDbPrograms programs,
      ServiceUser user,
      DataDirectory directory,
      int port,
      ServerTlsOptions tls,
      List<String> atRest,
      ProgramArguments given) {
    List<String> command =
        new ArrayList<>(
            List.of(
                programs.server().toString(),
                "--no-defaults",
                "--socket=" + directory.socket(),
                "--init-file=" + directory.setUp(),
                "--bind-address=" + LOOPBACK,
                "--port=" + port,
                "--skip-name-resolve",
                "--character-set-server=utf8mb4",
                // The buffer pool is loaded again after each start.
                "--innodb-buffer-pool-dump-pct=100",
                // Churn opens many connections per second; a short queue would make them wait.
                "--back-log=1024",
                // Its default is a day: a forgotten transaction would never be noticed.
                "--lock-wait-timeout=30",
                "--max-connections=2000"));
    command.addAll(directory.options());
    command.addAll(programs.options());
    user.name().ifPresent(name -> command.add("--user=" + name));
    command.addAll(tls.arguments());
    command.addAll(atRest);
    command.addAll(given.options());
    return command;
  }

  /**
   * The server counts connections, and not by what they negotiated. Its clients ask it, each for
   * its own connection. It does not count resumed handshakes separately (Ssl_session_cache_hits
   * stays 0).
   */
  @Override
  public synchronized Map<String, ListenerWitness> witness()
      throws IOException, InterruptedException {
    Map<String, String> now = client.status();
    queries++;
    return counted(
        since("Connections", now) - queries,
        since("Ssl_accepts", now) - since("Ssl_finished_accepts", now),
        since("Ssl_finished_accepts", now));
  }

  private long since(String counter, Map<String, String> now) {
    return Long.parseLong(now.get(counter)) - Long.parseLong(atStart.get(counter));
  }
}
