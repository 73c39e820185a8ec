package site.ycsb.tls.testbed.redis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.ServerSpec;
import site.ycsb.tls.testserver.TestServerMain;
import site.ycsb.tls.testserver.program.OpenSslPins;
import site.ycsb.tls.testserver.program.Ports;
import site.ycsb.tls.testserver.program.ProgramArguments;
import site.ycsb.tls.testserver.program.ProgramProcess;
import site.ycsb.tls.testserver.program.ProgramServer;
import site.ycsb.tls.testserver.program.ServerProgram;
import site.ycsb.tls.testserver.program.ServiceUser;
import site.ycsb.tls.testserver.program.TlsLibrary;

/**
 * One {@code redis-server} or {@code valkey-server}. The listener without TLS is its one port, all
 * others are its port for TLS, which takes each of the pins, as asked for, with the same
 * certificate. Another key needs another server.
 */
public final class RedisServer extends ProgramServer {
  private static final int FIRST_PROTECTED = 7;

  private final LocalConnection connection;
  private final Map<String, String> atStart;

  private RedisServer(
      List<ListenerSpec> listeners,
      ToIntFunction<ListenerSpec> port,
      ProgramProcess process,
      LocalConnection connection,
      Map<String, String> atStart) {
    super(listeners, port, process, product(atStart));
    this.connection = connection;
    this.atStart = atStart;
  }

  /** Runs the server; see {@link TestServerMain} for the arguments and what it says. */
  public static void main(String[] args) throws InterruptedException {
    serve(args, RedisServer::start);
  }

  /**
   * With {@code data=PATH}, {@code program=PATH} and any number of {@code --NAME=VALUE}, and these
   * ports; if one is taken, the next are tried.
   */
  static RedisServer start(ServerSpec spec, ProgramArguments given, Ports ports)
      throws IOException, InterruptedException {
    String name = given.path("program").getFileName().toString();
    ServiceUser user = ServiceUser.ofThisProcess(name, "redis", "valkey");
    Path place = user.folder(given.path("data"));
    return ports.start(RedisLog.PORT_TAKEN, next -> start(spec, name, given, place, user, next));
  }

  private static RedisServer start(
      ServerSpec spec,
      String name,
      ProgramArguments given,
      Path place,
      ServiceUser user,
      Ports ports)
      throws IOException, InterruptedException {
    OpenSslPins pins = OpenSslPins.of(spec.listeners());
    int pinned = pins.pinned().size();
    int plainPort = pinned < spec.listeners().size() ? ports.next() : 0;
    int tlsPort = pinned > 0 ? ports.next() : 0;
    RedisConfiguration configuration =
        RedisConfiguration.write(
            pins, plainPort, tlsPort, spec.legacy(), place, given.options(), user);
    ServerProgram program = new ServerProgram(name, "Ready to accept connections", RedisLog::error);
    List<String> command =
        user.command(List.of(given.path("program").toString(), configuration.file().toString()));
    return ProgramProcess.start(
        program,
        command,
        configuration.environment(),
        process -> {
          LocalConnection connection = LocalConnection.open(configuration.socket());
          Map<String, String> atStart = connection.info();
          requireProtected(name, atStart);
          return new RedisServer(
              spec.listeners(),
              listener -> listener.tls().isPresent() ? tlsPort : plainPort,
              process,
              connection,
              atStart);
        });
  }

  /**
   * Refuses a server that every account of this machine could make write files elsewhere, with
   * {@code CONFIG SET dir}. Redis 7 and Valkey do not let them ({@code enable-protected-configs}).
   *
   * @param name of the program, for the message
   * @param info what the server tells of itself
   */
  static void requireProtected(String name, Map<String, String> info) throws IOException {
    String version = info.getOrDefault("redis_version", "0");
    if (Integer.parseInt(version.replaceFirst("\\..*", "")) < FIRST_PROTECTED) {
      throw new IOException(
          "%s %s lets every account of this machine change its configuration, and so write files: install version 7 or newer, or a Valkey (testbed.server=valkey), or give testbed.version=7.0"
              .formatted(name, version));
    }
  }

  /** With its build, and the TLS library, which the server does not tell. */
  private static String product(Map<String, String> atStart) {
    return "%s-server %s (build %s) %s"
        .formatted(
            atStart.getOrDefault("server_name", "redis"),
            atStart.getOrDefault("valkey_version", atStart.get("redis_version")),
            atStart.getOrDefault("redis_build_id", "unknown"),
            TlsLibrary.of(Long.parseLong(atStart.get("process_id"))));
  }

  /**
   * The server counts the connections of all its ports together, those with TLS once their
   * handshake is completed. It does not know which were resumed, nor those that failed.
   */
  @Override
  public synchronized Map<String, ListenerWitness> witness() throws IOException {
    long connections = received(connection.info()) - received(atStart);
    return counted(connections, 0, connections);
  }

  private static long received(Map<String, String> info) {
    return Long.parseLong(info.get("total_connections_received"));
  }

  @Override
  public void close() throws IOException {
    connection.close();
    super.close();
  }
}
