package site.ycsb.tls.testbed.postgresql;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
 * One PostgreSQL server. All listeners are its one port, which takes clients without TLS and with
 * each of the pins, as asked for; they have the same certificate. Another key needs another server.
 */
public final class PostgreSqlServer extends ProgramServer {
  /** The only database, and the role of its clients: its owner, without further rights. */
  private static final String CLIENTS = "ycsb";

  private static final long LOG_SECONDS = 30;

  private final LocalClient client;
  private final ConnectionLog connections;
  private long questions;

  private PostgreSqlServer(
      List<ListenerSpec> listeners,
      int port,
      ProgramProcess process,
      LocalClient client,
      ConnectionLog connections,
      String product) {
    super(listeners, all -> port, process, product);
    this.client = client;
    this.connections = connections;
  }

  /** Runs the server; see {@link TestServerMain} for the arguments and what it says. */
  public static void main(String[] args) throws InterruptedException {
    serve(args, PostgreSqlServer::start);
  }

  /** With these ports; if one is taken, the next is tried. */
  static PostgreSqlServer start(ServerSpec spec, ProgramArguments given, Ports ports)
      throws IOException, InterruptedException {
    ServiceUser user = ServiceUser.ofThisProcess("postgres", "postgres");
    Path place = user.folder(given.path("data"));
    DataDirectory directory = DataDirectory.at(place, given.path("programs"), user);
    ServerTlsOptions tls = ServerTlsOptions.of(spec.listeners(), spec.legacy(), directory, user);
    return ports.start(
        ErrorLines.PORT_TAKEN,
        next -> start(spec.listeners(), given, user, directory, tls, next.next()));
  }

  private static PostgreSqlServer start(
      List<ListenerSpec> listeners,
      ProgramArguments given,
      ServiceUser user,
      DataDirectory directory,
      ServerTlsOptions tls,
      int port)
      throws IOException, InterruptedException {
    ConnectionLog connections = new ConnectionLog();
    // Its fast shutdown: at SIGTERM it waits for its clients.
    ServerProgram program =
        new ServerProgram(
            "postgres",
            "database system is ready to accept connections",
            "INT",
            ErrorLines::of,
            connections::accept);
    return ProgramProcess.start(
        program,
        user.command(command(given, directory, tls, port)),
        tls.environment(),
        process -> {
          LocalClient client =
              new LocalClient(given.path("programs").resolve("psql"), directory.sockets(), port);
          if (directory.isNew()) {
            client.run("postgres", "", "CREATE ROLE " + CLIENTS + " LOGIN");
            client.run("postgres", "", "CREATE DATABASE " + CLIENTS + " OWNER " + CLIENTS);
            directory.completed();
          }
          String product =
              "postgres "
                  + client.run(CLIENTS, "", "SHOW server_version")
                  + " "
                  + TlsLibrary.of(directory.serverId());
          return new PostgreSqlServer(listeners, port, process, client, connections, product);
        });
  }

  private static List<String> command(
      ProgramArguments given, DataDirectory directory, ServerTlsOptions tls, int port) {
    List<String> command =
        new ArrayList<>(
            List.of(
                given.path("programs").resolve("postgres").toString(),
                "-D",
                directory.data().toString(),
                "--port=" + port,
                "--listen_addresses=" + LOOPBACK,
                "--unix_socket_directories=" + directory.sockets(),
                // Who reaches the socket is the superuser.
                "--unix_socket_permissions=0700",
                "--max_connections=500",
                "--logging_collector=off",
                "--log_destination=stderr",
                "--log_line_prefix=",
                "--log_connections=on",
                "--lc_messages=C"));
    command.addAll(tls.arguments());
    command.addAll(given.options());
    return command;
  }

  /** By the server's log, which is complete as far as a connection of this launcher. */
  @Override
  public synchronized Map<String, ListenerWitness> witness()
      throws IOException, InterruptedException {
    questions++;
    CompletableFuture<Void> logged = connections.awaiting("-" + questions);
    client.run(CLIENTS, "-" + questions, "SELECT 1");
    try {
      logged.get(LOG_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("postgres does not log its connections", e);
    }
    return connections.witness(listeners());
  }
}
